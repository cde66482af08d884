/** Key presses of the same kind that follow each other within this time are one step of the history. */
const burstMs = 1000;

/** Names for bursts: the same name for as long as the same thing is done again soon enough. */
export function burstNames(): (of: string) => string {
  let burst = { of: "", name: "", at: -Infinity };
  return (of) => {
    const now = Date.now();
    const continues = burst.of === of && now - burst.at < burstMs;
    burst = { of, name: continues ? burst.name : `${of} ${now}`, at: now };
    return burst.name;
  };
}
