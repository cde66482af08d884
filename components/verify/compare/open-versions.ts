import type { Pdf } from "@/components/pages/open-pdf";

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

export interface OpeningVersions {
  /** Rejects with VersionUnreadable. */
  promise: Promise<Versions>;
  close: () => void;
}

/**
 * Opens the first `end` bytes of a file, which a signature covers, and the whole file. A revision of a PDF is a prefix of the file, so nothing is requested
 * from the server and nothing leaves the browser. Loads pdf.js at the first call.
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
