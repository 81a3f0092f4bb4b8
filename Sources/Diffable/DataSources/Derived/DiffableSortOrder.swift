import DiffableEngine

/// An order of items or sections, by one of their properties.
///
///     sortedBy: [.descending(\.priority), .ascending(\.title)]
///     sortedBy: [.ascending { $0.date.timeIntervalSinceReferenceDate }]
///
/// Each property is read once for an item that is new or whose content changed, and not for each comparison. That is
/// why there is no order by a function that compares two items.
public struct DiffableSortOrder<Value> {
    let append: (Value, SortKey) throws -> Void

    /// Sorts from the lowest value of a property to the highest.
    /// - Parameter property: returns what a value is sorted by. An error undoes the apply.
    public static func ascending<Property: DiffableSortValue>(_ property: @escaping (Value) throws -> Property) -> Self
    {
        Self { value, key in try property(value).sortKey.append(to: key, reversed: false) }
    }

    /// Sorts from the highest value of a property to the lowest.
    /// - Parameter property: returns what a value is sorted by. An error undoes the apply.
    public static func descending<Property: DiffableSortValue>(_ property: @escaping (Value) throws -> Property) -> Self
    {
        Self { value, key in try property(value).sortKey.append(to: key, reversed: true) }
    }
}

/// A type by whose values a derived list can be sorted: numbers, strings, booleans, and optional values of these. nil
/// comes after all other values, or before them in a descending order.
///
/// Strings are compared by their UTF-8 bytes. That is the order of `<` for strings in the Unicode normalization form C.
///
/// Your own type can return the `sortKey` of one of its properties. An enumeration with a raw value is sorted by the
/// raw value, and needs only the conformance:
///
///     enum Priority: Int, DiffableSortValue { case low, normal, high }
///     extension Version: DiffableSortValue {
///         var sortKey: DiffableSortKey { number.sortKey }
///     }
public protocol DiffableSortValue {
    /// What the value is sorted by.
    var sortKey: DiffableSortKey { get }
}

/// What a value is sorted by: the `sortKey` of a number, a string, a boolean or nil.
public struct DiffableSortKey {
    fileprivate enum Part {
        case integer(Int64)
        case unsigned(UInt64)
        case double(Double)
        case string(String)
        case boolean(Bool)
        case none
    }

    fileprivate let part: Part

    func append(to key: SortKey, reversed: Bool) {
        switch part {
        case .integer(let number): key.append(number, reversed: reversed)
        case .unsigned(let number): key.append(number, reversed: reversed)
        case .double(let number): key.append(number, reversed: reversed)
        case .string(var string): string.withUTF8 { key.append(UnsafeRawBufferPointer($0), reversed: reversed) }
        case .boolean(let value): key.append(value, reversed: reversed)
        case .none: key.appendNone(reversed: reversed)
        }
    }
}

extension DiffableSortValue where Self: SignedInteger & FixedWidthInteger {
    /// The integer.
    public var sortKey: DiffableSortKey { DiffableSortKey(part: .integer(Int64(self))) }
}

extension DiffableSortValue where Self: UnsignedInteger & FixedWidthInteger {
    /// The integer.
    public var sortKey: DiffableSortKey { DiffableSortKey(part: .unsigned(UInt64(self))) }
}

extension DiffableSortValue where Self: RawRepresentable, RawValue: DiffableSortValue {
    /// What the raw value is sorted by.
    public var sortKey: DiffableSortKey { rawValue.sortKey }
}

extension Int: DiffableSortValue {}
extension Int8: DiffableSortValue {}
extension Int16: DiffableSortValue {}
extension Int32: DiffableSortValue {}
extension Int64: DiffableSortValue {}
extension UInt: DiffableSortValue {}
extension UInt8: DiffableSortValue {}
extension UInt16: DiffableSortValue {}
extension UInt32: DiffableSortValue {}
extension UInt64: DiffableSortValue {}

extension Double: DiffableSortValue {
    /// The number. NaN comes after all others, or before them in a descending order.
    public var sortKey: DiffableSortKey { DiffableSortKey(part: .double(self)) }
}

extension Float: DiffableSortValue {
    /// The number. NaN comes after all others, or before them in a descending order.
    public var sortKey: DiffableSortKey { DiffableSortKey(part: .double(Double(self))) }
}

extension String: DiffableSortValue {
    /// The bytes of the string.
    public var sortKey: DiffableSortKey { DiffableSortKey(part: .string(self)) }
}

extension Substring: DiffableSortValue {
    /// The bytes of the string.
    public var sortKey: DiffableSortKey { DiffableSortKey(part: .string(String(self))) }
}

extension Bool: DiffableSortValue {
    /// The boolean. False comes before true.
    public var sortKey: DiffableSortKey { DiffableSortKey(part: .boolean(self)) }
}

extension Optional: DiffableSortValue where Wrapped: DiffableSortValue {
    /// What the wrapped value is sorted by. nil comes after all other values, or before them in a descending order.
    public var sortKey: DiffableSortKey { self?.sortKey ?? DiffableSortKey(part: .none) }
}
