import { inspect } from "node:util";

/**
 * Keeps the first case of each class in the quick run, and adds `@exhaustive` to the names of the others
 * (docs/decisions/0054-quick-and-exhaustive-tests.md). For matrices whose cases run the same code: every operation
 * refuses a missing credential in one place.
 */
export function oneOfEachClass<C extends readonly [name: string, ...unknown[]]>(
  cases: readonly C[],
  classOf: (given: C) => string,
): C[] {
  const seen = new Set<string>();
  return cases.map((given) => {
    const of = classOf(given);
    const isFirst = !seen.has(of);
    seen.add(of);
    return isFirst ? given : ([`${given[0]} @exhaustive`, ...given.slice(1)] as unknown as C);
  });
}

/**
 * Keeps the first and then every `n`th case in the quick run. For long tables of one rule, each case of which is
 * another violation of it.
 */
export function oneIn<C extends readonly [name: string, ...unknown[]]>(n: number, cases: readonly C[]): C[] {
  return cases.map((given, index) =>
    index % n === 0 ? given : ([`${given[0]} @exhaustive`, ...given.slice(1)] as unknown as C),
  );
}

/** The value, for a test that needs it. */
export function present<T>(value: T): NonNullable<T> {
  if (value === null || value === undefined) throw new Error(`expected a value, got ${String(value)}`);
  return value;
}

/** The single element of a list. */
export function only<T>(list: readonly T[]): T {
  return exactly(1, list)[0];
}

/** The list as a tuple of this many elements, so that a test needs no guard to name them. */
export function exactly<N extends number, T>(count: N, list: readonly T[]): Tuple<T, N> {
  if (list.length !== count) throw new Error(`expected ${count} elements, got ${list.length}: ${inspect(list)}`);
  return [...list] as Tuple<T, N>;
}

type Tuple<T, N extends number, R extends T[] = []> = R["length"] extends N ? R : Tuple<T, N, [...R, T]>;
