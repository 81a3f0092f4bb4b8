// `import Diffable` is the engine and its views.

@_exported import DiffableEngine
@_exported import DiffableViews
