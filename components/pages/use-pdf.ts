import { useEffect, useState } from "react";
import type { Pdf } from "./open-pdf";

export type PdfState = { kind: "waiting" } | { kind: "open"; pdf: Pdf } | { kind: "failed" };

/** Opens the document by pdf.js, which is loaded only once `isWanted`: it is larger than all the rest of the page. */
export function usePdf(url: string, isWanted: boolean): PdfState {
  const [state, setState] = useState<PdfState>({ kind: "waiting" });
  useEffect(() => {
    if (!isWanted) return;
    let isOver = false;
    let close = (): void => undefined;
    const open = async (): Promise<void> => {
      const { openPdf } = await import("./open-pdf");
      if (isOver) return;
      const opening = openPdf(url);
      close = opening.close;
      const pdf = await opening.promise;
      if (!isOver) setState({ kind: "open", pdf });
    };
    open().catch(() => {
      if (!isOver) setState({ kind: "failed" });
    });
    return () => {
      isOver = true;
      setState({ kind: "waiting" });
      close();
    };
  }, [url, isWanted]);
  return state;
}
