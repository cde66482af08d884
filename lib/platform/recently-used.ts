interface Limits<Value, Key> {
  /** Weight of an entry. 1 if omitted. */
  weightOf?(value: Value, key: Key): number;
  /** Frees what an entry holds besides memory. */
  drop?(value: Value): void;
}

/** Keeps the most recently used entries, up to a total weight of `most`. */
export class RecentlyUsed<Key, Value> {
  /** The least recently used entry is first in the map. */
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

  /** Adds an entry that does not exist yet. */
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

  /** Adds an entry, or replaces the one of this key. */
  set(key: Key, value: Value): Value {
    this.delete(key);
    return this.add(key, value);
  }

  delete(key: Key): void {
    const value = this.entries.get(key);
    if (value === undefined) return;
    this.entries.delete(key);
    this.weight -= this.weightOf(value, key);
    this.limits.drop?.(value);
  }

  clear(): void {
    for (const key of [...this.entries.keys()]) this.delete(key);
  }

  private weightOf(value: Value, key: Key): number {
    return this.limits.weightOf?.(value, key) ?? 1;
  }
}
