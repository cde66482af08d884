import type { LinkBox } from "@/lib/signing/schema";
import { firstValues, type FieldValues } from "./field-state";

/** What a signer has typed stays in this tab until it is closed: a phone drops the page while the code is looked up in the mail. */
const keyOf = (documentUuid: string) => `paraph-fields-${documentUuid}`;

export function keepValues(documentUuid: string, values: FieldValues): void {
  try {
    sessionStorage.setItem(keyOf(documentUuid), JSON.stringify(values));
  } catch {
    // A browser that keeps nothing only loses this comfort.
  }
}

/** What was kept for these boxes, and the requester's own values for the others; null when nothing was kept. */
export function readKeptValues(documentUuid: string, boxes: readonly LinkBox[]): FieldValues | null {
  const kept = parse(stored(keyOf(documentUuid)));
  return kept && mergeKept(firstValues(boxes), kept);
}

/** Only boxes that are still there, with a value of their kind. */
export function mergeKept(first: FieldValues, kept: Readonly<Record<string, unknown>>): FieldValues {
  return Object.fromEntries(
    Object.entries(first).map(([id, value]) => [
      id,
      typeof kept[id] === typeof value ? (kept[id] as typeof value) : value,
    ]),
  );
}

function stored(key: string): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

function parse(text: string | null): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text ?? "null");
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
