import DiffableEngine

/// The destination of a text view. The functions are called for each apply, because a destination may change.
package struct TextOutput {
    var write: TextView.Writer
    /// The columns of a terminal, at which lines are cut; nil if lines are never cut.
    var columns: () -> Int?
    /// Whether `TextView.Color.auto` means colors.
    var wantsColor: () -> Bool
    /// Shows animated applies as motion; nil for a destination without motion.
    var animationSink: () -> AnimationSink?

    package init(
        columns: @escaping () -> Int? = { nil }, wantsColor: @escaping () -> Bool = { false },
        animationSink: @escaping () -> AnimationSink? = { nil }, write: @escaping TextView.Writer
    ) {
        self.write = write
        self.columns = columns
        self.wantsColor = wantsColor
        self.animationSink = animationSink
    }
}

/// An apply, as a text view shows it.
package struct DrawnApply {
    package let transaction: Transaction
    package let rows: [ShownRow]
    /// All rows and the summary, as the view would write them.
    package let text: String
    package let renderer: TextRenderer
}

/// Shows applies as motion at the destination of a text view.
package struct AnimationSink {
    /// Returns whether the sink will show the apply; if not, the view writes the text.
    package var accept: (DrawnApply) throws(DiffableError) -> Bool
    /// Shows the accepted applies, and returns when all rows are at their final lines.
    package var finish: () throws(DiffableError) -> Void

    package init(
        accept: @escaping (DrawnApply) throws(DiffableError) -> Bool, finish: @escaping () throws(DiffableError) -> Void
    ) {
        self.accept = accept
        self.finish = finish
    }
}
