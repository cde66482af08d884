"use client";

import { useTranslations } from "next-intl";
import { memo, useCallback, type Ref } from "react";
import { SuggestionLayer } from "@/components/editor/suggestions/suggestion-layer";
import { DocumentPages, type DocumentPagesHandle } from "@/components/pages/document-pages";
import type { PageBox, PageFile, PageSource, Zoom } from "@/components/pages/page-source";
import { fieldHintId, PageLayer } from "./page-layer";

interface PagesPaneProps {
  source: PageSource;
  name: string;
  files: readonly PageFile[] | undefined;
  pages: readonly PageBox[];
  zoom: Zoom;
  onVisiblePage: (page: number) => void;
  ref: Ref<HTMLDivElement>;
  pagesRef: Ref<DocumentPagesHandle>;
}

/** The pages with their fields. On a wide window they scroll in their pane; on a phone with the whole page. */
export function PagesPane({ source, name, files, pages, zoom, onVisiblePage, ref, pagesRef }: PagesPaneProps) {
  const t = useTranslations("editor");
  return (
    <div
      ref={ref}
      role="region"
      aria-label={t("regions.pages")}
      tabIndex={0}
      className="min-w-0 touch-pan-x touch-pan-y scroll-p-6 overflow-x-auto p-3 -outline-offset-2 max-lg:pb-[45dvh] lg:overflow-y-auto lg:p-6"
    >
      <p id={fieldHintId} hidden>
        {t("box.hint")}
      </p>
      <Sheets
        source={source}
        name={name}
        files={files}
        pages={pages}
        zoom={zoom}
        onVisiblePage={onVisiblePage}
        pagesRef={pagesRef}
      />
    </div>
  );
}

/** Re-renders only when the zoom changes; changes on the pages reach their layers by context. */
const Sheets = memo(function Sheets({
  source,
  name,
  files,
  pages,
  zoom,
  onVisiblePage,
  pagesRef,
}: Omit<PagesPaneProps, "ref">) {
  const renderLayer = useCallback(
    (page: PageBox, scale: number) => (
      <>
        <PageLayer page={page} scale={scale} />
        <SuggestionLayer page={page} scale={scale} />
      </>
    ),
    [],
  );
  return (
    <DocumentPages
      ref={pagesRef}
      source={source}
      pages={pages}
      title={name}
      {...(files ? { files } : {})}
      zoom={zoom}
      renderLayer={renderLayer}
      onVisiblePageChange={onVisiblePage}
    />
  );
});
