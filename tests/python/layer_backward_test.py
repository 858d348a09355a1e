"""What may happen between the forward and the backward of a layer: the gradient is right, or torch's own error comes."""

import copy
import gc
import pickle
import threading
import unittest

import kenn
import torch
import torch.autograd.forward_ad
import torch.nn.utils.parametrize
import torch.utils.checkpoint

TOPICS = """
type Paper
predict AI(Paper), DB(Paper), ML(Paper)
given Cite(Paper, Paper)
for T in {AI, DB, ML} rule "same topic": T(x) & Cite(x, y) -> T(y)
rule "fixed" weight 0.75: AI(x) -> !DB(x)
"""
WRITTEN = "modified by an inplace operation"


class Exponential(torch.nn.Module):
    def forward(self, x):
        return x.exp()


class Backward(unittest.TestCase):
    def setUp(self):
        generator = torch.Generator().manual_seed(1)
        self.knowledge = kenn.Knowledge.from_text(TOPICS)
        self.layer = kenn.torch.Enhancer(self.knowledge, layers=2)
        self.logits = torch.randn(10, 3, generator=generator).requires_grad_()
        self.relations = {"Cite": torch.randint(0, 10, (2, 20), generator=generator)}
        self.gradient = torch.randn(10, 3, generator=generator)
        self.weights = self.layer.clause_weights
        self.run_forward().backward(self.gradient)
        self.expected = self.take_gradients()

    def run_forward(self):
        return self.layer(self.logits, self.relations)

    def take_gradients(self):
        found = self.logits.grad, self.weights.grad
        self.logits.grad = self.weights.grad = None
        return found

    def expect_the_same(self):
        for found, expected in zip(self.take_gradients(), self.expected):
            self.assertTrue(torch.equal(found, expected))

    def with_hooks(self, unpack, pack=lambda tensor: tensor):
        with torch.autograd.graph.saved_tensors_hooks(pack, unpack):
            return self.run_forward()


class Hooks(Backward):
    def test_what_lies_in_memory_in_another_way_is_copied(self):
        for unpack in (lambda t: t.t().contiguous().t(), lambda t: torch.stack([t, t], dim=2)[..., 0],
                       lambda t: torch._neg_view(-t)):
            self.with_hooks(unpack).backward(self.gradient)
            self.expect_the_same()

    def test_what_is_no_longer_the_same_is_refused(self):
        for unpack, got in ((lambda t: t[:1], r"got torch.float32 of shape \[1, "), (lambda t: t[None], r"of shape \[1, "),
                            (lambda t: t.double(), "got torch.float64"), (lambda t: t.half(), "got torch.float16"),
                            (lambda t: t.to("meta"), "on meta"), (lambda t: t.to_sparse(), "torch.sparse_coo")):
            with self.subTest(got), self.assertRaisesRegex(RuntimeError, "as in the forward pass.*" + got):
                self.with_hooks(unpack).backward(self.gradient)
            # The same for the logits, where the hook leaves the weights alone.
            with self.subTest(got), self.assertRaisesRegex(RuntimeError, "the saved logits of 'Paper'.*" + got):
                self.with_hooks(lambda t: unpack(t) if len(t) == 10 else t).backward(self.gradient)

    def test_a_hook_that_loses_digits(self):
        self.with_hooks(lambda t: t.float(), lambda t: t.half()).backward(self.gradient)
        for found, expected in zip(self.take_gradients(), self.expected):
            torch.testing.assert_close(found, expected, rtol=2e-3, atol=2e-3)

    def test_tensors_that_wait_elsewhere(self):
        with torch.autograd.graph.save_on_cpu():
            out = self.run_forward()
        out.backward(self.gradient)
        self.expect_the_same()

    def test_checkpoints(self):
        for reentrant in (False, True):
            out = torch.utils.checkpoint.checkpoint(self.layer, self.logits, self.relations, use_reentrant=reentrant)
            out.backward(self.gradient)
            self.expect_the_same()

    def test_gradients_of_other_layouts(self):
        out = self.run_forward()
        out.backward(self.gradient.t().contiguous().t(), retain_graph=True)
        self.expect_the_same()
        out.backward(torch._neg_view(-self.gradient), retain_graph=True)
        self.expect_the_same()
        out.sum().backward(retain_graph=True)  # one number, expanded
        of_ones = self.take_gradients()
        out.backward(torch.ones(10, 3))
        self.assertTrue(all(map(torch.equal, self.take_gradients(), of_ones)))

    def test_gradients_that_are_no_numbers(self):
        self.gradient[4, 1] = float("nan")
        out = self.run_forward()
        out.backward(self.gradient)
        of_logits, of_weights = self.take_gradients()
        self.assertTrue(of_logits[4, 1].isnan() and of_weights[0].isnan().any())
        self.assertTrue(torch.equal(of_logits[:, 2], self.expected[0][:, 2]))  # no rule has it with the others
        with self.assertRaisesRegex(RuntimeError, "returned nan values"), torch.autograd.detect_anomaly():
            self.run_forward().backward(self.gradient)


class Changes(Backward):
    """Of the weights and the logits."""

    def between(self, change):
        out = self.run_forward()
        change()
        out.backward(self.gradient)

    def test_weights_that_were_written_to(self):
        def step():
            self.weights.grad = torch.ones_like(self.weights)
            torch.optim.SGD([self.weights], 0.1).step()

        def fill():
            with torch.no_grad():
                self.weights.fill_(1)

        other = kenn.torch.Enhancer(self.knowledge, layers=2).state_dict()
        for change in (step, fill, lambda: self.layer.load_state_dict(other)):
            with self.assertRaisesRegex(RuntimeError, WRITTEN):
                self.between(change)

    def test_weights_of_another_type_or_shape(self):
        for change, got in ((lambda: self.layer.half(), "got torch.float16"), (lambda: self.layer.double(), "got torch.float64"),
                            (lambda: self.set_data(torch.ones(1, 1)), r"of shape \[1, 1\]"),
                            (lambda: self.set_data(torch.ones(200, 4)), r"of shape \[200, 4\]")):
            self.setUp()
            with self.subTest(got), self.assertRaisesRegex(RuntimeError, "clause_weights: expected .* as in the forward pass.*" + got):
                self.between(change)

    def set_data(self, values):
        self.weights.data = values

    def test_weights_that_were_replaced(self):
        def replace():
            self.layer.clause_weights = torch.nn.Parameter(torch.ones(2, 4))

        for change in (replace, lambda: delattr(self.layer, "clause_weights"), lambda: setattr(self, "layer", None)):
            self.setUp()
            self.between(change)
            self.expect_the_same()  # the gradient of the parameter that was used
        self.setUp()
        out = self.run_forward()
        torch.nn.utils.parametrize.register_parametrization(self.layer, "clause_weights", torch.nn.Identity())
        try:  # some versions of torch write to the parameter, and notice it themselves
            out.backward(self.gradient)
            self.expect_the_same()
        except RuntimeError as error:
            self.assertIn(WRITTEN, str(error))

    def test_weights_that_come_from_others(self):
        torch.nn.utils.parametrize.register_parametrization(self.layer, "clause_weights", Exponential(), unsafe=True)
        original = self.layer.parametrizations.clause_weights.original
        with torch.no_grad():
            original.fill_(7)  # exp(7) is above 500, and the fixed weight is not as it should be
        with torch.nn.utils.parametrize.cached():
            out = self.run_forward()
            self.assertGreater(self.layer.clause_weights.min(), 1000)  # somebody else's tensor is not written to
            out.backward(self.gradient)
        self.assertTrue(original.grad.isfinite().all() and (original.grad[:, :3] != 0).any())

    def test_logits(self):
        def write():
            with torch.no_grad():
                self.logits += 1

        with self.assertRaisesRegex(RuntimeError, WRITTEN):
            self.between(write)
        for values, got in ((torch.ones(2, 3), r"of shape \[2, 3\]"), (torch.ones(10, 3).double(), "got torch.float64")):
            self.setUp()
            with self.subTest(got), self.assertRaisesRegex(RuntimeError, "the saved logits of 'Paper'.*" + got):
                self.between(lambda: setattr(self.logits, "data", values))

    def test_results(self):
        out = self.run_forward()
        out *= 2
        out.backward(self.gradient / 2)
        self.expect_the_same()

    def test_relations_and_plans(self):
        self.between(lambda: self.relations["Cite"].zero_())
        self.expect_the_same()
        self.setUp()
        plan = kenn.Plan(self.knowledge, {"Paper": 10}, self.relations)
        out = self.layer(self.logits, plan)
        del plan
        self.layer._start()  # and with it all plans
        self.relations = self.knowledge = None
        gc.collect()
        out.backward(self.gradient)
        self.expect_the_same()

    def test_copies(self):
        self.between(lambda: (copy.deepcopy(self.layer), pickle.loads(pickle.dumps(self.layer))))
        self.expect_the_same()


class Graphs(Backward):
    def test_twice(self):
        out = self.run_forward()
        for _ in range(2):
            out.backward(self.gradient, retain_graph=True)
            self.expect_the_same()
        out.backward(self.gradient)
        with self.assertRaisesRegex(RuntimeError, "backward through the graph a second time"):
            out.backward(self.gradient)

    def test_second_derivatives_of_the_weights(self):
        for other in (self.logits, self.logits.detach()):
            out = self.layer(other, self.relations)
            of_weights, = torch.autograd.grad(out.sum(), self.weights, create_graph=True)
            with self.assertRaisesRegex(RuntimeError, "no second derivatives"):
                (out.sum() + of_weights.pow(2).sum()).backward()

    def test_several_gradients_at_once(self):
        out = self.run_forward()
        with self.assertRaises(RuntimeError):
            torch.autograd.grad(out, self.logits, torch.stack([self.gradient] * 2), is_grads_batched=True)

    def test_derivatives_forward(self):
        self.layer.requires_grad_(False)
        for logits in (self.logits.detach(), self.logits):
            with torch.autograd.forward_ad.dual_level():
                dual = torch.autograd.forward_ad.make_dual(logits, torch.ones(10, 3))
                with self.assertRaisesRegex(RuntimeError, "forward mode AD"):
                    self.layer(dual, self.relations)

    def test_tensors_without_memory(self):
        with torch.no_grad(), self.assertRaisesRegex(kenn.DataError, "the tensor of 'Paper' has no memory"):
            self.layer(torch._efficientzerotensor((10, 3)), self.relations)
        out = self.run_forward()
        with self.assertRaisesRegex(kenn.DataError, "the tensor of 'Paper' has no memory"):
            out.backward(torch._efficientzerotensor((10, 3)))

    def test_logits_that_are_negated_views(self):
        with torch.no_grad():
            expected = self.layer(self.logits, self.relations)
            self.assertTrue(torch.equal(self.layer(torch._neg_view(-self.logits), self.relations), expected))


class Threads(Backward):
    def in_threads(self, work, count=4):
        wrong = []

        def guarded():
            try:
                if not work():
                    wrong.append("another gradient")
            except Exception as error:
                wrong.append(str(error))

        threads = [threading.Thread(target=guarded) for _ in range(count)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(wrong, [])

    def test_one_graph(self):
        generator = torch.Generator().manual_seed(2)
        logits = torch.randn(3000, 3, generator=generator).requires_grad_()
        out = self.layer(logits, {"Cite": torch.randint(0, 3000, (2, 30000), generator=generator)})
        gradients = [torch.randn(3000, 3, generator=generator) for _ in range(2)]
        expected = [torch.autograd.grad(out, logits, each, retain_graph=True)[0] for each in gradients]

        def work():
            return all(torch.equal(torch.autograd.grad(out, logits, each, retain_graph=True)[0], result)
                       for _ in range(50) for each, result in zip(gradients, expected))

        self.in_threads(work)

    def test_weights_that_are_moved_back(self):
        """The first threads after a step move the weights back. No graph of another thread takes that for a change."""
        project, others = self.layer.project, []

        def project_late():  # when another thread has done it
            self.layer.project = project
            with torch.enable_grad():
                others.append(self.run_forward())
            project()

        with torch.no_grad():
            self.weights.fill_(-1)
        self.layer.project = project_late
        self.run_forward()
        others[0].backward(self.gradient)
        with torch.no_grad():
            self.weights.copy_(torch.tensor([[0.0, 500.0, 0.5, 0.75]]).expand(2, 4))
        expected, = torch.autograd.grad(self.run_forward(), self.logits, self.gradient)
        barrier = threading.Barrier(4)

        def work():
            same = True
            for _ in range(100):
                if barrier.wait() == 0:
                    with torch.no_grad():
                        self.weights.copy_(torch.tensor([[-3.0, 600.0, 0.5, 9.0]]).expand(2, 4))
                barrier.wait()
                found, = torch.autograd.grad(self.run_forward(), self.logits, self.gradient)
                same = same and torch.equal(found, expected)
            return same

        self.in_threads(work)


if __name__ == "__main__":
    unittest.main()
