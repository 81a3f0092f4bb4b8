import CDiffable
import DiffableEngine

final class StepsBox {
    let difference: Difference
    let value: [Step]

    init(_ difference: Difference) {
        self.difference = difference
        value = difference.steps()
    }
}

@c @implementation
public func diffable_steps_new(_ difference: OpaquePointer!) -> OpaquePointer! {
    unwrap(difference, as: DifferenceBox.self).map { retain(StepsBox($0.value)) }
}

@c @implementation
public func diffable_steps_free(_ steps: OpaquePointer!) {
    release(steps, as: StepsBox.self)
}

@c @implementation
public func diffable_steps_count(_ steps: OpaquePointer!) -> Int {
    unwrap(steps, as: StepsBox.self)?.value.count ?? 0
}

@c @implementation
public func diffable_steps_read(
    _ steps: OpaquePointer!, _ first: Int, _ out: UnsafeMutablePointer<diffable_step>!, _ capacity: Int,
    _ count: UnsafeMutablePointer<Int>!, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> diffable_status {
    attempt(error) { () throws(DiffableError) in
        let steps = try require(steps, as: StepsBox.self, "steps").value
        count?.pointee = 0
        let range = readRange(first, capacity, of: steps.count)
        guard var array = try StructArray(out, out?.pointee.struct_size, capacity, "out") else { return }
        for step in steps[range] { write(step, to: &array.next().pointee) }
        count?.pointee = range.count
    }
}

@c @implementation
public func diffable_step_identifier(_ steps: OpaquePointer!, _ index: Int, _ element: Int) -> diffable_id {
    guard let steps = unwrap(steps, as: StepsBox.self), steps.value.indices.contains(index) else {
        return diffable_id()
    }
    return cIdentifier(steps.difference.raw(element, of: steps.value[index]))
}

@c @implementation
public func diffable_steps_replay(
    _ steps: OpaquePointer!, _ handlers: UnsafePointer<diffable_step_handlers>!, _ user_data: UnsafeMutableRawPointer!,
    _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> diffable_status {
    attempt(error) { () throws(DiffableError) in
        let box = try require(steps, as: StepsBox.self, "steps")
        guard let handlers else { throw .null("handlers") }
        try checkSize(handlers.pointee.struct_size, of: diffable_step_handlers.self, "handlers")
        var step = diffable_step()
        step.struct_size = MemoryLayout<diffable_step>.size
        for index in box.value.indices {
            let (handler, name) = handlers.pointee.handler(of: box.value[index].kind)
            guard let handler else { continue }
            write(box.value[index], to: &step)
            try call(.callbackFailed, position: index, [.text("\(name) failed for step "), .index(index)]) {
                handler(steps, index, &step, user_data)
            }
        }
    }
}

/// Sets all fields of a step except `struct_size`.
private func write(_ source: Step, to step: inout diffable_step) {
    step.kind = source.kind.rawValue
    step.count = source.count
    step.from = cPath(source.from)
    step.to = cPath(source.to)
    step.final_path = cPath(source.final)
}

extension diffable_step_handlers {
    fileprivate func handler(of kind: Step.Kind) -> (diffable_step_handler_fn?, StaticString) {
        switch kind {
        case .deleteSections, .deleteItems: (on_delete, "on_delete")
        case .insertSections, .insertItems: (on_insert, "on_insert")
        case .moveSections, .moveItems: (on_move, "on_move")
        case .updateSections, .reloadItems, .reconfigureItems: (on_update, "on_update")
        }
    }
}
