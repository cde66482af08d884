import { RecentlyUsed } from "@/lib/platform/recently-used";

/** Longer texts are rare in reports, and a few of them would take more memory than all others. */
const longestKey = 500;

/**
 * `make` with its latest `most` results kept: labels and sentences are the same in every report. `make` must depend on its key only, and
 * callers must not change what it returns.
 */
export function remembered<Value>(most: number, make: (key: string) => Value): (key: string) => Value {
  const known = new RecentlyUsed<string, Value>(most);
  return (key) => {
    const found = known.get(key);
    if (found !== undefined) return found;
    const made = make(key);
    return key.length > longestKey ? made : known.add(key, made);
  };
}
