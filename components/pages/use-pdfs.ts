import { useEffect, useRef, useState } from "react";
import type { Pdf } from "./open-pdf";

export type PdfState = { kind: "waiting" } | { kind: "open"; pdf: Pdf } | { kind: "failed" };

/** Opens PDFs with pdf.js, which is loaded with the first, because it is larger than the rest of the page. One that is no longer in `urls` is closed. */
export function usePdfs(urls: readonly string[]): ReadonlyMap<string, PdfState> {
  const [states, setStates] = useState<ReadonlyMap<string, PdfState>>(new Map());
  const closers = useRef(new Map<string, () => void>());
  const wanted = urls.join("\n");
  useEffect(() => {
    const named = wanted === "" ? [] : wanted.split("\n");
    for (const [url, close] of closers.current) {
      if (named.includes(url)) continue;
      close();
      closers.current.delete(url);
    }
    for (const url of named)
      if (!closers.current.has(url))
        closers.current.set(
          url,
          follow(url, (state) => setStates((before) => new Map(before).set(url, state))),
        );
  }, [wanted]);
  useEffect(() => {
    const open = closers.current;
    return () => {
      for (const close of open.values()) close();
      open.clear();
    };
  }, []);
  return states;
}

function follow(url: string, onState: (state: PdfState) => void): () => void {
  let isOver = false;
  let closePdf = (): void => undefined;
  const open = async (): Promise<void> => {
    const { openPdf } = await import("./open-pdf");
    if (isOver) return;
    const opening = openPdf(url);
    closePdf = opening.close;
    const pdf = await opening.promise;
    if (!isOver) onState({ kind: "open", pdf });
  };
  open().catch(() => {
    if (!isOver) onState({ kind: "failed" });
  });
  return () => {
    isOver = true;
    onState({ kind: "waiting" });
    closePdf();
  };
}
