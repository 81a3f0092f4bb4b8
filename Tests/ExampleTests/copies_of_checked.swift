// Does not compile: `checked` edits in place, and an edit of a copy of it would be lost. One error in each of the last
// two lines.
import Diffable

var list = DiffableDataSourceSnapshot<String, Int>()
var tree = DiffableDataSourceSectionSnapshot<Int>()
try list.checked.appendSections(["fares"])
try tree.checked.append([1])
let ofList = list.checked
var ofTree = tree.checked
