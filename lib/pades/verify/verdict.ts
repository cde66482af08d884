import { finding, type Finding } from "./findings";
import type { SignatureVerdict, Verdict } from "./report";

/** Findings against a signature, by the verdict that they cause. */
export interface Findings {
  invalid: Finding[];
  modified: Finding[];
  unsupported: Finding[];
}

export function noFindings(): Findings {
  return { invalid: [], modified: [], unsupported: [] };
}

/** The verdict in the order of docs/spec/verification.md#the-record-of-a-signature, with the finding that decided it. */
export function verdictOf(findings: Findings, changed: boolean): { verdict: SignatureVerdict; decidedBy: Finding } {
  for (const verdict of ["invalid", "modified", "unsupported"] as const) {
    const [first] = findings[verdict];
    if (first !== undefined) {
      return { verdict, decidedBy: first };
    }
  }
  if (changed) {
    return { verdict: "intact_later_allowed", decidedBy: finding("only_permitted_changes") };
  }
  return { verdict: "intact", decidedBy: finding("nothing_changed") };
}

/** Whether a verdict means that the document is as it was signed. */
export function isGreen(verdict: Verdict): boolean {
  return verdict === "intact" || verdict === "intact_later_allowed";
}
