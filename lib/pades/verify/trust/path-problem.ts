import { commonNameOf } from "@/lib/pades/verify/cms/common-name";
import type { Certificate } from "@/lib/pades/verify/trust/certificate";

/**
 * What speaks against a path. `constraint` and `usage` break a rule of RFC 5280; `expired` and `not_yet_valid` depend on the time;
 * `weak` names cryptography of the past; `note` is something that was not checked.
 */
export type PathProblemKind = "constraint" | "usage" | "expired" | "not_yet_valid" | "weak" | "note";

export interface PathProblem {
  kind: PathProblemKind;
  text: string;
}

/** How a certificate is called in a sentence. */
export function calledBy(certificate: Certificate): string {
  return `"${commonNameOf(certificate.x509.subject ?? "")}"`;
}
