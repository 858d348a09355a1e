# The front door. Every target installs what it needs (scripts/setup), so each works on a fresh machine.
#
#   make demo      build the program, then show what a rule is worth: build/demo/report.html
#   make paper     reproduce the paper's experiment on Citeseer, RUNS=500: build/paper/
#   make trust     measure on Citeseer what wrong rules do, RUNS=20: build/trust/
#   make build     the program, build/release/kenn
#   make test      build, then run all tests
#   make bench     build, then run the benchmarks
#   make docs      the documentation site: build/docs/site/index.html
#   make fuzz      one minute of fuzzing the readers
#   make kills     kill trainings, experiments and writes: KILLS="40 20 110" of each
#   make lint      formatting, static analysis, and whether the kernels compile for NEON
#   make format    reformat the sources
#   make golden    write the expected outputs of the golden tests anew

.PHONY: help setup demo paper trust program build test bench docs fuzz kills lint format golden test-asan test-tsan clean
.NOTPARALLEL:

# Which preset `make test` builds and runs.
PRESET ?= release
FUZZ_SECONDS ?= 60
RUNS ?= 500
KILLS ?= 40 20 110

sources = $(shell find apps bench examples fuzz include python src tests -name '*.cpp' -o -name '*.h')

# Debian 12 has version 14 of the LLVM tools, whose formatting is the one that counts; elsewhere the default is used.
# (Asked by the shell, since make expands a recipe before its first line has installed anything.)
llvm_tool = $$(command -v $(1)-14 || echo $(1))

help:
	@sed -n '/^#   make/s/^# *//p' Makefile

setup:
	scripts/setup build test bench lint fuzz

# A folder that is not configured yet is configured without what the program does not need: tests, benchmarks and torch, which
# is a large download. `make build` adds them.
program:
	test -e build/release/build.ninja || cmake --preset release -DKENN_BUILD_TESTS=OFF -DKENN_BUILD_BENCH=OFF \
	  -DKENN_BUILD_TORCH=OFF
	cmake --build --preset release --target kenn-cli

demo:
	scripts/setup demo
	$(MAKE) program
	scripts/demo

paper:
	scripts/setup paper
	$(MAKE) program
	scripts/paper --runs $(RUNS)

trust: RUNS = 20
trust:
	scripts/setup paper
	$(MAKE) program
	scripts/trust --runs $(RUNS)

build:
	scripts/setup test
	cmake --preset $(PRESET)
	cmake --build --preset $(PRESET)

test: build
	ctest --preset $(PRESET)

test-asan:
	$(MAKE) test PRESET=asan

test-tsan:
	$(MAKE) test PRESET=tsan

bench:
	scripts/setup bench
	$(MAKE) build PRESET=release
	build/release/kenn-bench
	build/release/bench/engine-bench
	build/release/bench/knowledge-bench
	python3 bench/check_scaling.py build/release/kenn
	python3 bench/train_bench.py build/release/kenn
	/usr/bin/python3 bench/wide_train_bench.py build/release/kenn
	ctest --preset release -R '^python_wheel$$'
	build/release/python/sklearn/bin/python bench/enhance_bench.py build/release/kenn
	build/release/python/layer/bin/python bench/python_bench.py build/release/python/layer/bin/python build/release/bench/layer-bench

# The tutorial is executed for it: with this package, and with Debian's torch, which is a small download.
docs:
	scripts/setup docs
	/usr/bin/python3 -m venv --system-site-packages build/docs/venv
	build/docs/venv/bin/pip install --quiet $$(scripts/site --packages) .
	build/docs/venv/bin/python scripts/site

fuzz:
	scripts/setup fuzz
	cmake --preset fuzz -DCMAKE_CXX_COMPILER=$(call llvm_tool,clang++)
	cmake --build --preset fuzz
	fuzz/run build/fuzz/fuzz $(FUZZ_SECONDS)

kills: build
	KENN=$(CURDIR)/build/$(PRESET)/kenn KENN_SOURCE=$(CURDIR) KENN_BUILD=$(CURDIR)/build/$(PRESET) PYTHONPATH=tests \
	  python3 -B tests/cli/kill_test.py $(KILLS)

# The static analysis leaves out the tests: property tests take it minutes per file, and sanitizers watch them anyway. It
# leaves out files that include torch, too: clang 14 cannot read the headers of torch as C++20; and the bindings of Python, which
# need nanobind and are compiled by pip.
lint:
	scripts/setup build test lint
	$(call llvm_tool,clang-format) --dry-run --Werror $(sources)
	aarch64-linux-gnu-g++ -std=c++20 -fsyntax-only -Isrc -idirafter /usr/include src/kernels/center.cpp src/kernels/fast.cpp src/kernels/fuzzy.cpp src/kernels/dense.cpp src/kernels/network.cpp
	cmake --preset lint
	python3 scripts/tidy.py $(call llvm_tool,clang-tidy) build/lint \
	  $$(grep -LE 'include <(kenn/)?torch' $(filter-out tests/% python/% src/engine/torch/%,$(filter %.cpp,$(sources))))

format:
	scripts/setup lint
	$(call llvm_tool,clang-format) -i $(sources)

# Writes the expected files of the golden cases anew; read the difference before you commit it.
golden: build
	KENN=build/$(PRESET)/kenn KENN_SOURCE=. KENN_BUILD=build/$(PRESET) PYTHONPATH=tests \
	  python3 -B tests/golden/golden_test.py --update

clean:
	rm -rf build
