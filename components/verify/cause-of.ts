import { isGreen, type Report, type SignatureRecord } from "./verification";

/**
 * What people should read instead of a verdict's own words: `bytes_changed`, the file was altered inside what was signed, which the
 * verdict calls `invalid`; `foreign_key`, a field that a service like this one prepared was filled with a key of another authority than the one
 * that certified the file, which it calls `modified`;
 * `looks_changed`, the pages show something else than was signed although nothing else speaks against it, which it calls `modified`.
 */
export type Cause = SignatureRecord["verdict"] | "bytes_changed" | "foreign_key" | "looks_changed";

/**
 * Of a whole file too: `unfinished`, some have signed and it is not sealed; `unsigned`, it is prepared and nobody has signed; `not_here`, it
 * names a document of this service, and no key of this service signed in it.
 */
export type Headline = Cause | "none" | "unfinished" | "unsigned" | "not_here" | "evidence";

export function causeOf({
  verdict,
  decidedBy,
  etsi,
  pictures,
}: Pick<SignatureRecord, "verdict" | "decidedBy" | "etsi" | "pictures">): Cause {
  if (verdict === "invalid" && etsi.subIndication === "HASH_FAILURE") return "bytes_changed";
  if (verdict === "modified" && decidedBy.code === "prepared_field_foreign_key") return "foreign_key";
  if (verdict === "modified" && pictures?.overrules) return "looks_changed";
  return verdict;
}

/** The same of a whole file: its cause is that of the signatures which gave it its verdict, where they have one in common. */
export function headlineOf(report: Pick<Report, "verdict" | "signatures" | "notices" | "completeness">): Headline {
  const { verdict, signatures } = report;
  const special = signatures.length > 0 && signatures.every(isGreen) ? stageOf(report) : null;
  if (special) return special;
  const causes = new Set(signatures.filter((signature) => signature.verdict === verdict).map(causeOf));
  const [only] = causes;
  return causes.size === 1 && only ? only : verdict;
}

/**
 * What a sound file is short of: a file that was cut back to before others signed is sound in every byte, and only the missing seal tells
 * (docs/spec/signing.md#completion). Null for a sealed one, and for what others made.
 */
function stageOf({
  signatures,
  notices,
  completeness,
}: Pick<Report, "signatures" | "notices" | "completeness">):
  "unfinished" | "unsigned" | "not_here" | "evidence" | null {
  if (notices.some(({ code }) => code === "not_signed_here")) return "not_here";
  const ours = signatures.filter(({ chain, kind }) => chain === "ours" && kind === "signature");
  if (ours.length > 0 && ours.every((signature) => signature.role === "evidence")) return "evidence";
  if (completeness?.code !== "incomplete") return null;
  return completeness.signed > 0 ? "unfinished" : "unsigned";
}
