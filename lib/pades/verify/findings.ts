import type { SignatureVerdict } from "@/lib/pades/verify/report";

/** What was found against a signature, by the verdict that it forces. */
export interface Findings {
  invalid: string[];
  modified: string[];
  unsupported: string[];
}

export function noFindings(): Findings {
  return { invalid: [], modified: [], unsupported: [] };
}

/** The verdict in the order of docs/spec/verification.md#the-record-of-a-signature, with the sentence that decided it. */
export function verdictOf(findings: Findings, changed: boolean): { verdict: SignatureVerdict; explanation: string } {
  for (const verdict of ["invalid", "modified", "unsupported"] as const) {
    const [first] = findings[verdict];
    if (first !== undefined) {
      return { verdict, explanation: first };
    }
  }
  if (changed) {
    return {
      verdict: "intact_later_allowed",
      explanation: "the signed bytes are intact; what was added later is permitted",
    };
  }
  return { verdict: "intact", explanation: "the signed bytes are intact and nothing was changed since" };
}
