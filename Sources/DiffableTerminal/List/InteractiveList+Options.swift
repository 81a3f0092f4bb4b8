import DiffableEngine

extension InteractiveList {
    /// How a list behaves, and what it shows beside its rows.
    package struct Options {
        /// Whether the program searches. If not, a search shows the rows that match.
        package var searches = false
        /// Whether `a` and clicks on accessories are events of their own.
        package var tapsAccessories = false
        /// Whether the program does something with a row that is chosen. If not, no key is named for that.
        package var chooses = true
        /// Whether Tab picks rows, of which Enter chooses all.
        package var multiple = false
        /// Whether the program has a preview of the selected row.
        package var previews = false
        /// Whether a row whose cell changed shows what it was, until the next apply.
        package var showsOld = false
        /// Whether the last line names keys while it has nothing else to show.
        package var hints = true
        /// The keys of the program, with what each does after a blank: `d delete`.
        package var keys: [[UInt8]] = []
        /// The lines above the rows. Of each, what follows a tab ends where the details of the rows end.
        package var title: [[UInt8]] = []
        /// The line below the rows. If it is empty, there is none.
        package var footer: [UInt8] = []
        /// What stands before the search text.
        package var prompt: [UInt8] = [UInt8(ascii: "/")]
        /// How long rows move, in milliseconds; 0 for no motion.
        package var motionDuration = StandardOutput.motionDuration

        /// Whether all that is typed is searched for, at once: no letter is a key of the list, and Escape leaves.
        package var types = false
        /// The names of keys that are events, though the search would use them.
        package var boundKeys: [String] = []
        /// What is shown of an item, in place of its cell; nil for the cell.
        package var rowText: ((Identifier) -> RowText)?

        package init() {}
    }
}
