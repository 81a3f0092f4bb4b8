import DiffableEngine

extension InteractiveList {
    /// How a list behaves, and what it shows beside its rows.
    package struct Options {
        /// Whether the program handles searches itself. If not, the list shows only the rows that match.
        package var searches = false
        /// Whether the key `a` and clicks on accessories cause `accessory` events.
        package var tapsAccessories = false
        /// Whether the program does something when a row is chosen. If not, the hint and the list of keys do not
        /// mention Enter.
        package var chooses = true
        /// Whether Tab picks rows. Enter then chooses all picked rows.
        package var multiple = false
        /// Whether the program has a preview of the selected row.
        package var previews = false
        /// Whether a row whose cell changed also shows its old text, until the next apply.
        package var showsOld = false
        /// Whether the last line names keys while it has nothing else to show.
        package var hints = true
        /// The keys of the program. Each key is followed by a blank and by what it does: `d delete`.
        package var keys: [[UInt8]] = []
        /// The lines above the rows. In each line, the part after a tab is aligned at the right with the details of the
        /// rows.
        package var title: [[UInt8]] = []
        /// The line below the rows. If it is empty, there is none.
        package var footer: [UInt8] = []
        /// The text before the search text.
        package var prompt: [UInt8] = [UInt8(ascii: "/")]
        /// How long rows move, in milliseconds; 0 for no motion.
        package var motionDuration = StandardOutput.motionDuration

        /// Whether everything that is typed goes into the search text. Then no letter is a key of the list, and Escape
        /// leaves the list.
        package var types = false
        /// The names of keys that are events even if the search field would handle them.
        package var boundKeys: [String] = []
        /// Returns the text that is shown for an item instead of its cell; nil to show the cells.
        package var rowText: ((Identifier) -> RowText)?

        package init() {}
    }
}
