# `make demo` and `make test` do everything, from an empty Debian-like machine on.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
SOURCES := $(shell find core bindings benchmarks/reference src tests/core -name '*.[ch]pp' -o -name '*.h' -o -name '*.py' -o -path '*/static/*.*' -o -name '*.npz') examples/ewn_numba.py CMakeLists.txt cmake/mcmsConfig.cmake.in pyproject.toml
CPP := $(shell find core bindings benchmarks tests examples -name '*.[ch]pp')
PACKAGES := g++ python3-dev python3-venv
CLANG := clang libc++-dev libc++abi-dev libclang-rt-dev
# Every header by itself, as a program that includes nothing else would see it.
HEADERS := $(shell find core/include -name '*.hpp' | sort)
# pip's build in a kept folder: only what changed is compiled again. Warnings are errors in the tested build alone: no
# compiler to come must keep anybody from installing, and sanitizers make compilers warn of what is not there.
INSTALL := $(BIN)/pip install --quiet --disable-pip-version-check --no-build-isolation
SANITIZED := build/sanitized
CORES := $(shell nproc 2>/dev/null || getconf _NPROCESSORS_ONLN)
# Workers that have nothing left take tests from others, so that none waits for the last ones.
PARALLEL := -n auto --dist worksteal
# Tests of the core, by their mark; only files that have it are loaded, since sanitizers make imports slow.
CORE_TESTS = -m "core and not slow and not timing" tests/games tests/golden tests/property $(shell grep -l 'mark\.core' tests/test_*.py)
WHEELS := build/wheels
# What runs with the base install and the extras `cli` and `arena`, in some seconds.
LOWEST_TESTS := -m "not slow and not timing" tests/stats/test_intervals.py tests/stats/test_ratings.py tests/arena/test_records.py
CLUSTER_TESTS := $(BIN)/python -m pytest tests/arena/test_cluster.py tests/arena/test_cluster_tokens.py

.PHONY: demo test quick coverage docs check clang unit tests schema cluster timing sanitize tsan weights bench wheels lowest format clean tools clang-tools browser

demo: $(VENV)/.installed
	$(BIN)/mcms search pig --state '{"scores": [50, 40], "turn_total": 12, "to_move": 0}' --algorithm star2ss --ms 1000
	$(BIN)/mcms solve pig --plot build/pig.png
	@echo "The optimal stopping surface is drawn in build/pig.png."
	$(BIN)/mcms paper figure2,table1,tuning,theorem1 --pace nodes=500 --matches 350 --out build/paper

# Packages first, since only one apt-get may run at a time. Then what is happy with one core side by side, while the
# sanitized build goes on; then what uses all cores; at last what must not be disturbed.
test:
	+$(MAKE) tools clang-tools browser
	+$(MAKE) -j$(CORES) check clang tsan schema $(SANITIZED)/.installed
	+$(MAKE) tests sanitize
	+$(MAKE) cluster timing
	@echo "all checks passed"

check: $(VENV)/.tested
	$(BIN)/ruff check src tests benchmarks examples
	$(BIN)/ruff format --check src tests benchmarks examples
	$(BIN)/clang-format --dry-run --Werror $(CPP)
	cd build && MYPYPATH=.. ../$(BIN)/mypy --strict --config-file ../pyproject.toml -p mcms -p tests

# The other compiler with the other standard library: all headers, and a program that is run.
clang: | clang-tools
	@mkdir -p build/clang
	printf '%s\n' $(HEADERS) | xargs -n 1 -P $(CORES) clang++ -x c++ -std=c++20 -stdlib=libc++ -Wall -Wextra -Werror -Wno-pragma-once-outside-header -Icore/include -fsyntax-only
	clang++ -std=c++20 -stdlib=libc++ -O1 -Wall -Wextra -Werror -Icore/include examples/cpp/dice_race.cpp -pthread -o build/clang/dice_race
	build/clang/dice_race

unit: tests schema cluster timing

tests: $(VENV)/.tested | browser
	$(BIN)/python -m pytest $(PARALLEL) -m "not timing" --ignore tests/web/test_schema.py --ignore-glob 'tests/arena/test_cluster*.py'

# Schemathesis's tests have one id for all operations, of which a parallel run takes only one.
schema: $(VENV)/.tested
	$(BIN)/python -m pytest tests/web/test_schema.py

# Ray ends the whole process when a busy machine starves one of its own: once more if need be.
cluster: $(VENV)/.tested
	$(CLUSTER_TESTS) || $(CLUSTER_TESTS)

# What asks for time runs by itself.
timing: $(VENV)/.tested | browser
	$(BIN)/python -m pytest -m timing

# The core's tests again on a build with AddressSanitizer and UndefinedBehaviorSanitizer.
sanitize: $(SANITIZED)/.installed
	LD_PRELOAD="$$(clang++ -print-file-name=libclang_rt.asan-$$(uname -m).so) $$(g++ -print-file-name=libstdc++.so)" \
	ASAN_OPTIONS=detect_leaks=0:abort_on_error=1 UBSAN_OPTIONS=print_stacktrace=1 \
	PYTHONMALLOC=malloc PYTHONPATH=$(SANITIZED) MCMS_EXAMPLES=0.05 \
	$(BIN)/python -m pytest $(PARALLEL) -p no:cacheprovider $(CORE_TESTS)

# For every change: formatting and the core's tests, with fewer random trees.
quick: $(VENV)/.tested
	$(BIN)/ruff check src tests benchmarks examples
	$(BIN)/ruff format --check src tests benchmarks examples
	MCMS_EXAMPLES=0.02 $(BIN)/python -m pytest -q $(PARALLEL) $(CORE_TESTS)

# Which lines and branches of the Python package the tests run; the page is build/coverage/html/index.html.
coverage: $(VENV)/.tested
	@mkdir -p build/coverage
	$(BIN)/python -m pytest $(PARALLEL) -m "not timing" --ignore tests/e2e --ignore tests/web/test_schema.py --ignore tests/arena/test_cluster.py \
	  --ignore tests/arena/test_cluster_tokens.py --cov --cov-report=term --cov-report=html

# The documentation as a site, build/site/index.html; any warning is an error.
docs: $(VENV)/.tested
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet

# What threads share, once more under ThreadSanitizer: the table, searches by depth, MCTS.
tsan: | tools
	@mkdir -p build/tsan
	g++ -std=c++20 -O1 -g -fsanitize=thread -Wall -Wextra -Wno-restrict -Wno-maybe-uninitialized -ffp-contract=off -Icore/include tests/core/threads.cpp -pthread -o build/tsan/threads
	TSAN_OPTIONS=halt_on_error=1 build/tsan/threads

# The learnt evaluations that come with mcms, from nothing: backgammon alone takes over half an hour on two cores. The same
# command resumes where it was stopped; docs/learnt.md says what they are worth.
WEIGHTS := build/weights
weights: $(VENV)/.tested
	@mkdir -p $(WEIGHTS)
	$(LEARN) ewn --games 3000000 --lambda 0.9 --last-lambda 0.7 $(call KEPT,ewn)
	$(LEARN) cant_stop --games 400000 --guided 2000 --lambda 0.95 --last-lambda 0.9 $(call KEPT,cant_stop)
	$(LEARN) ra --games 100000 --lambda 0.98 --last-lambda 0.95 $(call TO,ra_plain,$(WEIGHTS))
	$(LEARN) ra --start $(WEIGHTS)/ra_plain.npz $(REFINED) --games 100000 --explore 0.05 --rate 0.001 $(call TO,ra_64,$(WEIGHTS),4)
	$(LEARN) ra --start $(WEIGHTS)/ra_64.npz $(REFINED) --hidden 128 --games 300000 --explore 0.03 --rate 0.002 $(call TO,ra_128,$(WEIGHTS),5)
	$(LEARN) ra --start $(WEIGHTS)/ra_128.npz $(REFINED) --hidden 256 --games 300000 --explore 0.03 --rate 0.002 $(call KEPT,ra,6)
	$(LEARN) backgammon --games 1600000 --hidden 128 --lambda 0.7 --last-lambda 0 $(call TO,backgammon_128,$(WEIGHTS))
	$(LEARN) backgammon --start $(WEIGHTS)/backgammon_128.npz $(GENERATIONS) --games 12000 --round 750 --passes 6 --rate 0.0015 $(call TO,backgammon_256,$(WEIGHTS))
	$(LEARN) backgammon --start $(WEIGHTS)/backgammon_256.npz $(GENERATIONS) --games 9000 --round 1500 --passes 8 --rate 0.0008 $(call KEPT,backgammon,2)
LEARN = $(BIN)/mcms learn
TO = --seed $(or $(3),1) --small --checkpoint $(WEIGHTS)/$(1).ckpt --out $(2)/$(1).npz
KEPT = $(call TO,$(1),src/mcms/weights,$(2))
REFINED = --without-luck --lambda 0.95 --last-lambda 0.8 --last-rate 0.00002
# Rounds of a hundred thousand states and more, valued one step ahead by the network as it is.
GENERATIONS = --hidden 256 --in-turn --without-luck --lambda 0 --last-lambda 0 --alternatives 4 --output-weight 0.1 \
  --value-weight 4 --common 0.2 --last-rate 0.00003 --keep-average 0.9997

bench: $(VENV)/.tested
	$(BIN)/mcms bench

# An sdist and from it a wheel, built in an environment of their own and tested in a fresh one without the sources.
wheels: $(WHEELS)/.built
	rm -rf $(WHEELS)/fresh
	$(PYTHON) -m venv $(WHEELS)/fresh
	$(WHEELS)/fresh/bin/pip install --quiet --disable-pip-version-check $(WHEELS)/dist/*.whl
	cd $(WHEELS)/fresh && bin/python $(CURDIR)/tests/smoke.py
	@ls $(WHEELS)/dist

$(WHEELS)/.built: $(SOURCES) | tools
	rm -rf $(WHEELS)
	$(PYTHON) -m venv $(WHEELS)/env
	$(WHEELS)/env/bin/pip install --quiet --disable-pip-version-check --upgrade 'pip>=25.1'
	$(WHEELS)/env/bin/pip install --quiet --disable-pip-version-check --group build
	$(WHEELS)/env/bin/python -m build --outdir $(WHEELS)/raw
	mkdir $(WHEELS)/dist
	mv $(WHEELS)/raw/*.tar.gz $(WHEELS)/dist
	if [ "$$(uname)" = Linux ]; then PATH=$(CURDIR)/$(WHEELS)/env/bin:$$PATH $(WHEELS)/env/bin/auditwheel repair --wheel-dir $(WHEELS)/dist $(WHEELS)/raw/*.whl; \
	  else mv $(WHEELS)/raw/*.whl $(WHEELS)/dist; fi
	touch $@

# The wheel once more, with exactly the oldest versions that pyproject.toml allows.
lowest: $(WHEELS)/.built
	rm -rf $(WHEELS)/lowest
	$(PYTHON) -m venv $(WHEELS)/lowest
	$(WHEELS)/env/bin/python tests/lower_bounds.py base cli arena > $(WHEELS)/lowest.txt
	$(WHEELS)/lowest/bin/pip install --quiet --disable-pip-version-check --upgrade 'pip>=25.1'
	$(WHEELS)/lowest/bin/pip install --quiet --disable-pip-version-check --constraint $(WHEELS)/lowest.txt --group lowest "$$(echo $(WHEELS)/dist/*.whl)[cli,arena]"
	$(WHEELS)/lowest/bin/pip check
	cd $(WHEELS)/lowest && bin/python $(CURDIR)/tests/smoke.py
	MCMS_EXAMPLES=0.05 $(WHEELS)/lowest/bin/python -m pytest -q -p no:cacheprovider $(LOWEST_TESTS)

format: $(VENV)/.tested
	$(BIN)/ruff check --fix src tests benchmarks examples
	$(BIN)/ruff format src tests benchmarks examples
	$(BIN)/clang-format -i $(CPP)

clean:
	rm -rf build $(VENV) .mypy_cache .pytest_cache .ruff_cache .hypothesis

$(VENV)/.installed: $(VENV)/.tools $(SOURCES)
	$(INSTALL) --config-settings build-dir=build/release --config-settings cmake.define.MCMS_TEST_VARIANTS=OFF '.[cli,arena,plots]'
	touch $@

$(VENV)/.tested: $(VENV)/.tools $(SOURCES)
	$(INSTALL) --config-settings build-dir=build/tested --config-settings cmake.define.MCMS_TEST_VARIANTS=ON --config-settings cmake.define.MCMS_BENCH=ON --config-settings cmake.define.MCMS_WERROR=ON '.[test]'
	touch $@ $(VENV)/.installed

$(SANITIZED)/.installed: $(VENV)/.tested | clang-tools
	rm -rf $(SANITIZED)
	CXX=clang++ $(INSTALL) --no-deps --target $(SANITIZED) --config-settings build-dir=build/sanitize \
	  --config-settings cmake.define.MCMS_SANITIZE=ON --config-settings cmake.define.MCMS_TEST_VARIANTS=ON \
	  --config-settings cmake.define.MCMS_BENCH=ON .
	touch $@

$(VENV)/.tools: pyproject.toml | tools
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check 'scikit-build-core>=0.11' 'nanobind>=2.7' cmake ninja
	touch $@

# A compiler and Python's headers come from Debian where they are missing; everything else from PyPI.
tools:
	@if ! command -v g++ >/dev/null || ! $(PYTHON) -c 'import ensurepip, os, sysconfig; os.stat(sysconfig.get_path("include") + "/Python.h")' 2>/dev/null; then \
	  SUDO=$$([ $$(id -u) = 0 ] || echo sudo); $$SUDO apt-get update -qq && $$SUDO apt-get install -y -qq $(PACKAGES); fi

clang-tools:
	@if ! echo '#include <atomic>' | clang++ -stdlib=libc++ -x c++ -fsyntax-only - 2>/dev/null || \
	    ! [ -e "$$(clang++ -print-file-name=libclang_rt.asan-$$(uname -m).so)" ]; then \
	  SUDO=$$([ $$(id -u) = 0 ] || echo sudo); $$SUDO apt-get update -qq && $$SUDO apt-get install -y -qq $(CLANG); fi

# The tests of the web page drive Debian's Chromium.
browser:
	@if ! command -v chromium >/dev/null; then \
	  SUDO=$$([ $$(id -u) = 0 ] || echo sudo); $$SUDO apt-get update -qq && $$SUDO apt-get install -y -qq chromium; fi
