import { useState } from "react";
import { refuseFile, type FileRefusal } from "./refuse-file";

export interface RefusedChoice {
  reason: FileRefusal | "several";
  fileName: string;
}

interface PdfChoice {
  refused: RefusedChoice | null;
  choose: (files: readonly File[]) => void;
}

/** One PDF out of what people drop or choose; anything else is refused at once, before a byte leaves the browser. */
export function usePdfChoice(maxBytes: number, onChosen: (file: File) => void): PdfChoice {
  const [refused, setRefused] = useState<RefusedChoice | null>(null);

  async function choose(files: readonly File[]): Promise<void> {
    const [file, ...others] = files;
    if (!file) return;
    const reason = others.length > 0 ? "several" : await refuseFile(file, maxBytes);
    setRefused(reason && { reason, fileName: file.name });
    if (!reason) onChosen(file);
  }

  return { refused, choose: (files) => void choose(files) };
}
