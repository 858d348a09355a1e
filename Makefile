# The front door. Every target installs what it needs (scripts/setup), so each works on a fresh machine.
#
#   make build     the program, build/release/kenn
#   make test      build, then run all tests
#   make bench     build, then run the benchmarks
#   make fuzz      one minute of fuzzing of both readers
#   make lint      formatting and static analysis
#   make format    reformat the sources

.PHONY: help setup build test bench fuzz lint format test-asan test-tsan clean

# Which preset `make test` builds and runs.
PRESET ?= release
FUZZ_SECONDS ?= 60

sources = $(shell git ls-files '*.cpp' '*.h')

help:
	@sed -n '/^#   make/s/^# *//p' Makefile

setup:
	scripts/setup build test bench lint fuzz

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

bench: build
	build/release/bench/knowledge-bench
	python3 bench/check_scaling.py build/release/kenn

fuzz:
	scripts/setup fuzz
	cmake --preset fuzz
	cmake --build --preset fuzz --target fuzz-kenn fuzz-kenn2
	fuzz/run build/fuzz/fuzz $(FUZZ_SECONDS)

lint:
	scripts/setup build test lint
	clang-format-14 --dry-run --Werror $(sources)
	cmake --preset release
	python3 scripts/tidy.py build/release $(filter %.cpp,$(sources))

format:
	scripts/setup lint
	clang-format-14 -i $(sources)

clean:
	rm -rf build
