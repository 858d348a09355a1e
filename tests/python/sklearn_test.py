"""kenn.sklearn: the checks of scikit-learn, and rules that help."""

import doctest
import unittest

import kenn
import kenn.sklearn
import numpy
from sklearn.linear_model import LogisticRegression
from sklearn.utils.estimator_checks import check_estimator


def rules_for(classes):
    """A rule for whatever classes there are."""
    names = [f"C{i}" for i in range(len(classes))]
    return kenn.Knowledge.from_text(f"type Row predict {', '.join(f'{name}(Row)' for name in names)}\n"
                                    f"exclusive {', '.join(names)}\nrule \"not both\": !C0(x) | !C1(x)")


class Classifier(unittest.TestCase):
    def test_checks_of_scikit_learn(self):
        for estimator in (kenn.sklearn.KnowledgeEnhancedClassifier(),
                          kenn.sklearn.KnowledgeEnhancedClassifier(LogisticRegression(), rules_for)):
            with self.subTest(estimator):
                check_estimator(estimator)

    def test_examples(self):
        result = doctest.testmod(kenn.sklearn)
        self.assertEqual(result.failed, 0)
        self.assertGreater(result.attempted, 5)

    def test_refusals(self):
        X, y = numpy.random.randn(20, 2), numpy.arange(20) % 3
        with self.assertRaisesRegex(kenn.DataError, "each of the 3 classes"):
            kenn.sklearn.KnowledgeEnhancedClassifier(knowledge="type P predict A(P) rule: A(x)").fit(X, y)
        with self.assertRaisesRegex(TypeError, "got int"):
            kenn.sklearn.KnowledgeEnhancedClassifier(knowledge=3).fit(X, y)


if __name__ == "__main__":
    unittest.main()
