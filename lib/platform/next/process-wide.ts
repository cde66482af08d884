/**
 * State that all copies of our modules share. A process has three copies of a module, and of its variables: in the
 * bundle of our server, in that of the routes (decision 47), and in the one that Next makes for pages
 * (vercel/next.js#65350). Without Next's own copy, the variables of a module would do.
 */
export function processWide<Value extends object>(name: string, make: () => Value): Value {
  const values = globalThis as Record<symbol, unknown>;
  return (values[Symbol.for(`paraph.${name}`)] ??= make()) as Value;
}

/**
 * A base class of errors for which `instanceof` accepts those of every copy. A page catches errors that come from
 * adapters, which the routes' copy created, and would otherwise answer an expected error with a 500.
 */
export function sharedError(name: string) {
  const brand: unique symbol = Symbol.for(`paraph.${name}`);
  return class extends Error {
    static override [Symbol.hasInstance](value: unknown): boolean {
      return typeof value === "object" && value !== null && brand in value;
    }

    readonly [brand] = true;
  };
}
