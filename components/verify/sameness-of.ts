import { roleOf } from "./signature-role";
import type { Report } from "./verification";

/** The document that a copy should be. */
export interface ExpectedFile {
  uuid: string;
  /** SHA-256 of the file as it stands now, and of what was uploaded. */
  current: string;
  original: string;
}

export type Sameness = "same" | "original_copy" | "extended" | "evidence" | "version" | "different";

/** How a copy relates to a document of ours. Only keys of ours make it a version of it: anybody can name a field. */
export function samenessOf({ sha256, signatures }: Report, { uuid, current, original }: ExpectedFile): Sameness {
  if (sha256 === current) return "same";
  if (sha256 === original) return "original_copy";
  if (signatures.some(({ signedRevision }) => signedRevision?.sha256 === current)) return "extended";
  const ofThis = signatures.filter(
    ({ field, chain, cms }) => chain === "ours" && cms.status === "valid" && field.startsWith(`paraph-${uuid}-`),
  );
  if (ofThis.length === 0) return "different";
  return ofThis.every((signature) => roleOf(signature) === "evidence") ? "evidence" : "version";
}
