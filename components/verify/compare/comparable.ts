import type { Report, SignatureRecord } from "@/components/verify/verification";

/** A place on the page that looks different now: shares of the page's width and height from its top left corner. */
export interface Place {
  left: number;
  top: number;
  width: number;
  height: number;
  /** The form field, a signature's too, in whose rectangle all of it lies. */
  field: string | null;
}

/** A signature whose version of the document can be taken out of the file, and is not all of it. */
export interface SignedVersion {
  /** Bytes of the file that are this version. */
  end: number;
  signature: SignatureRecord;
  kind: SignatureRecord["role"] | "stamp";
  /** Pages that are said to have changed since, by their number. */
  suspects: readonly number[];
}

/** The versions that can be shown beside the file. Where signed bytes were altered there is none: what was signed is gone. */
export function comparable({ signatures }: Report, size: number): SignedVersion[] {
  return signatures.flatMap((signature) => {
    const end = signature.signedRevision?.end ?? size;
    if (end >= size || signature.verdict === "invalid") return [];
    return [
      {
        end,
        signature,
        kind: signature.kind === "doc_timestamp" ? ("stamp" as const) : signature.role,
        suspects: suspectsOf(signature),
      },
    ];
  });
}

/**
 * Which version to begin with: the last one that was broken, because only what broke it came after it; else that of the first person, after
 * which came most.
 */
export function firstOf(versions: readonly SignedVersion[]): SignedVersion | undefined {
  const [lastBroken] = versions.filter(isBroken).sort((a, b) => b.end - a.end);
  return lastBroken ?? versions.find(({ kind }) => kind === "person") ?? versions[0];
}

/** The broken version before this one, to go on to where this one shows no difference: a later signer may have signed what was changed. */
export function brokenBefore(versions: readonly SignedVersion[], { end }: SignedVersion): SignedVersion | undefined {
  const [latest] = versions.filter((version) => isBroken(version) && version.end < end).sort((a, b) => b.end - a.end);
  return latest;
}

/** Whether something came later that the signature does not permit. */
export function isBroken({ signature }: SignedVersion): boolean {
  return signature.changes.level === "not_permitted" || signature.pictures?.overrules === true;
}

function suspectsOf({ changes, pictures }: SignatureRecord): number[] {
  const said = changes.findings.map(({ params }) => params.page).filter((page) => typeof page === "number");
  return [...new Set([...said, ...(pictures?.places ?? []).map(({ page }) => page)])];
}
