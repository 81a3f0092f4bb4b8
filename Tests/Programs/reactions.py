"""What callbacks are still to do, each thing once, and only after so many calls of its kind."""


class Reactions:
    def __init__(self):
        self.waiting = []
        self.depth = 0  # while it is not 0, a callback is running, and what changes the list waits
        self.perform = None  # carries out a call

    def add(self, event, count, spoken):
        self.waiting.append([event, int(count), spoken])

    def take(self, event):
        """Performs what is due at a call of a callback, and returns how that is to end."""
        for reaction in self.waiting:
            if reaction[0] == event:
                reaction[1] -= 1
        due = [reaction for reaction in self.waiting if reaction[1] == 0]
        self.waiting = [reaction for reaction in self.waiting if reaction[1] != 0]
        answer = {}
        self.depth += 1
        for _, _, spoken in due:
            if spoken[0] in ("fail", "refuse", "spoil", "children"):
                answer[spoken[0]] = spoken[1] if len(spoken) > 1 else True
            else:
                self.perform(spoken)
        self.depth -= 1
        return answer


reactions = Reactions()
