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
import type { Pdf } from "./open-pdf";
import { contentUrl, pageSizer, viewUrl, type PageBox, type PageSource, type Zoom } from "./page-source";
import { isInSight, useVisiblePages, useWidth } from "./use-visible-pages";

export interface DocumentPagesHandle {
  scrollToPage: (page: number) => void;
  /** `box` in points from the page's top-left corner. */
  scrollToBox: (box: PlacedBox, options?: { block?: ScrollLogicalPosition }) => void;
  pageElement: (page: number) => HTMLElement | null;
}

interface DocumentPagesProps {
  source: PageSource;
  pages: readonly PageBox[];
  /** The document's name. */
  title: string;
  zoom: Zoom;
  /** The layer above a page's text; `scale` is CSS pixels per point. Every page has one, so that Tab reaches them in order. */
  renderLayer?: ((page: PageBox, scale: number) => ReactNode) | undefined;
  onVisiblePageChange?: (page: number) => void;
  /** Width of a page at fit-to-width, as the `sizes` of an image: the first picture is requested before any script runs. */
  fitSizes?: string;
  /** False: only pictures, without text that can be selected; the document's bytes are not fetched. */
  hasText?: boolean;
  ref?: Ref<DocumentPagesHandle>;
}

/** Limit of pages with a canvas or picture at a time, however long the document is. */
const most = 7;

/**
 * The pages of a document in a column: first as pictures from the server, then rendered by pdf.js with selectable text. Scrolls with the surrounding element.
 */
export function DocumentPages({
  source,
  pages,
  title,
  zoom,
  renderLayer,
  onVisiblePageChange,
  fitSizes = "(min-width: 64rem) 50rem, 100vw",
  hasText = true,
  ref,
}: DocumentPagesProps) {
  const t = useTranslations("shell.pages");
  const list = useRef<HTMLDivElement>(null);
  const [isShown, setShown] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const pdf = usePdf(viewUrl(source), isShown && hasText);
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

/** A rectangle on a page, in points from the page's top-left corner. */
interface PlacedBox {
  page: number;
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Scrolls a place on the page into view, respecting `scroll-padding`. */
function scrollToBox(
  page: HTMLElement | null,
  box: PlacedBox,
  { block = "center" }: { block?: ScrollLogicalPosition } = {},
): void {
  if (!page) return;
  const scale = page.clientWidth / Number(page.dataset["widthPt"]);
  const marker = document.createElement("span");
  Object.assign(marker.style, {
    position: "absolute",
    left: `${box.left * scale}px`,
    top: `${box.top * scale}px`,
    width: `${box.width * scale}px`,
    height: `${box.height * scale}px`,
  });
  page.append(marker);
  marker.scrollIntoView({ block, inline: "nearest" });
  marker.remove();
}

type PdfState = { kind: "waiting" } | { kind: "open"; pdf: Pdf } | { kind: "failed" };

/** Opens the document with pdf.js, loaded only once `isWanted`, because it is larger than the rest of the page. */
function usePdf(url: string, isWanted: boolean): PdfState {
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
