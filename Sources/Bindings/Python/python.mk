# The Python package: Python files, declarations that declare.py generates from the header, and the shared library.

PYTHON := Sources/Bindings/Python
PYTHON_FILES := $(wildcard $(PYTHON)/diffable/*.py) $(PYTHON)/diffable/py.typed
.PHONY: python

python: all
	@$(MAKE) --no-print-directory build/python/diffable/libdiffable.so.$(ABI)

build/python/diffable/libdiffable.so.$(ABI): $(PYTHON_FILES) $(PYTHON)/declare.py include/diffable.h build/lib/libdiffable.so.$(ABI)
	@rm -rf build/python
	@mkdir -p $(@D)
	@cp $(PYTHON_FILES) $(@D)
	@python3 $(PYTHON)/declare.py include/diffable.h >$(@D)/_declarations.py
	@cp build/lib/libdiffable.so.$(ABI) $@
	@$(CROSS)strip $@
	@python3 -B packaging/build_id.py $@
