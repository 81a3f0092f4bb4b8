# Measurements. Requirements are in the tests.

# Compares the engine with loops in C and with the usual algorithms. ONLY="group ..." runs only these groups. The group
# small-luajit runs only if it is named.
bench: all .build-typed/headers $(if $(filter small-luajit,$(ONLY)),lua-all) $(if $(filter web,$(ONLY)),bench-web)
	@.ci/setup bench
	@$(if $(filter-out web,$(ONLY))$(if $(ONLY),,all),SWIFT=$(SWIFT) SWIFTC=$(SWIFT)c Benchmarks/run $(filter-out web,$(ONLY)))

# Checks that hostile input takes time in proportion to its size.
bench-linear: all
	@Benchmarks/linear

# Shows where the time of a short list goes, stage by stage.
bench-stages: all
	@Benchmarks/stages

# Filtered and sorted lists of GTK 4 and Qt 6. Not part of `make bench`, because of the packages that they need.
bench-derived-peers: all
	@.ci/setup peers
	@Benchmarks/derived_peers/run

# Measures the file that `diffable watch --save` writes for a day of ps, and how long it takes to show a moment of it.
# LISTS=1000 measures less than a day.
bench-watch-history: all
	@python3 Benchmarks/watch_history.py $(LISTS)

# The chart of docs/performance.md, measured anew.
bench-chart: all
	@SWIFTC=$(SWIFT)c Benchmarks/run growth > build/growth.tsv
	@lua5.4 Benchmarks/growth.lua < build/growth.tsv > docs/performance-growth.svg
