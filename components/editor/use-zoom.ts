import { useCallback, useState, type RefObject } from "react";
import type { DocumentPagesHandle } from "@/components/pages/document-pages";
import type { Zoom } from "@/components/pages/page-sizes";
import type { PageBox } from "@/components/pages/page-source";
import { pixelsPerPoint } from "@/lib/geometry/screen-box";
import { stepZoom } from "./zoom-steps";

/** How large the pages are; stepping starts from what is seen. The page in sight stays in sight. */
export function useZoom(sheets: RefObject<DocumentPagesHandle | null>, pages: readonly PageBox[], visiblePage: number) {
  const [zoom, setZoom] = useState<Zoom>("fit");
  const change = useCallback((next: Zoom) => {
    setZoom(next);
    requestAnimationFrame(() => sheets.current?.scrollToPage(visiblePage));
  }, [sheets, visiblePage]);
  const step = useCallback((by: 1 | -1) => {
    const width = sheets.current?.pageElement(visiblePage)?.clientWidth;
    const points = pages[visiblePage - 1]?.width;
    const shown = width && points ? width / points / pixelsPerPoint : 1;
    change(stepZoom(zoom, by, shown));
  }, [sheets, pages, visiblePage, zoom, change]);
  return { zoom, setZoom: change, stepZoom: step };
}
