import CLibc

/// A value for every handle, `absent` for most. Copies share chunks of 1,024 handles until one of them
/// writes, so copying a map of a million handles and changing one costs a thousand references and one chunk.
package struct HandleMap<Value> {
    static var bits: Int { 10 }
    static var size: Int { 1 << bits }

    final class Chunk {
        let values: UnsafeMutablePointer<Value>

        init(repeating value: Value) {
            values = .allocate(capacity: HandleMap.size)
            values.initialize(repeating: value, count: HandleMap.size)
        }

        init(copying other: Chunk) {
            values = .allocate(capacity: HandleMap.size)
            if _isPOD(Value.self) {
                memcpy(values, other.values, HandleMap.size * MemoryLayout<Value>.stride)
            } else {
                values.initialize(from: other.values, count: HandleMap.size)
            }
        }

        deinit {
            values.deinitialize(count: HandleMap.size)
            values.deallocate()
        }
    }

    let absent: Value
    private(set) var chunks: [Chunk?] = []

    package init(absent: Value) {
        self.absent = absent
    }

    package subscript(handle: Handle) -> Value {
        @inline(__always)
        get {
            let index = Int(handle) >> Self.bits
            guard index < chunks.count, let chunk = chunks[index] else { return absent }
            return chunk.values[Int(handle) & (Self.size &- 1)]
        }
        @inline(__always)
        set { update(handle) { $0 = newValue } }
    }

    /// Changes a value where it lies.
    @inline(__always)
    mutating func update(_ handle: Handle, _ change: (inout Value) -> Void) {
        let index = Int(handle) >> Self.bits
        if index >= chunks.count || chunks[index] == nil {
            addChunk(index)
        } else if !isKnownUniquelyReferenced(&chunks[index]) {
            chunks[index] = Chunk(copying: chunks[index]!)
        }
        change(&chunks[index]!.values[Int(handle) & (Self.size &- 1)])
    }

    /// Sets the values of many handles, of which neighbours mostly share a chunk.
    mutating func set(_ handles: [Handle], to value: Value) {
        handles.withUnsafeBufferPointer { set($0, to: value) }
    }

    @_optimize(speed)
    private mutating func set(_ handles: UnsafeBufferPointer<Handle>, to value: Value) {
        var first = 0
        while first < handles.count {
            let chunk = Int(handles[first]) &>> Self.bits
            update(handles[first]) { $0 = value }
            let values = chunks[chunk].unsafelyUnwrapped.values
            first &+= 1
            while first < handles.count, Int(handles[first]) &>> Self.bits == chunk {
                values[Int(handles[first]) & (Self.size &- 1)] = value
                first &+= 1
            }
        }
    }

    /// The values of a chunk; nil where all are absent.
    @inline(__always)
    func memory(_ chunk: Int) -> UnsafeMutablePointer<Value>? {
        chunk < chunks.count ? chunks[chunk]?.values : nil
    }

    /// Asks for a value that is read soon.
    @inline(__always)
    func prefetch(_ handle: Handle) {
        if let values = memory(Int(handle) &>> Self.bits) { diffable_prefetch(values + (Int(handle) & (Self.size &- 1))) }
    }

    /// Those of many handles that have a value.
    func present(of handles: [Handle]) -> [Handle] where Value: Equatable {
        present(of: handles, andIn: self)
    }

    /// Those of many handles that have a value here and in another map. A chunk that both share is asked once.
    @_optimize(speed)
    func present(of handles: [Handle], andIn other: HandleMap) -> [Handle] where Value: Equatable {
        let ahead = 16
        return [Handle](capacity: handles.count) { present, count in
            for position in handles.indices {
                if position &+ ahead < handles.count { prefetch(handles[position &+ ahead]) }
                let handle = handles[position]
                let chunk = Int(handle) &>> Self.bits
                present[count] = handle
                if self[handle] != absent, memory(chunk) == other.memory(chunk) || other[handle] != absent { count &+= 1 }
            }
        }
    }

    /// Gives handles a value if none of them has one and none is there twice; else changes nothing.
    mutating func claim(_ handles: [Handle], with value: Value) -> Bool where Value: Equatable {
        let claimed = handles.withUnsafeBufferPointer { claim($0, with: value) }
        if claimed < handles.count { set(Array(handles[..<claimed]), to: absent) }
        return claimed == handles.count
    }

    /// How many handles got the value before one that has it, or another.
    @_optimize(speed)
    private mutating func claim(_ handles: UnsafeBufferPointer<Handle>, with value: Value) -> Int where Value: Equatable {
        var index = 0
        while index < handles.count {
            let chunk = Int(handles[index]) &>> Self.bits
            if self[handles[index]] != absent { return index }
            update(handles[index]) { $0 = value }
            let values = chunks[chunk].unsafelyUnwrapped.values
            index &+= 1
            while index < handles.count, Int(handles[index]) &>> Self.bits == chunk {
                let place = values + (Int(handles[index]) & (Self.size &- 1))
                if place.pointee != absent { return index }
                place.pointee = value
                index &+= 1
            }
        }
        return index
    }

    private mutating func addChunk(_ index: Int) {
        while chunks.count <= index { chunks.append(nil) }
        chunks[index] = Chunk(repeating: absent)
    }

    /// Every value that was ever written, with its handle, in the order of handles.
    package func forEach(_ body: (Handle, Value) -> Void) {
        for (index, chunk) in chunks.enumerated() {
            guard let chunk else { continue }
            for offset in 0..<Self.size { body(Handle(index << Self.bits + offset), chunk.values[offset]) }
        }
    }
}
