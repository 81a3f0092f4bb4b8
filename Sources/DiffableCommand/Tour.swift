import CLua
import DiffableEngine
import DiffableTerminal

/// What `.help` shows. Every line that is indented can be typed, in this order.
enum Tour {
    static var banner: String { "Diffable \(version), \(String(cString: diffable_lua_release())). Type .help for a tour." }

    static let text = """
        Type Lua. What it returns is shown, and is in _. A line that ends in ; shows
        nothing. A tour, line by line:

          snapshot = diffable.snapshot{ { id = "fruit", items = { "apple", "pear" } } }
          snapshot                                -- what a list should be
          function title(i) return type(i) == "table" and i.title or i end
          source = diffable.data_source{ cell = title }  -- what rows show
          transaction = source:apply(snapshot)    -- makes the list so, and shows it
          snapshot:insert_items_before({ id = "fig", title = "Figs" }, "apple")
          snapshot:delete_items("pear")           -- edits change the snapshot alone
          source:apply(snapshot)                  -- finds the fewest changes
          _.difference.inserted_items             -- the same, as data
          source:index_path("apple")              -- where it is now

        Tab completes names, the arrow keys recall entries. ^C clears the line, or
        interrupts what runs; a second one ends the program. .quit or ^D leaves.

        """
}
