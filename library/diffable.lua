---@meta diffable
-- The types of the Lua module, for editors: add this folder to `workspace.library` of the Lua language server.
-- docs/lua.md says what each function does, with docs/lua-views.md and docs/lua-screen.md.
--
-- T is the type of the tables that are items of a list, or diffable.Id for bare identifiers. If you state T where a
-- data source or a snapshot is made, the language server also knows it in providers and handlers, and for `item(id)`,
-- `change.old` and `change.new`:
--
--     ---@type diffable.DataSource<Fare>
--     local source = diffable.data_source{ cell = function(fare) return fare.title end }
--
-- Generic classes need version 3.17 of the language server; an older one takes T for an unknown type.

---An integer or a string of any bytes. 1 and "1" differ.
---@alias diffable.Id integer|string

---An identifier, or a table with an `id`.
---@alias diffable.Named diffable.Id|{ id: diffable.Id, [any]: any }

---Identifiers, or one by itself.
---@alias diffable.Ids diffable.Named|diffable.Named[]

---An item: its identifier, or a table that is its content. The table may also say what is below the item, and whether
---that is shown.
---@alias diffable.Item
---| diffable.Id
---| { id: diffable.Id, children?: diffable.Item[], expanded?: boolean, expandable?: boolean, [any]: any }

---Items, or one by itself.
---@alias diffable.Items diffable.Item|diffable.Item[]

---A section: its identifier, or a table that is its content.
---@alias diffable.Section diffable.Id|{ id: diffable.Id, items?: diffable.Items, [any]: any }

---Sections, or one by itself.
---@alias diffable.Sections diffable.Section|diffable.Section[]

---@alias diffable.RowAnimation
---| "automatic" | "fade" | "right" | "left" | "top" | "bottom" | "middle" | "none"

---@alias diffable.Accessory
---| "checkmark" | "disclosure" | "star" | "star.fill" | "none" | string

---Counts from 1.
---@class diffable.IndexPath
---@field section integer
---@field item integer

---The error that the functions of the module raise. `tostring`, `print` and `..` show its position, its code and the
---name of the call before the message.
---@class diffable.Error
---@field code string such as "DUPLICATE_IDENTIFIER"
---@field message string what is wrong, without position, code and call
---@field identifier? diffable.Id what the error is about

---What a row, a header or a footer shows.
---@class diffable.Cell
---@field text? string|number at the left
---@field detail? string|number at the right
---@field secondary_text? string|number on a second line
---@field image? string|number a glyph in front of the text
---@field accessory? diffable.Accessory at the far right
---@field height? integer in lines, 0 to 1,000
---@field indentation? integer in levels, 0 to 100

---One change of a difference. Sections have an index, items an index path.
---@class diffable.Change<T>
---@field id diffable.Id
---@field old_id? diffable.Id of a renamed item: the identifier in the old list
---@field from? integer|diffable.IndexPath in the old list
---@field to? integer|diffable.IndexPath in the new list
---@field with_section? boolean true for an item that is deleted or inserted with its section
---@field old? T the content in the old list; nil for a bare identifier
---@field new? T the content in the new list; nil for a bare identifier

---@class diffable.SectionChange: diffable.Change<table>
---@field from? integer in the old list
---@field to? integer in the new list

---@class diffable.ItemChange<T>: diffable.Change<T>
---@field from? diffable.IndexPath in the old list
---@field to? diffable.IndexPath in the new list

---@alias diffable.StepKind
---| "delete_sections" | "insert_sections" | "move_sections" | "update_sections"
---| "delete_items" | "insert_items" | "move_items" | "reload_items" | "reconfigure_items"

---One step of a difference: a change of consecutive elements. Its indexes are valid when all steps before it are done.
---@class diffable.Step
---@field kind diffable.StepKind
---@field count integer
---@field from? integer|diffable.IndexPath where the first of them is
---@field to? integer|diffable.IndexPath where the first of them is put
---@field ids diffable.Id[]

---The number of changes of each kind.
---@class diffable.Counts
---@field deleted_sections integer
---@field inserted_sections integer
---@field moved_sections integer
---@field updated_sections integer
---@field deleted_items integer
---@field inserted_items integer
---@field moved_items integer
---@field reloaded_items integer
---@field reconfigured_items integer

---@class diffable.SnapshotOptions<T>
---@field key? string|fun(item: T): diffable.Id where items have their identifiers, in place of `id`

---A section or an item as `to_table` returns it, with the fields of its content.
---@class diffable.Described
---@field id? diffable.Id nil if the key is another field
---@field items? (diffable.Described|diffable.Id)[] of a section
---@field children? (diffable.Described|diffable.Id)[] of an item
---@field expanded? boolean
---@field expandable? boolean

---@class diffable.DeleteOptions
---@field must_exist? boolean an unknown identifier is an error

---Where items are appended or prepended.
---@class diffable.AppendOptions<T>
---@field parent? diffable.Id|T the items become its last children, or its first ones if they are prepended
---@field section? diffable.Named

---What a list should be: sections, and in each section trees of items. A section snapshot has one section, which has no
---name.
---@class diffable.Snapshot<T>
---@operator len: integer
local Snapshot = {}

---@param sections diffable.Sections
function Snapshot:append_sections(sections) end

---@param sections diffable.Sections
---@param anchor diffable.Named
function Snapshot:insert_sections_before(sections, anchor) end

---@param sections diffable.Sections
---@param anchor diffable.Named
function Snapshot:insert_sections_after(sections, anchor) end

---@param ids diffable.Ids
---@param options? diffable.DeleteOptions
---@return integer deleted the number of deleted sections
function Snapshot:delete_sections(ids, options) end

---@param id diffable.Named
---@param anchor diffable.Named
function Snapshot:move_section_before(id, anchor) end

---@param id diffable.Named
---@param anchor diffable.Named
function Snapshot:move_section_after(id, anchor) end

---@param sections diffable.Sections
function Snapshot:reload_sections(sections) end

---@param sections diffable.Sections
function Snapshot:reconfigure_sections(sections) end

---@param sections { id: diffable.Id, [any]: any }|{ id: diffable.Id, [any]: any }[]
---@return integer updated how many sections differ
function Snapshot:update_sections(sections) end

---@param items diffable.Id|T|(diffable.Id|T)[]
---@param place? diffable.Named|diffable.AppendOptions<T> a section or a table of options; the last section if omitted
function Snapshot:append_items(items, place) end

---@param items diffable.Id|T|(diffable.Id|T)[]
---@param place? diffable.Named|diffable.AppendOptions<T> a section or a table of options; the last section if omitted
function Snapshot:prepend_items(items, place) end

---@param items diffable.Id|T|(diffable.Id|T)[]
---@param index integer in the section, of the visible item that will follow them; the last index plus 1 for the end
---@param section? diffable.Named the last section if it is left out
function Snapshot:insert_items_at(items, index, section) end

---@param items diffable.Id|T|(diffable.Id|T)[]
---@param section? diffable.Named the last section if it is left out
function Snapshot:replace_items(items, section) end

---@param items diffable.Id|T|(diffable.Id|T)[]
---@param anchor diffable.Id|T
function Snapshot:insert_items_before(items, anchor) end

---@param items diffable.Id|T|(diffable.Id|T)[]
---@param anchor diffable.Id|T
function Snapshot:insert_items_after(items, anchor) end

---@param ids diffable.Id|T|(diffable.Id|T)[]
---@param options? diffable.DeleteOptions
---@return integer deleted the number of deleted items, those below the given ones included
function Snapshot:delete_items(ids, options) end

---@return integer deleted the number of deleted items, hidden ones included
function Snapshot:clear() end

---Apple's name of `clear`.
---@return integer deleted the number of deleted items, hidden ones included
function Snapshot:delete_all_items() end

---@param id diffable.Id|T
---@param anchor diffable.Id|T
function Snapshot:move_item_before(id, anchor) end

---@param id diffable.Id|T
---@param anchor diffable.Id|T
function Snapshot:move_item_after(id, anchor) end

---@param ids diffable.Id|T|(diffable.Id|T)[]
---@param section diffable.Named
function Snapshot:move_items_to_section(ids, section) end

---@param ids diffable.Id|T|(diffable.Id|T)[]
---@param parent diffable.Id|T
function Snapshot:move_items_to_parent(ids, parent) end

---Replaces everything below an item.
---@param parent diffable.Id|T
---@param children diffable.Snapshot<T> a section snapshot
function Snapshot:replace_children(parent, children) end

---Replaces all items of a section.
---@param section_snapshot diffable.Snapshot<T>
---@param section diffable.Named appended if the snapshot lacks it
function Snapshot:set_section_snapshot(section_snapshot, section) end

---@param ids diffable.Id|T|(diffable.Id|T)[]
function Snapshot:expand(ids) end

---@param ids diffable.Id|T|(diffable.Id|T)[]
function Snapshot:collapse(ids) end

---An apply gives these items the expansion that they have in the list.
---@param ids diffable.Id|T|(diffable.Id|T)[]
function Snapshot:keep_expansion(ids) end

---An apply gives these items the children that they have in the list, unless they have children in this snapshot.
---@param ids diffable.Id|T|(diffable.Id|T)[]
function Snapshot:keep_children(ids) end

---An expandable item has a sign of expansion even without children.
---@param ids diffable.Id|T|(diffable.Id|T)[]
---@param expandable boolean
function Snapshot:set_expandable(ids, expandable) end

---@param items diffable.Id|T|(diffable.Id|T)[]
function Snapshot:reload_items(items) end

---@param items diffable.Id|T|(diffable.Id|T)[]
function Snapshot:reconfigure_items(items) end

---@param items diffable.Id|T|(diffable.Id|T)[]
---@return integer updated how many items differ
function Snapshot:update_items(items) end

---@param id diffable.Id|T
---@param new_id diffable.Id
function Snapshot:rename_item(id, new_id) end

---@return diffable.Id[]
function Snapshot:section_identifiers() end

---@param section? diffable.Named all sections if it is left out
---@return diffable.Id[] the visible items
function Snapshot:item_identifiers(section) end

---@return diffable.Id[] all hidden and visible items, each one before its children
function Snapshot:all_item_identifiers() end

---@param section? diffable.Named all sections if it is left out
---@return diffable.Id[]
function Snapshot:root_item_identifiers(section) end

---@param id diffable.Id|T
---@return diffable.Id[]
function Snapshot:children_of_item(id) end

---@return diffable.Id[]
function Snapshot:expanded_item_identifiers() end

---@return integer
function Snapshot:number_of_sections() end

---@param section? diffable.Named all sections if it is left out
---@return integer number of visible items
function Snapshot:number_of_items(section) end

---@return integer number of items, hidden ones included
function Snapshot:number_of_all_items() end

---@param id diffable.Id|T
---@return integer
function Snapshot:number_of_children(id) end

---@param id diffable.Named
---@return integer?
function Snapshot:index_of_section(id) end

---@param id diffable.Id|T
---@return integer? index among the visible items of all sections; nil for a hidden item
function Snapshot:index_of_item(id) end

---@param id diffable.Id|T
---@return diffable.IndexPath?
function Snapshot:index_path_of_item(id) end

---@param index_path diffable.IndexPath
---@return diffable.Id?
function Snapshot:item_at(index_path) end

---@param index integer
---@return diffable.Id?
function Snapshot:section_at(index) end

---@param id diffable.Id|T
---@return diffable.Id?
function Snapshot:section_containing_item(id) end

---@param id diffable.Id|T
---@return boolean
function Snapshot:contains_item(id) end

---@param id diffable.Named
---@return boolean
function Snapshot:contains_section(id) end

---@return boolean
function Snapshot:is_section_snapshot() end

---@param id diffable.Id|T
---@return boolean
function Snapshot:is_expanded(id) end

---@param id diffable.Id|T
---@return boolean
function Snapshot:is_expandable(id) end

---@param id diffable.Id|T
---@return boolean
function Snapshot:keeps_expansion(id) end

---@param id diffable.Id|T
---@return boolean
function Snapshot:is_visible(id) end

---@param id diffable.Id|T
---@return integer level 0 for a root
function Snapshot:level_of_item(id) end

---@param id diffable.Id|T
---@return diffable.Id? parent nil for a root
function Snapshot:parent_of_item(id) end

---@param section diffable.Named
---@return diffable.Snapshot<T> section_snapshot its items; an unknown section is an error
function Snapshot:section_snapshot(section) end

---@param id diffable.Id|T
---@param including_item? boolean
---@return diffable.Snapshot<T> section_snapshot what is below the item
function Snapshot:snapshot_of(id, including_item) end

---@param id diffable.Id|T
---@return T? content the content as it was passed; the identifier if there is no content; nil for an unknown item
function Snapshot:item(id) end

---@param id diffable.Named
---@return any content the content as it was passed; the identifier if there is no content; nil for an unknown section
function Snapshot:section(id) end

---@param id diffable.Id|T
---@return string? bytes the content as CBOR, if the item has any
function Snapshot:item_content(id) end

---@param id diffable.Named
---@return string? bytes the content as CBOR, if the section has any
function Snapshot:section_content(id) end

---Visits the visible items in order. The iterator leaves out the section if you pass one, or for a section snapshot.
---@param section? diffable.Named all sections if it is left out
---@return fun(): diffable.Id?, any, any, any iterator section, item, level, content
function Snapshot:each(section) end

---@return (diffable.Described|diffable.Id)[] list what `diffable.snapshot` or `diffable.section_snapshot` reads again
function Snapshot:to_table() end

---@param options? diffable.EncodeOptions
---@return string bytes the whole list as a document of docs/wire.md
function Snapshot:encode(options) end

---@return string version 32 hexadecimal digits; two lists have the same version if and only if they are equal
function Snapshot:version() end

---Changes the list to the one that a patch leads to. Raises if the patch starts from another version.
---@param bytes string what `encode` of a difference returned
function Snapshot:apply_patch(bytes) end

---@return diffable.Id[]
function Snapshot:reloaded_item_identifiers() end

---@return diffable.Id[]
function Snapshot:reconfigured_item_identifiers() end

---@return diffable.Id[]
function Snapshot:reloaded_section_identifiers() end

---@return diffable.Id[]
function Snapshot:reconfigured_section_identifiers() end

---@return diffable.Snapshot<T>
function Snapshot:copy() end

function Snapshot:close() end

---What changed between two snapshots.
---@class diffable.Difference<T>
---@field deleted_sections diffable.SectionChange[]
---@field inserted_sections diffable.SectionChange[]
---@field moved_sections diffable.SectionChange[]
---@field updated_sections diffable.SectionChange[]
---@field deleted_items diffable.ItemChange<T>[]
---@field inserted_items diffable.ItemChange<T>[]
---@field moved_items diffable.ItemChange<T>[]
---@field reloaded_items diffable.ItemChange<T>[]
---@field reconfigured_items diffable.ItemChange<T>[]
---@field is_empty boolean all of these lists are empty; trees may have changed nevertheless
local Difference = {}

---@return diffable.Counts
function Difference:counts() end

---@return diffable.Step[]
function Difference:steps() end

---@param options? diffable.EncodeOptions
---@return string bytes a patch, a document of docs/wire.md
function Difference:encode(options) end

function Difference:close() end

---One apply.
---@class diffable.Transaction<T>
---@field initial_snapshot diffable.Snapshot<T>
---@field final_snapshot diffable.Snapshot<T>
---@field difference diffable.Difference<T>
---@field animation diffable.RowAnimation
---@field caption? string
---@field section_transactions diffable.SectionTransaction<T>[]
---@field conflicts diffable.Conflict<T>[] of an apply with `rebase`
local Transaction = {}

function Transaction:close() end

---What one apply did to one section.
---@class diffable.SectionTransaction<T>
---@field section diffable.Id
---@field initial_snapshot diffable.Snapshot<T>
---@field final_snapshot diffable.Snapshot<T>
---@field difference diffable.Difference<T> its index paths have section 1

---Something that the two sides of a merge changed in ways that do not fit together.
---@class diffable.Conflict<T>
---@field kind "changed"|"inserted"|"deleted"|"deleted_parent"|"moved"|"cycle"|"renamed"
---@field id diffable.Id
---@field is_section boolean
---@field base? T|table|diffable.Id nil if the base does not have it
---@field mine? T|table|diffable.Id
---@field theirs? T|table|diffable.Id

---@class diffable.ApplyOptions<T>
---@field rebase? boolean merges the snapshot with what was applied since it was taken; for `apply` alone
---@field animating_differences? boolean
---@field animation? diffable.RowAnimation
---@field caption? string
---@field completion? fun(transaction: diffable.Transaction<T>)

---What a provider returns. A string or a number stands for a cell with this text.
---@alias diffable.ProvidedCell diffable.Cell|string|number

---The providers of cells by the `kind` of the items.
---@class diffable.CellProviders<T>
---@field [string|number] fun(item: T, path: diffable.IndexPath, source: diffable.DataSource<T>): diffable.ProvidedCell

---The providers of headers, footers and other supplementary views by their kind.
---@class diffable.SupplementaryProviders<T>
---@field [string] fun(section: any, index: integer, source: diffable.DataSource<T>): diffable.ProvidedCell?

---@class diffable.DataSourceOptions<T>
---@field key? string|fun(item: T): diffable.Id where items have their identifiers, in place of `id`
---@field cells? diffable.CellProviders<T>
---@field cell? fun(item: T, index_path: diffable.IndexPath, source: diffable.DataSource<T>): diffable.ProvidedCell
---@field supplementary? diffable.SupplementaryProviders<T>
---@field header? fun(section: any, index: integer, source: diffable.DataSource<T>): diffable.ProvidedCell?
---@field footer? fun(section: any, index: integer, source: diffable.DataSource<T>): diffable.ProvidedCell?
---@field default_row_animation? diffable.RowAnimation
---@field refreshes_headers? boolean a section whose items come or go shows its header and footer again
---@field strict? boolean a snapshot that would undo another apply is refused
---@field name? string what streams of events and recorded pages call the list
---@field view? diffable.View|false
---@field should_expand_item? fun(item: T): boolean?
---@field will_expand_item? fun(item: T)
---@field should_collapse_item? fun(item: T): boolean?
---@field will_collapse_item? fun(item: T)
---@field snapshot_for_expanding_parent? fun(item: T, children: diffable.Snapshot<T>): diffable.Snapshot<T>?
---@field can_reorder_item? fun(item: T): boolean?
---@field will_reorder? fun(transaction: diffable.Transaction<T>)
---@field did_reorder? fun(transaction: diffable.Transaction<T>)

---Owns the current list, and applies snapshots to it.
---@class diffable.DataSource<T>
---@field key? string|fun(item: T): diffable.Id where items have their identifiers, in place of `id`; it cannot be set
---@field cells? diffable.CellProviders<T>
---@field cell? fun(item: T, index_path: diffable.IndexPath, source: diffable.DataSource<T>): diffable.ProvidedCell
---@field supplementary? diffable.SupplementaryProviders<T>
---@field header? fun(section: any, index: integer, source: diffable.DataSource<T>): diffable.ProvidedCell?
---@field footer? fun(section: any, index: integer, source: diffable.DataSource<T>): diffable.ProvidedCell?
---@field default_row_animation diffable.RowAnimation
---@field refreshes_headers boolean a section whose items come or go shows its header and footer again
---@field strict boolean a snapshot that would undo another apply is refused
---@field name? string what streams of events and recorded pages call the list
---@field view? diffable.View|false
---@field should_expand_item? fun(item: T): boolean?
---@field will_expand_item? fun(item: T)
---@field should_collapse_item? fun(item: T): boolean?
---@field will_collapse_item? fun(item: T)
---@field snapshot_for_expanding_parent? fun(item: T, children: diffable.Snapshot<T>): diffable.Snapshot<T>?
---@field can_reorder_item? fun(item: T): boolean?
---@field will_reorder? fun(transaction: diffable.Transaction<T>)
---@field did_reorder? fun(transaction: diffable.Transaction<T>)
local DataSource = {}

---@param snapshot diffable.Snapshot<T>
---@param options? diffable.ApplyOptions<T>
---@return diffable.Transaction<T>? transaction nil if the apply was queued
function DataSource:apply(snapshot, options) end

---@param snapshot diffable.Snapshot<T>
---@param options? { caption?: string, completion?: fun(transaction: diffable.Transaction<T>) }
---@return diffable.Transaction<T>? transaction nil if the apply was queued
function DataSource:apply_using_reload_data(snapshot, options) end

---@param section_snapshot diffable.Snapshot<T>
---@param section diffable.Section appended if the list lacks it
---@param options? diffable.ApplyOptions<T>
---@return diffable.Transaction<T>? transaction nil if the apply was queued
function DataSource:apply_section(section_snapshot, section, options) end

---@return diffable.Transaction<T>? transaction of the last apply, tap or drag, if it changed the list but then failed
function DataSource:last_transaction() end

---@param section diffable.Named
---@return diffable.Snapshot<T> section_snapshot its items; an unknown section is an error
function DataSource:section_snapshot(section) end

---Returns nil if a handler refused, the item has nothing to show, or the call was queued.
---@param id diffable.Id|T
---@return diffable.Transaction<T>?
function DataSource:toggle_item(id) end

---Returns nil if the item may not be dragged, the list is derived, or the call was queued.
---@param from diffable.IndexPath
---@param to diffable.IndexPath counted without the item and the rows below it
---@return diffable.Transaction<T>?
function DataSource:reorder_item(from, to) end

---@return diffable.Snapshot<T>
function DataSource:snapshot() end

---@return diffable.Snapshot<T>
function DataSource:new_snapshot() end

---@param index_path diffable.IndexPath
---@return diffable.Id?
function DataSource:item_at(index_path) end

---@param id diffable.Id|T
---@return diffable.IndexPath?
function DataSource:index_path_of_item(id) end

---@param index integer
---@return diffable.Id?
function DataSource:section_at(index) end

---@param id diffable.Named
---@return integer?
function DataSource:index_of_section(id) end

---@param id diffable.Id|T
---@return T? content the content as it was passed; the identifier if there is no content; nil for an unknown item
function DataSource:item(id) end

---@param id diffable.Named
---@return any content the content as it was passed; the identifier if there is no content; nil for an unknown section
function DataSource:section(id) end

---@param index_path diffable.IndexPath
---@return diffable.Cell
---@return any failure the error of an apply that the provider called
function DataSource:cell_at(index_path) end

---@param kind "header"|"footer"|string
---@param index integer of the section
---@return diffable.Cell?
---@return any failure the error of an apply that the provider called
function DataSource:supplementary_cell(kind, index) end

---@return string
---@return any failure the error of an apply that a provider called
function DataSource:render() end

---@param observer fun(transaction: diffable.Transaction<T>)
---@return fun(): boolean remove removes the observer, and returns whether it was there
function DataSource:on_apply(observer) end

---Makes a data source whose list is computed from the list of this one, and follows it.
---@param options? diffable.DeriveOptions<T>
---@return diffable.DataSource<T>
function DataSource:derive(options) end

---Replaces functions and limits of a derived list; `false` removes them.
---@param options diffable.Derivation<T>
---@return diffable.Transaction<T>? transaction nil if the call was queued
function DataSource:set(options) end

---Until the list is released, contents are updated in place, and no row moves or arrives.
function DataSource:hold() end

---@return diffable.Transaction<T>? transaction nil if the call was queued
function DataSource:release() end

---How many items of a held list wait to be inserted, deleted and moved.
---@return { inserted: integer, deleted: integer, moved: integer }
function DataSource:pending() end

function DataSource:close() end

---How a list is derived from another one.
---@class diffable.Derivation<T>
---@field filter? (fun(item: T): any)|false whether an item is in the list
---@field section? (fun(item: T): diffable.Named)|false the section of an item
---@field sort? (fun(item: T): ...)|string[]|false the values to sort by, or the fields that have them
---@field section_sort? (fun(section: any): ...)|false the values to sort the sections by
---@field limit? integer|false how many items the list shows at most
---@field section_limit? integer|false how many items each section shows at most
---@field keep_empty_sections? boolean whether sections of the origin stay if they have no item in the list

---@class diffable.DeriveOptions<T>: diffable.Derivation<T>, diffable.DataSourceOptions<T>

---Undoes and redoes the changes of a data source.
---@class diffable.History<T>
---@field can_undo boolean
---@field can_redo boolean
---@field undo_caption? string of the apply or the group that `undo` undoes
---@field redo_caption? string of the apply or the group that `redo` redoes
local History = {}

---@return diffable.Transaction<T>? transaction nil if there is nothing to undo, or the call was queued
function History:undo() end

---@return diffable.Transaction<T>? transaction nil if there is nothing to redo, or the call was queued
function History:redo() end

---All changes that the function makes are one entry.
---@overload fun(self: diffable.History<T>, change: fun(): any): any
---@param caption? string
---@param change fun(): any
---@return any ... what the function returns
function History:group(caption, change) end

---Forgets all entries.
function History:clear() end

function History:close() end

---@class diffable.HistoryOptions
---@field limit? integer how many entries there may be; 100 if it is left out

---@class diffable.EncodeOptions
---@field name? string what the list is called
---@field old_contents? boolean of a difference: whether to write the contents that the new list no longer has

---The content of an item or a section that a program in C has written and that is not a map.
---@class diffable.OpaqueContent
---@field id diffable.Id
---@field bytes string

---Says what somebody must receive to have the list of a data source.
---@class diffable.Publisher
local Publisher = {}

---@param version? string the version of the list that the receiver has
---@return string? document a patch or a snapshot, or nil if the receiver has the current list
function Publisher:message(version) end

---@return string version of the current list
function Publisher:version() end

function Publisher:close() end

---@class diffable.PublisherOptions
---@field keep? integer how many lists are kept besides the current one; 100 if it is left out

---Applies the documents of a publisher to a data source.
---@class diffable.Follower<T>
local Follower = {}

---@param document string what `message` of a publisher returned
---@return diffable.Transaction<T>? transaction nil if the follower has that list already, or if the call was queued
function Follower:receive(document) end

---Before the first document, this is the version of the list that the data source had when the follower was made.
---@return string version of the list that was received last
function Follower:version() end

function Follower:close() end

---@class diffable.TextViewOptions
---@field width? integer in columns, 20 to 1,000
---@field context? integer how many rows are shown at each end of a run of unchanged rows
---@field color? "auto"|"always"|"never"
---@field shows_old? boolean an updated row also shows its old texts
---@field write? fun(text: string)

---@class diffable.NDJSONViewOptions
---@field shows_old? boolean the event of an updated row also has its previous cell
---@field write? fun(text: string)

---Shows a list after each apply.
---@class diffable.View
local View = {}

function View:close() end

---What `diffable.run` shows, and what it calls.
---@class diffable.RunOptions<T>
---@field source diffable.DataSource<T>
---@field on_key? fun(key: string, item?: T): "handled"|"leave"|nil
---@field on_select? fun(item: T): "handled"|"leave"|nil with `multiple`, an array of items
---@field multiple? boolean whether Tab picks rows; Enter then chooses all picked rows
---@field on_accessory? fun(item: T): "handled"|"leave"|nil
---@field on_search? fun(text: string): "handled"|"leave"|nil replaces the search that each list has
---@field on_tick? fun(): "handled"|"leave"|nil
---@field interval? number seconds between two calls of on_tick
---@field on_input? fun(data?: string, reason?: string): "handled"|"leave"|nil without data at the end of the file
---@field watch? file*|integer|fun(): file*|integer|nil
---@field preview? fun(item: T): string? a text about the selected item, beside the rows
---@field shows_old? boolean an updated row also shows its old texts until the next apply
---@field title? string the lines above the rows
---@field footer? string a line below the rows
---@field prompt? string what stands before the search text; "/" if left out
---@field keys? string the keys that on_key uses, one in each line, as in "d delete"
---@field hints? boolean whether the last line names keys; true if left out

---@class diffable
---@field _VERSION string
local diffable = {}

---@generic T
---@param sections? diffable.Sections
---@param options? diffable.SnapshotOptions<T>
---@return diffable.Snapshot<T>
function diffable.snapshot(sections, options) end

---@generic T
---@param items? diffable.Items
---@param options? diffable.SnapshotOptions<T>
---@return diffable.Snapshot<T>
function diffable.section_snapshot(items, options) end

---@generic T
---@param old diffable.Snapshot<T>
---@param new diffable.Snapshot<T>
---@return diffable.Difference<T>
function diffable.difference(old, new) end

---@param bytes string what `encode` of a snapshot returned
---@return diffable.Snapshot snapshot
---@return string? name of the list
function diffable.decode(bytes) end

---Merges two lists that were both made from `base` and then edited separately.
---@generic T
---@param base diffable.Snapshot<T>
---@param mine diffable.Snapshot<T>
---@param theirs diffable.Snapshot<T>
---@return diffable.Snapshot<T> merged
---@return diffable.Conflict<T>[] conflicts
function diffable.merge(base, mine, theirs) end

---@generic T
---@param options? diffable.DataSourceOptions<T>
---@return diffable.DataSource<T>
function diffable.data_source(options) end

---@generic T
---@param source diffable.DataSource<T>
---@param options? diffable.HistoryOptions
---@return diffable.History<T>
function diffable.history(source, options) end

---@param source diffable.DataSource
---@param options? diffable.PublisherOptions
---@return diffable.Publisher
function diffable.publisher(source, options) end

---@generic T
---@param source diffable.DataSource<T>
---@return diffable.Follower<T>
function diffable.follower(source) end

---Makes a data source with the sections of several lists, one list after the other.
---@param options table data sources, and fields of a data source
---@return diffable.DataSource
function diffable.concat(options) end

---Sets whether data sources that are made from now on are strict.
---@param is_strict boolean
function diffable.strict(is_strict) end

---@param options? diffable.TextViewOptions
---@return diffable.View
function diffable.text_view(options) end

---@param options? diffable.NDJSONViewOptions
---@return diffable.View
function diffable.ndjson_view(options) end

---@param view diffable.View|false|nil false for none, nil for a text view on stdout for each data source
function diffable.set_default_view(view) end

---Shows a list on the terminal until the user leaves it; in the command only.
---@generic T
---@param options diffable.RunOptions<T>
function diffable.run(options) end

---Shows a text on the last line of the list that is shown, until the next key; in the command only.
---@param text? string removes the status if it is empty or left out
function diffable.set_status(text) end

---Replaces the lines above the list that is shown; in the command only.
---@param text? string removes the lines if it is empty or left out; in a line, text after a tab ends where details end
function diffable.set_title(text) end

---Whether standard input and output are a terminal where `diffable.run` can show a list.
---@return boolean
function diffable.terminal_is_available() end

return diffable
