import { useState } from "react";

export interface RefusedChoice {
  reason: FileRefusal | "several_pdfs" | "heic" | "old_word" | "unknown_type";
  fileName: string;
}

interface PdfChoice {
  refused: RefusedChoice | null;
  choose: (files: readonly File[]) => void;
}

/** Picks one PDF from dropped or chosen files. Rejects anything else before a byte leaves the browser. */
export function usePdfChoice(maxBytes: number, onChosen: (file: File) => void): PdfChoice {
  const [refused, setRefused] = useState<RefusedChoice | null>(null);

  async function choose(files: readonly File[]): Promise<void> {
    const [file, ...others] = files;
    if (!file) return;
    const reason = others.length > 0 ? "several_pdfs" : await refuseFile(file, maxBytes);
    setRefused(reason && { reason, fileName: file.name });
    if (!reason) onChosen(file);
  }

  return { refused, choose: (files) => void choose(files) };
}

/** Reason not to send a chosen file; null if there is none. The server checks more. */
type FileRefusal = "not_pdf" | "empty" | "too_large";

/** Readers accept a header anywhere in the first kilobyte (ISO 32000-2, 7.5.2 and Annex J). */
const headerWithin = 1024;

/** Checks the first bytes, because name and media type prove nothing. `maxBytes`: the largest upload. */
export async function refuseFile(file: Blob, maxBytes: number): Promise<FileRefusal | null> {
  if (file.size === 0) return "empty";
  const start = new Uint8Array(await file.slice(0, headerWithin).arrayBuffer());
  if (!new TextDecoder("latin1").decode(start).includes("%PDF-")) return "not_pdf";
  return file.size > maxBytes ? "too_large" : null;
}
