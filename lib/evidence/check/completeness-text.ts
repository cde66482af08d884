import type { Completeness } from "@/lib/pades/verify/report";

/** "2 of 3 signed, not sealed": how far a document has come that is not complete. */
export function completenessText({ signed, prepared, sealed }: Extract<Completeness, { code: "incomplete" }>): string {
  return `${signed} of ${prepared} signed, ${sealed ? "its seal does not hold" : "not sealed"}`;
}
