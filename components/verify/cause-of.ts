import { isGreen, type Report, type SignatureRecord } from "./verification";

/**
 * A cause shown instead of the plain verdict. `bytes_changed`: signed bytes were altered (verdict `invalid`). `foreign_key`: a field prepared by a service like
 * this one was signed with a key of another authority than the certification's (verdict `modified`). `looks_changed`: pages look different from the signed
 * version although nothing else is wrong (verdict `modified`).
 */
export type Cause = SignatureRecord["verdict"] | "bytes_changed" | "foreign_key" | "looks_changed";

/**
 * Additional headlines of a file. `unfinished`: some have signed and it is not sealed. `unsigned`: prepared, and nobody has signed. `not_here`: it names a
 * document of this service but has no signature by this service's keys.
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

/** The headline of a whole file: the common cause of the signatures that determine its verdict, if they have one. */
export function headlineOf(report: Pick<Report, "verdict" | "signatures" | "notices" | "completeness">): Headline {
  const { verdict, signatures } = report;
  const special = signatures.length > 0 && signatures.every(isGreen) ? stageOf(report) : null;
  if (special) return special;
  const causes = new Set(signatures.filter((signature) => signature.verdict === verdict).map(causeOf));
  const [only] = causes;
  return causes.size === 1 && only ? only : verdict;
}

/**
 * The missing stage of an intact file. A file cut back to before others signed is intact in every byte, and only the missing seal shows it
 * (docs/spec/signing.md#completion). Null for a sealed file, and for files of other services.
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
