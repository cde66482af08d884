import { causeOf, headlineOf } from "./cause-of";
import { isGreen, isRevoked } from "./is-green";
import { roleOf } from "./signature-role";
import { stampWorth } from "./stamp-worth";
import type { Report, SignatureRecord } from "./verification";

export type Proof =
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
export type Limit =
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

/** What a report shows, and what it leaves open: the keys of sentences, in the order in which they are read. */
export function proofsOf(report: Report): { proofs: Proof[]; limits: Limit[] } {
  const { verdict, signatures } = report;
  const people = signatures.filter((signature) => signature.kind === "signature" && roleOf(signature) === "person");
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
      signatures.some((signature) => isGreen(signature) && roleOf(signature) === "sealed" && !isRevoked(signature)),
    ],
    [
      "evidence",
      signatures.some((signature) => isGreen(signature) && roleOf(signature) === "evidence" && !isRevoked(signature)),
    ],
    ["timestamp", signatures.some((signature) => isGreen(signature) && stampWorth(signature) === "vouched")],
  ];
  const isUnfinished = ["unfinished", "unsigned"].includes(headlineOf(report));
  return {
    proofs: keysOf(proofs),
    limits: [...keysOf<Limit>([["unfinished", isUnfinished]]), ...limitsOf(signatures, good)],
  };
}

function limitsOf(signatures: readonly SignatureRecord[], good: readonly SignatureRecord[]): Limit[] {
  const causes = new Set(signatures.map(causeOf));
  const isUntimed = ({ timestamp }: SignatureRecord): boolean => timestamp.status !== "valid";
  const limits: [Limit, boolean][] = [
    ["nothing", signatures.length === 0],
    ["who_changed", causes.has("modified") || causes.has("looks_changed") || causes.has("bytes_changed")],
    ["broken", causes.has("invalid")],
    ["elsewhere", causes.has("foreign_key")],
    ["unjudged", causes.has("unsupported")],
    ["record", signatures.some((signature) => isGreen(signature) && roleOf(signature) === "evidence")],
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
