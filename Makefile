# The commands of this project; CI runs the same ones.
#   make run     build the app and start it with demo data
#   make test    all tests: Rust, web, browser
#   make test-old-browsers  the app in Chromium 88 to 109, Firefox and WebKit (`make test` does Chromium 88)
#   make test-crash  kills, power cuts and failing disks at full length (some ten minutes; `make test` does one)
#   make test-remote  two servers over one real SurrealDB server, which is compiled first (some twenty minutes, once)
#   make check   formatting, lints, types, stale generated files
#   make gen     regenerate generated files
#   make bench   measure speed and size, as in the packages, after half an hour of compiling (PROFILE=dev: at once)
#   make soak    two days of 300 students in twenty minutes: memory, disk, errors
#   make test-operate  install, log in, back up, wipe, restore, upgrade and go back, as in docs/operate.md
#   make dist    the packages, in dist/ (a release build: over half an hour from nothing)
#   make audit   licences, sources and known vulnerabilities of our dependencies (needs cargo-deny)

TARGET  := $(abspath $(or $(CARGO_TARGET_DIR),target))
SABI    := $(TARGET)/debug/sabi
OPENAPI := $(TARGET)/debug/examples/openapi
NPM     := npm --prefix web

OLD     := web/e2e/old-browsers
INSTALLED     := web/node_modules/.package-lock.json
OLD_INSTALLED := $(OLD)/node_modules/.package-lock.json

.PHONY: run test test-rust-web test-rust test-web test-browser test-old-browsers test-crash test-remote test-operate dist check gen bench soak audit web toolchain

# Always --workspace: selecting one package selects other features, and compiles the database again.
run: toolchain web
	cargo build --workspace --bin sabi
	$(SABI) serve --demo

# The database is C++.
toolchain:
	@scripts/toolchain

web: $(INSTALLED)
	$(NPM) run --silent build

# npm writes these files last, so an interrupted installation is begun again.
$(INSTALLED): web/package.json web/package-lock.json
	$(NPM) ci --no-audit --no-fund
	@touch $@

$(OLD_INSTALLED): $(OLD)/package.json $(OLD)/package-lock.json
	npm --prefix $(OLD) ci --no-audit --no-fund
	@touch $@

test: test-rust-web test-browser test-operate

test-rust-web: toolchain web
	@scripts/both "cargo test --workspace" "$(NPM) test"

test-rust: toolchain web
	cargo test --workspace

test-web: $(INSTALLED)
	$(NPM) test

test-browser: toolchain web $(OLD_INSTALLED)
	@scripts/browser
	cargo build --workspace --bin sabi
	SABI_BIN=$(SABI) $(NPM) run e2e

test-old-browsers: toolchain web $(OLD_INSTALLED)
	@scripts/old-browsers
	cargo build --workspace --bin sabi
	SABI_BIN=$(SABI) SABI_OLD_BROWSERS=all $(NPM) run e2e -- oldBrowsers

test-operate: toolchain web
	cargo build --workspace --bin sabi
	SABI_BIN=$(SABI) scripts/operate-walk

# Words in ONLY choose scenarios; --seed=N in it repeats a run.
test-crash: toolchain web
	cargo test --workspace --test crash -- --long $(ONLY)

# Words in ONLY choose scenarios.
test-remote: toolchain web
	cargo build --workspace --bin sabi
	scripts/surrealdb
	cargo test --workspace --test remote -- $(TARGET)/remote/debug/sabi-remote $(ONLY)

check: toolchain web
	cargo fmt --all --check
	@scripts/both "cargo clippy --workspace --all-targets --test remote -- -D warnings" "$(NPM) run check"
	cargo build --workspace --example openapi
	@$(OPENAPI) | diff -q - api/openapi.json >/dev/null \
		|| { echo "api/openapi.json is stale: run make gen"; exit 1; }

gen: toolchain $(INSTALLED)
	cargo build --workspace --example openapi
	$(OPENAPI) > api/openapi.json
	$(NPM) run gen

# With PROFILE=dev our code is optimised as in a release, and the database is compiled as for the tests.
bench: toolchain web
	CARGO_PROFILE_DEV_OPT_LEVEL=3 cargo bench --profile $(or $(PROFILE),release) --workspace --bench budgets --bench attempts --bench content --bench bank --bench disk --bench million --bench load --bench console

soak: toolchain web
	cargo bench --profile dev --workspace --bench soak -- --minutes=$(or $(MINUTES),20) $(if $(MEMORY),--memory=$(MEMORY))

dist: toolchain web
	scripts/dist

# Not part of the tests: news about dependencies must not fail them.
audit:
	@scripts/audit
