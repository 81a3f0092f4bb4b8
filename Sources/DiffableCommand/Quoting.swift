/// How the REPL shows text: a chunk that shares `quoted` and `limited`, and the words that are no names. Like the chunks
/// that follow it, it uses nothing that a script could have replaced.
let quoting: StaticString = #"""
    local _, shared = ...
    local byte, find, format, gmatch, gsub, sub = string.byte, string.find, string.format, string.gmatch, string.gsub, string.sub
    local codepoint, len = utf8.codepoint, utf8.len

    -- What is shown at most.
    local max_bytes, max_lines = 500, 200

    local escapes = { ["\n"] = "\\n", ["\t"] = "\\t", ["\r"] = "\\r", ["\""] = "\\\"", ["\\"] = "\\\\" }

    local function escape(character)
      return escapes[character] or format("\\u{%x}", codepoint(character))
    end

    -- C1 controls, line separators, and marks that turn the direction of text: what the core escapes as well.
    local disturbing = { "\xc2[\x80-\x9f]", "\xd8\x9c", "\xe2\x80[\x8e\x8f\xa8-\xae]", "\xe2\x81[\xa6-\xa9]" }

    local function harmless(text)
      if not len(text) then
        return (gsub(text, "[\x80-\xff]", function(character) return format("\\x%02x", byte(character)) end))
      end
      for index = 1, #disturbing do text = gsub(text, disturbing[index], escape) end
      return text
    end

    -- The first bytes of a text, whole characters where it is UTF-8.
    local function beginning(text, count)
      while count > 0 and find(sub(text, count + 1, count + 1), "[\x80-\xbf]") do count = count - 1 end
      return sub(text, 1, count)
    end

    function shared.quoted(text)
      local more = ""
      if #text > max_bytes then
        more = "... (" .. #text .. " bytes)"
        text = beginning(text, max_bytes)
      end
      return "\"" .. harmless(gsub(text, "[\0-\31\"\\\127]", escape)) .. "\"" .. more
    end

    -- A text of many lines, without control characters and without the lines that are too many.
    function shared.limited(text)
      local position, lines = 0, 0
      while position and lines < max_lines do
        position, lines = find(text, "\n", position + 1, true), lines + 1
      end
      if position then
        local _, more = gsub(sub(text, position + 1), "\n", "")
        text = sub(text, 1, position) .. "... " .. more + 1 .. " more"
      end
      return harmless(gsub(text, "[\0-\8\11-\31\127]", escape))
    end

    shared.reserved = {}
    local words = "and break do else elseif end false for function goto if in local nil not or repeat return then true until while"
    for word in gmatch(words, "%a+") do shared.reserved[word] = true end
    """#
