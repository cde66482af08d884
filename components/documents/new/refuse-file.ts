/** Why a chosen file is not even sent; null when it may be. The server looks closer. */
export type FileRefusal = "not_pdf" | "empty" | "too_large";

/** Readers take a header anywhere in the first kilobyte (ISO 32000-2, 7.5.2 and Annex J). */
const headerWithin = 1024;

/** Looks at the first bytes, because a name and a media type are only claims. `maxBytes`: the largest upload. */
export async function refuseFile(file: Blob, maxBytes: number): Promise<FileRefusal | null> {
  if (file.size === 0) return "empty";
  const start = new Uint8Array(await file.slice(0, headerWithin).arrayBuffer());
  if (!new TextDecoder("latin1").decode(start).includes("%PDF-")) return "not_pdf";
  return file.size > maxBytes ? "too_large" : null;
}
