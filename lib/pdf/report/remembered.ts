/** Longer texts are rare in reports, and a few of them would take more memory than all others. */
const longestKey = 500;

/**
 * `make` with its latest `most` results kept: labels and sentences are the same in every report. `make` must depend on its key only, and
 * callers must not change what it returns.
 */
export function remembered<Value>(most: number, make: (key: string) => Value): (key: string) => Value {
  const known = new Map<string, Value>();
  return (key) => {
    const found = known.get(key);
    if (found !== undefined) {
      // The least recently used entry comes first in the map.
      known.delete(key);
      known.set(key, found);
      return found;
    }
    const made = make(key);
    if (key.length > longestKey) return made;
    for (const oldest of known.keys()) {
      if (known.size < most) break;
      known.delete(oldest);
    }
    known.set(key, made);
    return made;
  };
}
