import { isGreen } from "./is-green";
import { roleOf } from "./signature-role";
import type { Report, SignatureRecord } from "./verification";

/**
 * What people should read instead of a verdict's own words: `bytes_changed`, the file was altered inside what was signed, which the
 * verdict calls `invalid`; `foreign_key`, a field that a service like this one prepared was filled with a key that is not ours,
 * which it calls `modified`.
 */
export type Cause = SignatureRecord["verdict"] | "bytes_changed" | "foreign_key";

/** Of a whole file too: `unfinished`, some have signed and this service has not sealed it; `unsigned`, only this service has signed. */
export type Headline = Cause | "none" | "unfinished" | "unsigned" | "evidence";

const foreignKey = /with a key of (somebody else|another)/;

export function causeOf({ verdict, explanation, etsi }: Pick<SignatureRecord, "verdict" | "explanation" | "etsi">): Cause {
  if (verdict === "invalid" && etsi.subIndication === "HASH_FAILURE") return "bytes_changed";
  if (verdict === "modified" && foreignKey.test(explanation)) return "foreign_key";
  return verdict;
}

/** The same of a whole file: its cause is that of the signatures which gave it its verdict, where they have one in common. */
export function headlineOf({ verdict, signatures }: Pick<Report, "verdict" | "signatures">): Headline {
  const special = signatures.length > 0 && signatures.every(isGreen) ? stageOf(signatures) : null;
  if (special) return special;
  const causes = new Set(signatures.filter((signature) => signature.verdict === verdict).map(causeOf));
  const [only] = causes;
  return causes.size === 1 && only ? only : verdict;
}

const ownFile = /^paraph-([0-9a-f-]{36})-/;

/**
 * How far a document of ours has come, where it is not all the way: a file that was cut back to before others signed is sound in every
 * byte, and only the missing seal tells (SIGNING.md section 2, status 3). Null for a sealed one, and for what others made.
 */
function stageOf(signatures: readonly SignatureRecord[]): "unfinished" | "unsigned" | "evidence" | null {
  const ours = signatures.filter(({ chain, kind, field }) => chain === "ours" && kind === "signature" && ownFile.test(field));
  const sealed = new Set(ours.filter((signature) => roleOf(signature) === "sealed").map(fileOf));
  if (ours.length > 0 && ours.every((signature) => roleOf(signature) === "evidence")) return "evidence";
  if (ours.every((signature) => roleOf(signature) === "evidence" || sealed.has(fileOf(signature)))) return null;
  return signatures.some((signature) => signature.kind === "signature" && roleOf(signature) === "person") ? "unfinished" : "unsigned";
}

function fileOf({ field }: SignatureRecord): string {
  return ownFile.exec(field)?.[1] ?? "";
}
