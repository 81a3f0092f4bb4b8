-- What callbacks are still to do, each thing once, and only after so many calls of its kind.
local reactions = { depth = 0 }

local waiting = {}

function reactions.add(event, count, spoken)
  waiting[#waiting + 1] = { event = event, calls = tonumber(count), spoken = spoken }
end

-- Performs what is due at a call of a callback, and returns how that is to end.
function reactions.take(event)
  local due, later, answer = {}, {}, {}
  for _, reaction in ipairs(waiting) do
    if reaction.event == event then reaction.calls = reaction.calls - 1 end
    table.insert(reaction.calls == 0 and due or later, reaction)
  end
  waiting = later
  -- While it is not 0 a callback is running, and what changes the list waits.
  reactions.depth = reactions.depth + 1
  for _, reaction in ipairs(due) do
    local word = reaction.spoken[1]
    if word == "fail" or word == "refuse" or word == "spoil" or word == "children" then
      answer[word] = reaction.spoken[2] or true
    else
      reactions.perform(reaction.spoken)
    end
  end
  reactions.depth = reactions.depth - 1
  return answer
end

return reactions
