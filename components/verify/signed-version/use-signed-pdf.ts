import { useEffect, useState } from "react";
import type { Pdf } from "@/components/pages/open-pdf";

export type SignedPdf = { state: "opening" } | { state: "failed" } | { state: "open"; pdf: Pdf };

/** Opens the first `end` bytes of a file by pdf.js, which is loaded at the first call. Nothing leaves the browser. */
export function useSignedPdf(file: Blob, end: number): SignedPdf {
  const [signed, setSigned] = useState<SignedPdf>({ state: "opening" });
  useEffect(() => {
    let isOver = false;
    let close = (): void => undefined;
    const open = async (): Promise<void> => {
      const { openPdfBlob } = await import("@/components/pages/open-pdf");
      if (isOver) return;
      const opening = openPdfBlob(file.slice(0, end));
      close = opening.close;
      const pdf = await opening.promise;
      if (!isOver) setSigned({ state: "open", pdf });
    };
    open().catch(() => {
      if (!isOver) setSigned({ state: "failed" });
    });
    return () => {
      isOver = true;
      close();
      setSigned({ state: "opening" });
    };
  }, [file, end]);
  return signed;
}
