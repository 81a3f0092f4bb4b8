// What callbacks are still to do, each thing once, and only after so many calls of its kind.
let waiting = [];

// While `depth` is not 0 a callback is running, and what changes the list waits. `perform` carries out a call.
export const reactions = { depth: 0, perform: undefined };

export function add(event, count, spoken) {
  waiting.push({ event, calls: Number(count), spoken });
}

// Performs what is due at a call of a callback, and returns how that is to end.
export function take(event) {
  for (const reaction of waiting) if (reaction.event === event) reaction.calls -= 1;
  const due = waiting.filter((reaction) => reaction.calls === 0);
  waiting = waiting.filter((reaction) => reaction.calls !== 0);
  const answer = {};
  reactions.depth += 1;
  for (const { spoken } of due) {
    if (["fail", "refuse", "spoil", "children"].includes(spoken[0])) answer[spoken[0]] = spoken[1] ?? true;
    else reactions.perform(spoken);
  }
  reactions.depth -= 1;
  return answer;
}
