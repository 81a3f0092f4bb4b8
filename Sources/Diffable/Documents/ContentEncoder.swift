// Encodes `Codable` values as contents. Foundation has encoders as well, but this module does not import it.

/// Where an encoder puts a value, or the parts of one.
private final class ContentSlot {
    var scalar: ContentValue?
    var elements: [ContentSlot]?
    var fields: [String: ContentSlot]?

    var value: ContentValue {
        if let scalar { return scalar }
        if let elements { return .array(elements.map { $0.value }) }
        return .map((fields ?? [:]).mapValues { $0.value })
    }
}

extension ContentValue {
    /// - Throws: what the value throws when it is encoded, and `EncodingError` for an integer of more than 64 bits.
    init<Value: Encodable>(encoding value: Value) throws {
        let slot = ContentSlot()
        try ContentEncoder(slot: slot, codingPath: []).encode(value)
        self = slot.value
    }
}

private struct ContentEncoder: Encoder, SingleValueEncodingContainer {
    let slot: ContentSlot
    let codingPath: [any CodingKey]
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        if slot.fields == nil { slot.fields = [:] }
        return KeyedEncodingContainer(EncodedFields(slot: slot, codingPath: codingPath))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        if slot.elements == nil { slot.elements = [] }
        return EncodedElements(slot: slot, codingPath: codingPath)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { self }

    func encodeNil() { slot.scalar = .null }

    func encode<Value: Encodable>(_ value: Value) throws {
        if let scalar = ContentValue(scalar: value) {
            slot.scalar = scalar
        } else if value is any BinaryInteger {
            throw EncodingError.invalidValue(
                value, .init(codingPath: codingPath, debugDescription: "an integer has more than 64 bits"))
        } else {
            try value.encode(to: self)
        }
    }
}

private struct EncodedFields<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let slot: ContentSlot
    let codingPath: [any CodingKey]

    private func encoder(_ key: any CodingKey) -> ContentEncoder {
        let field = ContentSlot()
        slot.fields?[key.stringValue] = field
        return ContentEncoder(slot: field, codingPath: codingPath + [key])
    }

    func encodeNil(forKey key: Key) { encoder(key).encodeNil() }
    func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws { try encoder(key).encode(value) }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key) -> KeyedEncodingContainer<
        Nested
    > {
        encoder(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { encoder(key).unkeyedContainer() }
    func superEncoder() -> any Encoder { encoder(ContentKey(stringValue: "super")) }
    func superEncoder(forKey key: Key) -> any Encoder { encoder(key) }
}

private struct EncodedElements: UnkeyedEncodingContainer {
    let slot: ContentSlot
    let codingPath: [any CodingKey]
    var count: Int { slot.elements?.count ?? 0 }

    private func encoder() -> ContentEncoder {
        let key = ContentKey(intValue: count)
        let element = ContentSlot()
        slot.elements?.append(element)
        return ContentEncoder(slot: element, codingPath: codingPath + [key])
    }

    func encodeNil() { encoder().encodeNil() }
    func encode<Value: Encodable>(_ value: Value) throws { try encoder().encode(value) }
    func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        encoder().container(keyedBy: type)
    }
    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { encoder().unkeyedContainer() }
    func superEncoder() -> any Encoder { encoder() }
}

/// A key for the indexes of arrays, and for "super".
struct ContentKey: CodingKey {
    let stringValue: String
    let intValue: Int?

    init(stringValue: String) { (self.stringValue, intValue) = (stringValue, nil) }
    init(intValue: Int) { (stringValue, self.intValue) = ("\(intValue)", intValue) }
}
