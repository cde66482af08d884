import type { Pdf } from "@/components/pages/open-pdf";
import type { Report, SignatureRecord } from "@/components/verify/result/verification";

/** A differing place on a page, as fractions of the page's width and height from its top left corner. */
export interface Place {
  left: number;
  top: number;
  width: number;
  height: number;
  /** The form field, or signature field, whose rectangle contains the whole place. */
  field: string | null;
}

/** A signature whose version can be extracted from the file and is shorter than the file. */
export interface SignedVersion {
  /** Length of this version in bytes of the file. */
  end: number;
  signature: SignatureRecord;
  kind: SignatureRecord["role"] | "stamp";
  /** Numbers of pages reported as changed since. */
  suspects: readonly number[];
}

/**
 * The versions that can be shown beside the file. None if signed bytes were altered, because the signed content is
 * gone.
 */
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
 * The version to start with: the last broken one, because only later revisions broke it; else the first person's, which
 * has most revisions after it.
 */
export function firstOf(versions: readonly SignedVersion[]): SignedVersion | undefined {
  const [lastBroken] = versions.filter(isBroken).sort((a, b) => b.end - a.end);
  return lastBroken ?? versions.find(({ kind }) => kind === "person") ?? versions[0];
}

/**
 * The broken version before this one, to try if this one shows no difference: a later signer may have signed the
 * change.
 */
export function brokenBefore(versions: readonly SignedVersion[], { end }: SignedVersion): SignedVersion | undefined {
  const [latest] = versions.filter((version) => isBroken(version) && version.end < end).sort((a, b) => b.end - a.end);
  return latest;
}

/** Whether a later revision is not permitted by the signature. */
export function isBroken({ signature }: SignedVersion): boolean {
  return signature.changes.level === "not_permitted" || signature.pictures?.overrules === true;
}

function suspectsOf({ changes, pictures }: SignatureRecord): number[] {
  const named = changes.findings.map(({ params }) => params.page).filter((page) => typeof page === "number");
  return [...new Set([...named, ...(pictures?.places ?? []).map(({ page }) => page)])];
}

/** The version that one signature covers, and the current file. */
export interface Versions {
  signed: Pdf;
  now: Pdf;
}

export type Version = keyof Versions;

/** Names which of the two could not be opened. */
export class VersionUnreadable extends Error {
  constructor(readonly version: Version) {
    super(`the ${version} version cannot be opened`);
  }
}

interface OpeningVersions {
  /** Rejects with VersionUnreadable. */
  promise: Promise<Versions>;
  close: () => void;
}

/**
 * Opens the first `end` bytes of a file, which a signature covers, and the whole file. A revision of a PDF is a prefix
 * of the file, so nothing is requested from the server and nothing leaves the browser. Loads pdf.js at the first call.
 */
export function openVersions(file: Blob, end: number): OpeningVersions {
  let isClosed = false;
  let closers: (() => void)[] = [];
  const open = async (): Promise<Versions> => {
    const { openPdfBlob } = await import("@/components/pages/open-pdf");
    if (isClosed) throw new VersionUnreadable("now");
    const openOne = (version: Version, blob: Blob): Promise<Pdf> => {
      const { promise, close } = openPdfBlob(blob);
      closers.push(close);
      return promise.catch(() => Promise.reject(new VersionUnreadable(version)));
    };
    const [signed, now] = await Promise.all([openOne("signed", file.slice(0, end)), openOne("now", file)]);
    return { signed, now };
  };
  const close = (): void => {
    isClosed = true;
    for (const one of closers) one();
    closers = [];
  };
  return { promise: open(), close };
}

/** A page in the signed version and in the current file; null where missing. Numbers from 1. */
export interface PagePair {
  signed: number | null;
  now: number | null;
}

/**
 * Pairs pages by their PDF object (`keys`, one per page in order), because a later revision keeps objects that it does
 * not change. Replaced pages are paired by number. Ordered as in the current file, with removed pages at their old
 * place.
 */
export function pairPages(signedKeys: readonly string[], nowKeys: readonly string[]): PagePair[] {
  const partners = partnersOf(signedKeys, nowKeys);
  const taken = new Set(partners.filter((page) => page !== null));
  const pairs: PagePair[] = [];
  let gone = 1;
  const addGone = (until: number): void => {
    for (; gone <= until; gone += 1) if (!taken.has(gone)) pairs.push({ signed: gone, now: null });
  };
  partners.forEach((signed, index) => {
    if (signed !== null) addGone(signed - 1);
    pairs.push({ signed, now: index + 1 });
  });
  addGone(signedKeys.length);
  return pairs;
}

/** The signed number of each current page. */
function partnersOf(signedKeys: readonly string[], nowKeys: readonly string[]): (number | null)[] {
  const free = new Map<string, number>();
  // A page used twice in a document is one object. The last use wins; the others are paired by number.
  signedKeys.forEach((key, index) => free.set(key, index + 1));
  const taken = new Set<number>();
  const claim = (page: number | undefined): number | null => {
    if (page === undefined || taken.has(page)) return null;
    taken.add(page);
    return page;
  };
  const sameNumber = nowKeys.map((key, index) => (signedKeys[index] === key ? claim(index + 1) : null));
  const sameObject = nowKeys.map((key, index) => sameNumber[index] ?? claim(free.get(key)));
  return sameObject.map((page, index) => page ?? (index < signedKeys.length ? claim(index + 1) : null));
}
