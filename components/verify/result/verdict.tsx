import {
  CircleCheckBig,
  CircleHelp,
  CircleX,
  FileCheck2,
  FileQuestion,
  Hourglass,
  KeyRound,
  TriangleAlert,
  type LucideIcon,
} from "lucide-react";
import { useTranslations } from "next-intl";
import { CopyIcon } from "@/components/ui/copy-button";
import { isGreen, isRevoked, type Report, type SignatureRecord } from "./verification";

/**
 * A cause shown instead of the plain verdict. `bytes_changed`: signed bytes were altered (verdict `invalid`).
 * `foreign_key`: a field prepared by a service like this one was signed with a key of another authority than the
 * certification's (verdict `modified`). `looks_changed`: pages look different from the signed version although nothing
 * else is wrong (verdict `modified`).
 */
type Cause = SignatureRecord["verdict"] | "bytes_changed" | "foreign_key" | "looks_changed";

/**
 * Additional headlines of a file. `unfinished`: some have signed, but it is not sealed. `unsigned`: prepared, but
 * nobody has signed. `superseded`: an earlier state of a document that this service has completed. `filled`: intact,
 * but fields were filled in or cleared since. `not_here`: it names a document of this service but has no signature by
 * this service's keys. `authority_changed`: another authority than the certification's completed it.
 */
type Headline =
  | Cause
  | "none"
  | "unfinished"
  | "unsigned"
  | "superseded"
  | "not_here"
  | "evidence"
  | "filled"
  | "authority_changed";

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

/**
 * The headline of a whole file: its missing stage, or the common cause of the signatures that determine its verdict, if
 * they have one.
 */
export function headlineOf(
  report: Pick<Report, "verdict" | "outcome" | "signatures" | "completeness" | "warningFindings">,
): Headline {
  const { verdict, signatures } = report;
  const special = stageOf(report);
  if (special) return special;
  if (verdict === "intact_later_allowed" && isFilledSince(report)) return "filled";
  const causes = new Set(signatures.filter((signature) => signature.verdict === verdict).map(causeOf));
  const [only] = causes;
  return causes.size === 1 && only ? only : verdict;
}

const fillings: readonly string[] = ["filled_field_covers", "field_filled_since", "more_fields_filled_since"];

/**
 * Whether form fields were filled or cleared after a signature, apart from those that were prepared for the signers of
 * this document.
 */
function isFilledSince({ warningFindings }: Pick<Report, "warningFindings">): boolean {
  return warningFindings.some(({ code }) => fillings.includes(code));
}

/** Whether a signature was followed by additions, and neither program compared a page with what was signed. */
export function isUncompared({ signatures }: Pick<Report, "signatures">): boolean {
  return signatures.some(
    ({ verdict, pictures }) =>
      verdict === "intact_later_allowed" &&
      pictures != null &&
      pictures.code !== "nothing_later" &&
      pictures.readers.every(({ pages }) => pages === 0),
  );
}

/**
 * The missing stage of an intact file. A file cut back to before others signed is intact in every byte, and only the
 * missing seal shows it (docs/spec/signing.md#completion). Null for a sealed file, and for files of other services.
 */
function stageOf({
  outcome,
  signatures,
  completeness,
}: Pick<Report, "outcome" | "signatures" | "completeness">): Exclude<Headline, Cause | "none"> | null {
  if (outcome === "not_signed_here") return "not_here";
  if (outcome === "authority_changed") return outcome;
  const ours = signatures.filter(({ chain, kind }) => chain === "ours" && kind === "signature");
  const isEvidence = ours.length > 0 && ours.every((signature) => signature.role === "evidence");
  if (isEvidence && signatures.every(isGreen)) return "evidence";
  if (outcome === "superseded") return "superseded";
  if (outcome !== "incomplete") return null;
  return completeness?.code === "incomplete" && completeness.signed > 0 ? "unfinished" : "unsigned";
}

const danger = "bg-danger-tint text-on-danger-tint";
const warning = "bg-warning-tint text-on-warning-tint";

interface VerdictLook {
  icon: LucideIcon;
  look: string;
}

/** Icon and colours of a verdict, which the text beside them repeats. */
export const verdictLooks: Record<Headline, VerdictLook> = {
  none: { icon: FileQuestion, look: "bg-info-tint text-on-info-tint" },
  intact: { icon: CircleCheckBig, look: "bg-success-tint text-on-success-tint" },
  intact_later_allowed: { icon: CircleCheckBig, look: "bg-success-tint text-on-success-tint" },
  filled: { icon: TriangleAlert, look: warning },
  unfinished: { icon: Hourglass, look: warning },
  unsigned: { icon: Hourglass, look: warning },
  superseded: { icon: Hourglass, look: warning },
  not_here: { icon: KeyRound, look: warning },
  authority_changed: { icon: KeyRound, look: warning },
  evidence: { icon: FileCheck2, look: "bg-success-tint text-on-success-tint" },
  unsupported: { icon: CircleHelp, look: warning },
  modified: { icon: TriangleAlert, look: danger },
  bytes_changed: { icon: TriangleAlert, look: danger },
  looks_changed: { icon: TriangleAlert, look: danger },
  foreign_key: { icon: KeyRound, look: danger },
  invalid: { icon: CircleX, look: danger },
};

/** A good verdict is not green while something remains to be checked by eye; a bad one stays. */
export function lookOf(headline: Headline, needsReview: boolean): VerdictLook {
  const look = verdictLooks[headline];
  return needsReview && look.look !== danger ? { icon: TriangleAlert, look: warning } : look;
}

/**
 * Whether a certificate was revoked, pages were not compared, or a field was filled since or a signature added over
 * content.
 */
export function needsReview(report: Pick<Report, "signatures" | "outcome">): boolean {
  return report.outcome === "content_added" || report.signatures.some(isRevoked) || isUncompared(report);
}

/** A hash with a copy button; `what` is the accessible name if there are several. */
export function HashLine({ sha256, what }: { sha256: string; what: string }) {
  const t = useTranslations("verify");
  return (
    <span className="flex items-start gap-1">
      <code className="min-w-0 font-mono text-caption leading-6 wrap-anywhere">{sha256}</code>
      <CopyIcon text={sha256} label={t("copyHashOf", { what })} className="-my-1 print:hidden" />
    </span>
  );
}

/**
 * Trust in the time of signing. `vouched`: a timestamp of an authority known to this service. `unknown`: a valid
 * timestamp of an unknown authority. `none`: no valid timestamp.
 */
export function stampWorth({ timestamp }: Pick<SignatureRecord, "timestamp">): "vouched" | "unknown" | "none" {
  if (timestamp.status !== "valid") return "none";
  return timestamp.chain === "unknown" ? "unknown" : "vouched";
}

type Proof =
  | "whole"
  | "later"
  | "ours"
  | "sealed"
  | "evidence"
  | "timestamp"
  | "bytes_changed"
  | "modified"
  | "foreign_key"
  | "nothing_signed";
type Limit =
  | "identity"
  | "unknown_issuer"
  | "understood"
  | "legal"
  | "clock"
  | "claimed"
  | "revocation"
  | "who_changed"
  | "broken"
  | "elsewhere"
  | "unjudged"
  | "nothing"
  | "unfinished"
  | "revoked"
  | "unknown_authority"
  | "record";

/** A report's conclusions and limits, as message keys in reading order. */
export function proofsOf(report: Report): { proofs: Proof[]; limits: Limit[] } {
  const { verdict, signatures } = report;
  const people = signatures.filter((signature) => signature.kind === "signature" && signature.role === "person");
  const good = people.filter(isGreen);
  const all = signatures.length > 0 && signatures.every(isGreen) ? good : [];
  const proofs: [Proof, boolean][] = [
    ["nothing_signed", verdict === "none"],
    ["bytes_changed", signatures.some((signature) => causeOf(signature) === "bytes_changed")],
    ["modified", signatures.some((signature) => ["modified", "looks_changed"].includes(causeOf(signature)))],
    ["foreign_key", signatures.some((signature) => causeOf(signature) === "foreign_key")],
    ["whole", all.length > 0 && verdict === "intact"],
    ["later", all.length > 0 && verdict === "intact_later_allowed"],
    ["ours", good.some(({ chain }) => chain === "ours")],
    [
      "sealed",
      signatures.some((signature) => isGreen(signature) && signature.role === "sealed" && !isRevoked(signature)),
    ],
    [
      "evidence",
      signatures.some((signature) => isGreen(signature) && signature.role === "evidence" && !isRevoked(signature)),
    ],
    ["timestamp", signatures.some((signature) => isGreen(signature) && stampWorth(signature) === "vouched")],
  ];
  const isUnfinished = ["unfinished", "unsigned", "superseded"].includes(headlineOf(report));
  return {
    proofs: keysOf(proofs),
    limits: [...keysOf<Limit>([["unfinished", isUnfinished]]), ...limitsOf(signatures, good)],
  };
}

function limitsOf(signatures: readonly SignatureRecord[], good: readonly SignatureRecord[]): Limit[] {
  const causes = new Set(signatures.map(causeOf));
  const isUntimed = (signature: SignatureRecord): boolean => stampWorth(signature) !== "vouched";
  const limits: [Limit, boolean][] = [
    ["nothing", signatures.length === 0],
    ["who_changed", causes.has("modified") || causes.has("looks_changed") || causes.has("bytes_changed")],
    ["broken", causes.has("invalid")],
    ["elsewhere", causes.has("foreign_key")],
    ["unjudged", causes.has("unsupported")],
    ["record", signatures.some((signature) => isGreen(signature) && signature.role === "evidence")],
    ["revoked", signatures.some(isRevoked)],
    ["identity", good.length > 0],
    ["unknown_issuer", good.some(({ chain }) => chain === "unknown")],
    ["clock", good.some((signature) => signature.chain === "ours" && isUntimed(signature))],
    ["claimed", good.some((signature) => signature.chain !== "ours" && isUntimed(signature))],
    ["unknown_authority", signatures.some((signature) => isGreen(signature) && stampWorth(signature) === "unknown")],
    ["revocation", good.some(({ revocation }) => revocation.status === "unknown")],
    ["understood", good.length > 0],
    ["legal", good.length > 0],
  ];
  return keysOf(limits);
}

function keysOf<Key>(entries: readonly (readonly [Key, boolean])[]): Key[] {
  return entries.flatMap(([key, holds]) => (holds ? [key] : []));
}
