"use client";

import type { RefObject } from "react";
import type { DocumentPagesHandle } from "@/components/pages/document-pages";
import type { PageBox } from "@/components/pages/page-source";
import { Thumbnails } from "@/components/pages/thumbnails";

/** The columns of the editor with the rail, on windows that have room for it beside palette and details. */
export const railColumns = "2xl:grid-cols-[15rem_9rem_minmax(0,1fr)_18rem]";

interface PageRailProps {
  fileUuid: string;
  pages: readonly PageBox[];
  page: number;
  sheets: RefObject<DocumentPagesHandle | null>;
}

/** Small pictures of the pages, which lead there; of one page there is nothing to choose. */
export function PageRail({ fileUuid, pages, page, sheets }: PageRailProps) {
  if (pages.length < 2) return null;
  return (
    <div className="hidden min-h-0 border-r border-hairline 2xl:block">
      <Thumbnails source={{ kind: "file", uuid: fileUuid }} pages={pages} page={page} onGo={(wanted) => sheets.current?.scrollToPage(wanted)} />
    </div>
  );
}
