/**
 * Keeps the first case of each class in the quick run, and adds `@exhaustive` to the names of the others (docs/decisions/0054-quick-and-exhaustive-tests.md).
 * For matrices whose cases run the same code: every operation refuses a missing credential in one place.
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
