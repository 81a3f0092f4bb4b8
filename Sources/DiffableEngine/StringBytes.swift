import CLibc

// Strings by their bytes. The generic functions of the standard library, such as `elementsEqual` and `joined`, have
// code for strings of every encoding, which is many times as large.

extension String {
    /// Whether both have the same bytes. `==` would accept canonically equivalent text, and need the tables of the
    /// Unicode data library.
    package func hasBytes(of other: String) -> Bool {
        var (left, right) = (self, other)
        return left.withUTF8 { left in
            right.withUTF8 { right in
                guard left.count == right.count, let first = left.baseAddress, let other = right.baseAddress else {
                    return left.isEmpty && right.isEmpty
                }
                return memcmp(first, other, left.count) == 0
            }
        }
    }

    /// Returns both strings with a separator between them. If one of them is empty, returns the other one alone.
    package func joined(with other: String, by separator: String) -> String {
        isEmpty || other.isEmpty ? self + other : self + separator + other
    }
}
