// Does not compile: edits of a copy of `checked` would be lost. The last two lines have one error each.
import Diffable

var list = DiffableDataSourceSnapshot<String, Int>()
var tree = DiffableDataSourceSectionSnapshot<Int>()
try list.checked.appendSections(["fares"])
try tree.checked.append([1])
let ofList = list.checked
var ofTree = tree.checked
