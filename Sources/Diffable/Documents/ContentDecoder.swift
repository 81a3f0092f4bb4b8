extension ContentValue {
    /// Decodes a value of the program's type.
    /// - Throws: `DecodingError`, and what the type throws.
    func decoded<Value: Decodable>(as type: Value.Type) throws -> Value {
        try ContentDecoder(value: self, codingPath: []).decode(type)
    }
}

private struct ContentDecoder: Decoder, SingleValueDecodingContainer {
    let value: ContentValue
    let codingPath: [any CodingKey]
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        switch value {
        case .map(let fields): return KeyedDecodingContainer(DecodedFields(fields: fields, codingPath: codingPath))
        // In Lua, an empty object is the same as an empty array, and is written as an array.
        case .array(let elements) where elements.isEmpty:
            return KeyedDecodingContainer(DecodedFields(fields: [:], codingPath: codingPath))
        // A value without content is only an identifier, which decodes like an object with the field `id` alone.
        case .text, .integer:
            if codingPath.isEmpty {
                return KeyedDecodingContainer(DecodedFields(fields: ["id": value], codingPath: codingPath))
            }
            throw mismatch([String: Any].self)
        default: throw mismatch([String: Any].self)
        }
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard case .array(let elements) = value else { throw mismatch([Any].self) }
        return DecodedElements(elements: elements, codingPath: codingPath)
    }

    func singleValueContainer() -> any SingleValueDecodingContainer { self }

    func decodeNil() -> Bool { value == .null }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        let read: Any?
        if type == Bool.self {
            if case .bool(let flag) = value { read = flag } else { read = nil }
        } else if type == String.self {
            if case .text(let text) = value { read = text } else { read = nil }
        } else if type == Double.self {
            read = number
        } else if type == Float.self {
            read = number.map { Float($0) }
        } else if let type = type as? any FixedWidthInteger.Type {
            read = integer(type)
        } else if type == [UInt8].self, case .bytes(let bytes) = value {
            read = bytes
        } else if type == [UInt8].self, case .text(let text) = value {
            read = Array(text.utf8)  // identifiers of bytes that are valid UTF-8 are written as texts
        } else {
            return try Value(from: self)
        }
        guard let result = read as? Value else { throw mismatch(type) }
        return result
    }

    private var number: Double? {
        switch value {
        case .float(let number): number
        case .integer(let number, let isNegative): isNegative ? -1 - Double(number) : Double(number)
        default: nil
        }
    }

    private func integer<Integer: FixedWidthInteger>(_ type: Integer.Type) -> Any? {
        switch value {
        case .float(let number): Integer(exactly: number)
        case .integer(let number, isNegative: false): Integer(exactly: number)
        case .integer(let number, isNegative: true):
            number > UInt64(Int64.max) ? nil : Integer(exactly: Int64(bitPattern: ~number))
        default: nil as Integer?
        }
    }

    private func mismatch(_ type: Any.Type) -> DecodingError {
        let kind =
            switch value {
            case .integer(let number, let isNegative): isNegative ? "-\(number &+ 1)" : "\(number)"
            case .float(let number): "\(number)"
            case .text: "a text"
            case .bytes: "bytes"
            case .bool(let flag): "\(flag)"
            case .null: "null"
            case .array: "an array"
            case .map: "an object"
            }
        return .typeMismatch(type, .init(codingPath: codingPath, debugDescription: "\(type) expected, got \(kind)"))
    }
}

private struct DecodedFields<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let fields: [String: ContentValue]
    let codingPath: [any CodingKey]

    var allKeys: [Key] { fields.keys.sorted().compactMap { Key(stringValue: $0) } }
    func contains(_ key: Key) -> Bool { fields[key.stringValue] != nil }

    private func decoder(_ key: any CodingKey) throws -> ContentDecoder {
        guard let value = fields[key.stringValue] else {
            let context = DecodingError.Context(
                codingPath: codingPath, debugDescription: "there is no field \"\(key.stringValue)\"")
            throw DecodingError.keyNotFound(key, context)
        }
        return ContentDecoder(value: value, codingPath: codingPath + [key])
    }

    func decodeNil(forKey key: Key) throws -> Bool { try decoder(key).decodeNil() }
    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value { try decoder(key).decode(type) }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key) throws
        -> KeyedDecodingContainer<Nested>
    {
        try decoder(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try decoder(key).unkeyedContainer()
    }
    func superDecoder() throws -> any Decoder { try decoder(ContentKey(stringValue: "super")) }
    func superDecoder(forKey key: Key) throws -> any Decoder { try decoder(key) }
}

private struct DecodedElements: UnkeyedDecodingContainer {
    let elements: [ContentValue]
    let codingPath: [any CodingKey]
    private(set) var currentIndex = 0

    init(elements: [ContentValue], codingPath: [any CodingKey]) {
        self.elements = elements
        self.codingPath = codingPath
    }

    var count: Int? { elements.count }
    var isAtEnd: Bool { currentIndex == elements.count }

    private func decoder() throws -> ContentDecoder {
        let path = codingPath + [ContentKey(intValue: currentIndex)]
        if isAtEnd {
            throw DecodingError.valueNotFound(Any.self, .init(codingPath: path, debugDescription: "the array ends"))
        }
        return ContentDecoder(value: elements[currentIndex], codingPath: path)
    }

    private mutating func next<Value>(_ read: (ContentDecoder) throws -> Value) throws -> Value {
        let value = try read(decoder())
        currentIndex += 1
        return value
    }

    mutating func decodeNil() throws -> Bool {
        let isNil = try decoder().decodeNil()
        if isNil { currentIndex += 1 }
        return isNil
    }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try next { try $0.decode(type) } }

    mutating func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        try next { try $0.container(keyedBy: type) }
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try next { try $0.unkeyedContainer() }
    }
    mutating func superDecoder() throws -> any Decoder { try next { $0 } }
}
