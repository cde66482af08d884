import type { UploadWire } from "@/lib/files/schema";

export type FindingsReader = "requester" | "signer";

type Fact = "repaired" | "decrypted" | "alreadySigned" | "frozenFields";
type Kind = UploadWire["removed"][number];

export interface Findings {
  facts: Fact[];
  lists: { name: "removed" | "removedForSigner" | "remaining" | "carried"; kinds: Kind[] }[];
  /** What pages hold that a reader of the screen does not see. */
  shadow: UploadWire["shadowContent"];
  /** Something that acts, or is not seen, is still in the document. */
  isWarning: boolean;
}

/** These never run by themselves, and stay in every document. */
const passive = new Set<Kind>(["EmbeddedFiles", "RichMedia", "ExternalLinks"]);

/** What of the findings concerns whom: what was done to the file its requester, what is or was in it both. */
export function findingsFor(upload: UploadWire, reader: FindingsReader): Findings {
  const active = upload.remaining.filter((kind) => !passive.has(kind));
  const lists: Findings["lists"] = [
    { name: "remaining" as const, kinds: active },
    { name: reader === "signer" ? ("removedForSigner" as const) : ("removed" as const), kinds: upload.removed },
    { name: "carried" as const, kinds: upload.remaining.filter((kind) => passive.has(kind)) },
  ].filter(({ kinds }) => kinds.length > 0);
  return {
    facts: reader === "requester" ? factsOf(upload) : [],
    lists,
    shadow: upload.shadowContent,
    isWarning:
      active.length > 0 ||
      upload.shadowContent.some(({ code }) => code !== "page_not_looked_at") ||
      upload.remaining.includes("EmbeddedFiles") ||
      upload.warnings.length > 0 ||
      differencesIn(upload).length > 0,
  };
}

/** Pages that two programs do not show alike. */
export function differencesIn({ readers }: UploadWire): NonNullable<UploadWire["readers"]>["differences"] {
  return readers?.differences ?? [];
}

function factsOf({ repaired, decrypted, alreadySigned, frozenFields }: UploadWire): Fact[] {
  const facts: [Fact, boolean][] = [
    ["decrypted", decrypted],
    ["repaired", repaired && !decrypted],
    ["alreadySigned", alreadySigned],
    ["frozenFields", frozenFields > 0],
  ];
  return facts.filter(([, holds]) => holds).map(([fact]) => fact);
}
