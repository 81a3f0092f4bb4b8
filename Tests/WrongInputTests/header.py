"""What the headers declare: functions with the names and types of their parameters, structs, enumerators and
comments."""

import re

from pycparser import c_ast, c_generator, c_parser

# The types of libc's headers, which the preprocessed headers lack.
TYPES = """
typedef unsigned long size_t; typedef long ptrdiff_t; typedef _Bool bool;
typedef signed char int8_t; typedef short int16_t; typedef int int32_t; typedef long int64_t;
typedef unsigned char uint8_t; typedef unsigned short uint16_t; \
typedef unsigned int uint32_t; typedef unsigned long uint64_t;
"""


class Type:
    """A type of a parameter, a field or a result: the name of what it points to, how many pointers, and whether that is
    const."""

    def __init__(self, node):
        self.text = c_generator.CGenerator().visit(node)
        self.pointers = 0
        while isinstance(node, c_ast.PtrDecl):
            self.pointers += 1
            node = node.type
        self.is_const = "const" in getattr(node, "quals", [])
        self.name = (
            " ".join(node.type.names) if isinstance(node, c_ast.TypeDecl) and hasattr(node.type, "names") else None
        )


class Parameter:
    def __init__(self, node):
        self.name = node.name
        self.type = Type(node.type)


class Function:
    def __init__(self, name, node, comment):
        self.name = name
        parameters = node.args.params if node.args else []
        self.parameters = [Parameter(each) for each in parameters if isinstance(each, c_ast.Decl)]
        self.result = Type(node.type)
        self.comment = comment
        self.is_checked = self.result.name == "diffable_status" and any(
            each.name == "error" and each.type.pointers == 2 for each in self.parameters
        )

    def has(self, name):
        return any(each.name == name for each in self.parameters)


class Header:
    def __init__(self, declarations, sources):
        """The preprocessed headers, and their texts with comments."""
        self.structs, self.objects, self.enums, self.callbacks, self.functions = {}, set(), {}, set(), {}
        comments = {}
        for source in sources:
            for comment, name in re.findall(
                r"/\*\*((?:(?!\*/).)*)\*/\s*DIFFABLE_API\b[^;]*?\b(diffable_\w+)\(", source, re.S
            ):
                comments[name] = " ".join(re.sub(r"^ *\*", "", comment, flags=re.M).split())
        last = None
        for node in c_parser.CParser().parse(TYPES + declarations).ext:
            if isinstance(node, c_ast.Typedef):
                last = node.name
                self.define(node)
            elif isinstance(node.type, c_ast.Enum):  # the numbers of the type before it
                self.enums[last] = [each.name for each in node.type.values.enumerators]
            elif isinstance(node.type, c_ast.FuncDecl):
                self.functions[node.name] = Function(node.name, node.type, comments[node.name])

    def define(self, node):
        type = node.type
        if isinstance(type, c_ast.PtrDecl) and isinstance(type.type, c_ast.FuncDecl):
            self.callbacks.add(node.name)
        elif isinstance(type.type, c_ast.Struct) and type.type.decls is None:
            self.objects.add(node.name)
        elif isinstance(type.type, c_ast.Struct):
            self.structs[node.name] = [Parameter(each) for each in type.type.decls]

    def comment(self, function):
        """The comment of a function, and of those that it says that it works like."""
        texts, waiting = [], [function.name]
        for name in waiting:
            text = self.functions[name].comment
            texts.append(text)
            for other in re.findall(r"(?:works? like|as) `(\w+)`", text):
                prefix = "_".join(name.split("_")[:2])
                other = other if other in self.functions else f"{prefix}_{other}"
                if other in self.functions and other not in waiting:
                    waiting.append(other)
        return " ".join(texts)

    def may_be_null(self, function, parameter):
        """Whether the comments say that NULL is allowed, and means something, for a parameter."""
        text = self.comment(function)
        if re.search(rf"`{parameter.name}` (\(may|may) be NULL|[Ii]f `{parameter.name}` is not NULL", text):
            return True
        if parameter.type.name == "diffable_id":
            return "NULL stands for" in text or function.has("placement")
        is_set = parameter.type.name in self.callbacks or parameter.name in ("handlers", "view")
        return is_set and "NULL for none" in text
