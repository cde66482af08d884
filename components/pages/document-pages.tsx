"use client";

import { useTranslations } from "next-intl";
import {
  useCallback,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
  type ReactNode,
  type Ref,
} from "react";
import { DocumentPage } from "./document-page";
import { pageSizer, type Zoom } from "./page-sizes";
import { contentUrl, viewUrl, type PageBox, type PageSource } from "./page-source";
import { scrollToBox, type PlacedBox } from "./scroll-to-box";
import { usePdf } from "./use-pdf";
import { useVisiblePages } from "./use-visible-pages";
import { useWidth } from "./use-width";
import { isInSight } from "./visible-pages";

export interface DocumentPagesHandle {
  scrollToPage: (page: number) => void;
  /** `box` in points from the page's top left corner. */
  scrollToBox: (box: PlacedBox, options?: { block?: ScrollLogicalPosition }) => void;
  pageElement: (page: number) => HTMLElement | null;
}

export interface DocumentPagesProps {
  source: PageSource;
  pages: readonly PageBox[];
  /** The document's name. */
  title: string;
  zoom: Zoom;
  /** What stands on a page, above its text; `scale` is CSS pixels a point. Every page has one, so that Tab reaches them all in order. */
  renderLayer?: (page: PageBox, scale: number) => ReactNode;
  onVisiblePageChange?: (page: number) => void;
  /** How wide a page is shown when it fits its column, as the `sizes` of an image: the first picture is asked for before any script runs. */
  fitSizes?: string;
  ref?: Ref<DocumentPagesHandle>;
}

/** Pages that hold a canvas or a picture at a time, however many the document has. */
const most = 7;

/**
 * The pages of a document, one below the other: at once as pictures that the server draws, then drawn by pdf.js with text that can be
 * selected. Scrolls with whatever is around it.
 */
export function DocumentPages({
  source,
  pages,
  title,
  zoom,
  renderLayer,
  onVisiblePageChange,
  fitSizes = "(min-width: 64rem) 50rem, 100vw",
  ref,
}: DocumentPagesProps) {
  const t = useTranslations("shell.pages");
  const list = useRef<HTMLDivElement>(null);
  const [isShown, setShown] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const pdf = usePdf(viewUrl(source), isShown);
  const view = useVisiblePages(list, { count: pages.length, beside: 1, most });
  const { current } = view;
  const room = useWidth(list);
  const { maxWidthPx, sizeOf } = useMemo(() => pageSizer(pages, zoom), [pages, zoom]);
  const onPictureSettled = useCallback(() => setShown(true), []);
  const onPdfFailed = useCallback(() => setFailed(true), []);
  useEffect(() => onVisiblePageChange?.(current), [onVisiblePageChange, current]);
  useImperativeHandle(ref, () => handleOf(list), []);
  const isUndrawable = pdf.kind === "failed" || hasFailed;
  return (
    <div>
      {isUndrawable && (
        <p role="status" className="mb-4 rounded-control bg-info-tint p-3 text-ui text-on-info-tint">
          {t("cannotDraw")}{" "}
          <a href={contentUrl(source)} download={fileNameOf(title)} className="underline">
            {t("download")}
          </a>
        </p>
      )}
      <div
        ref={list}
        className={zoom === "fit" ? "mx-auto" : "w-max min-w-full"}
        style={maxWidthPx === null ? undefined : { maxWidth: maxWidthPx }}
      >
        {pages.map((page) => (
          <DocumentPage
            key={page.page}
            {...sizeOf(page, room)}
            source={source}
            page={page}
            total={pages.length}
            sizes={zoom === "fit" ? fitSizes : sizeOf(page, room).cssWidth}
            isNear={view.near.has(page.page)}
            isInSight={isInSight(view, page.page)}
            pdf={view.near.has(page.page) && pdf.kind === "open" ? pdf.pdf : null}
            wantsText={isUndrawable}
            renderLayer={renderLayer}
            onPictureSettled={onPictureSettled}
            onPdfFailed={onPdfFailed}
          />
        ))}
      </div>
    </div>
  );
}

function handleOf(list: { current: HTMLElement | null }): DocumentPagesHandle {
  const pageElement = (page: number): HTMLElement | null =>
    (list.current?.children[page - 1] as HTMLElement | undefined) ?? null;
  return {
    pageElement,
    scrollToPage: (page) => pageElement(page)?.scrollIntoView({ block: "start" }),
    scrollToBox: (box, options) => scrollToBox(pageElement(box.page), box, options),
  };
}

function fileNameOf(title: string): string {
  return /\.pdf$/i.test(title) ? title : `${title}.pdf`;
}
