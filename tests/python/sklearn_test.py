"""kenn.sklearn: the checks of scikit-learn, and rules that help."""

import doctest
import unittest
import warnings

import kenn
import kenn.sklearn
import numpy
from sklearn.linear_model import LogisticRegression
from sklearn.neighbors import KNeighborsClassifier
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

    def test_a_class_with_one_row_is_not_judged_by_a_base_that_has_seen_it(self):
        """The base remembers its rows by heart: in-sample predictions would be perfect and rules would get no weight."""
        numbers = numpy.random.RandomState(0)
        labels = numpy.repeat([0, 1], 100)
        labels = numpy.append(labels, 2)
        X = numpy.column_stack([labels + numbers.normal(0, 1.5, 201), numbers.normal(0, 1, 201)])
        pairs = numpy.array([[i, (i + 2) % 100 + 100 * labels[i]] for i in range(200)]).T
        rules = ("type P\npredict A(P), B(P), C(P)\ngiven Near(P, P)\nexclusive A, B, C\n"
                 "for T in {A, B, C} rule: T(x) & Near(x, y) -> T(y)\n")
        model = kenn.sklearn.KnowledgeEnhancedClassifier(KNeighborsClassifier(1), rules)
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            model.fit(X, numpy.array(["A", "B", "C"])[labels], relations={"Near": pairs})
        self.assertGreater(model.evidence()[0].weight, 0.1)
        self.assertEqual(model.evidence()[2].groundings, 0)

    def test_refusals(self):
        X, y = numpy.random.randn(20, 2), numpy.arange(20) % 3
        with self.assertRaisesRegex(kenn.DataError, "each of the 3 classes"):
            kenn.sklearn.KnowledgeEnhancedClassifier(knowledge="type P predict A(P) rule: A(x)").fit(X, y)
        with self.assertRaisesRegex(TypeError, "got int"):
            kenn.sklearn.KnowledgeEnhancedClassifier(knowledge=3).fit(X, y)


if __name__ == "__main__":
    unittest.main()
