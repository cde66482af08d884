const spellings = new Map([
  ["true", true],
  ["yes", true],
  ["on", true],
  ["1", true],
  ["false", false],
  ["no", false],
  ["off", false],
  ["0", false],
]);

/** The value of a checkbox or radio button in one of the spellings of a boolean, in any case; null for anything else. */
export function readTick(value: string | boolean): boolean | null {
  return typeof value === "boolean" ? value : (spellings.get(value.trim().toLowerCase()) ?? null);
}
