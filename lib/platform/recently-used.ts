interface Limits<Value, Key> {
  /** Of an entry; 1 where it is left out. */
  weightOf?: (value: Value, key: Key) => number;
  /** Frees what an entry holds beside its memory. */
  drop?: (value: Value) => void;
}

/** Keeps the entries that were used last, as many as weigh `most` together. */
export class RecentlyUsed<Key, Value> {
  /** The least recently used one comes first in a map. */
  private readonly entries = new Map<Key, Value>();
  private weight = 0;

  constructor(
    private readonly most: number,
    private readonly limits: Limits<Value, Key> = {},
  ) {}

  get(key: Key): Value | undefined {
    const value = this.entries.get(key);
    if (value === undefined) return undefined;
    this.entries.delete(key);
    this.entries.set(key, value);
    return value;
  }

  /** Adds an entry that is not there yet. */
  add(key: Key, value: Value): Value {
    this.entries.set(key, value);
    this.weight += this.weightOf(value, key);
    for (const [oldest, old] of this.entries) {
      if (this.weight <= this.most) break;
      this.entries.delete(oldest);
      this.weight -= this.weightOf(old, oldest);
      this.limits.drop?.(old);
    }
    return value;
  }

  private weightOf(value: Value, key: Key): number {
    return this.limits.weightOf?.(value, key) ?? 1;
  }
}
