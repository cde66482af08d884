"use client";

import { useMemo, useState, type RefObject } from "react";
import { useEditor } from "@/components/editor/editor-context";
import type { DocumentPagesHandle } from "@/components/pages/document-pages";
import type { PageBox } from "@/components/pages/page-source";
import { Thumbnails } from "@/components/pages/thumbnails";

/** The columns of the editor with the rail, on windows that have room for it beside palette and details. */
export const railColumns = "xl:grid-cols-[15rem_8.5rem_minmax(0,1fr)_18rem]";

interface PageRailProps {
  fileUuid: string;
  pages: readonly PageBox[];
  page: number;
  sheets: RefObject<DocumentPagesHandle | null>;
}

/** Small pictures of the pages, which lead there and say how many fields they hold; of one page there is nothing to choose. */
export function PageRail({ fileUuid, pages, page, sheets }: PageRailProps) {
  const { elements } = useEditor().layout;
  const marks = useMemo(() => {
    const counts = new Map<number, number>();
    for (const element of elements) counts.set(element.page, (counts.get(element.page) ?? 0) + 1);
    return counts;
  }, [elements]);
  const [source] = useState({ kind: "file" as const, uuid: fileUuid });
  if (pages.length < 2) return null;
  return (
    <div className="hidden min-h-0 border-e border-hairline xl:block">
      <Thumbnails
        source={source}
        pages={pages}
        page={page}
        onGo={(wanted) => sheets.current?.scrollToPage(wanted)}
        marks={marks}
      />
    </div>
  );
}
