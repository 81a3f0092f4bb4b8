import CDiffable
import DiffableEngine

final class StepsBox {
    let value: [Step]

    init(_ value: [Step]) {
        self.value = value
    }
}

@_cdecl("diffable_steps_new") @implementation
public func diffable_steps_new(_ difference: OpaquePointer!) -> OpaquePointer! {
    unwrap(difference, as: DifferenceBox.self).map { retain(StepsBox($0.value.steps())) }
}

@_cdecl("diffable_steps_free") @implementation
public func diffable_steps_free(_ steps: OpaquePointer!) {
    release(steps, as: StepsBox.self)
}

@_cdecl("diffable_steps_count") @implementation
public func diffable_steps_count(_ steps: OpaquePointer!) -> Int {
    unwrap(steps, as: StepsBox.self)?.value.count ?? 0
}

@_cdecl("diffable_steps_at") @implementation
public func diffable_steps_at(
    _ steps: OpaquePointer!, _ index: Int, _ step: UnsafeMutablePointer<diffable_step>!,
    _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> diffable_status {
    attempt(error) { () throws(DiffableError) in
        let steps = try require(steps, as: StepsBox.self, "steps").value
        guard index >= 0, index < steps.count else { throw .invalid("index is \(UInt(bitPattern: index)), and the number of steps is \(steps.count)") }
        guard let step else { throw .null("step") }
        try checkSize(step.pointee.struct_size, of: diffable_step.self, "step")
        let source = steps[index]
        step.pointee.kind = diffable_step_kind(diffable_step_kind.RawValue(source.kind.rawValue))
        step.pointee.count = source.count
        step.pointee.from = cPath(source.from)
        step.pointee.to = cPath(source.to)
        step.pointee.final_path = cPath(source.final)
    }
}
