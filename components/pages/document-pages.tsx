"use client";

import { clsx } from "clsx";
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
import {
  contentUrlOf,
  fileAt,
  pageSizer,
  viewUrlOf,
  type PageBox,
  type PageFile,
  type PageSource,
  type Zoom,
} from "./page-source";
import { isInSight, useVisiblePages, useWidth } from "./use-visible-pages";

export interface DocumentPagesHandle {
  scrollToPage: (page: number) => void;
  /** `box` in points from the page's top-left corner. */
  scrollToField: (box: PlacedBox, options?: { block?: ScrollLogicalPosition }) => void;
  pageElement: (page: number) => HTMLElement | null;
}

interface DocumentPagesProps {
  source: PageSource;
  pages: readonly PageBox[];
  /** The document's name. */
  title: string;
  /** The files of an envelope, each with a heading above its first page. Empty for a document. */
  files?: readonly PageFile[];
  zoom: Zoom;
  /**
   * The layer above a page's text; `scale` is CSS pixels per point. Every page has one, so that Tab reaches them in
   * order.
   */
  renderLayer?: ((page: PageBox, scale: number) => ReactNode) | undefined;
  onVisiblePageChange?: (page: number) => void;
  /**
   * Width of a page at fit-to-width, as the `sizes` of an image: the first picture is requested before any script runs.
   */
  fitSizes?: string;
  /** False: only pictures, without selectable text; the document's bytes are not fetched. */
  hasText?: boolean;
  ref?: Ref<DocumentPagesHandle>;
}

const noFiles: readonly PageFile[] = [];

/** Limit of pages with a canvas or picture at a time, however long the document is. */
const most = 7;

/**
 * The pages of a document in a column: first as pictures from the server, then rendered by pdf.js with selectable text.
 * Scrolls with the surrounding element.
 */
export function DocumentPages({
  source,
  pages,
  title,
  files = noFiles,
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
  const view = useVisiblePages(list, { count: pages.length, beside: 1, most });
  const { current } = view;
  const urlOf = (page: number) => viewUrlOf(source, fileAt(files, page)?.file ?? null);
  const near = files.length === 0 ? [1] : [...view.near].sort((a, b) => a - b);
  const pdfs = usePdfs(isShown && hasText ? [...new Set(near.map(urlOf))] : []);
  const room = useWidth(list);
  const { maxWidthPx, sizeOf } = useMemo(() => pageSizer(pages, zoom), [pages, zoom]);
  const onPictureSettled = useCallback(() => setShown(true), []);
  const onPdfFailed = useCallback(() => setFailed(true), []);
  useEffect(() => onVisiblePageChange?.(current), [onVisiblePageChange, current]);
  useImperativeHandle(ref, () => handleOf(list), []);
  const failed = hasFailed ? current : near.find((page) => pdfs.get(urlOf(page))?.kind === "failed");
  return (
    <div>
      {failed !== undefined && (
        <p role="status" className="mb-4 rounded-control bg-info-tint p-3 text-ui text-on-info-tint">
          {t("cannotDraw")}{" "}
          <a
            href={contentUrlOf(source, fileAt(files, failed)?.file ?? null)}
            download={fileNameOf(fileAt(files, failed)?.file.name ?? title)}
            className="underline"
          >
            {t("download")}
          </a>
        </p>
      )}
      <div
        ref={list}
        className={clsx("flow-root", zoom === "fit" ? "mx-auto" : "w-max min-w-full")}
        style={maxWidthPx === null ? undefined : { maxWidth: maxWidthPx }}
      >
        {pages.map((page) => {
          const pdf = view.near.has(page.page) ? pdfs.get(urlOf(page.page)) : undefined;
          return (
            <DocumentPage
              key={page.page}
              {...sizeOf(page, room)}
              source={source}
              page={page}
              total={pages.length}
              files={files}
              sizes={zoom === "fit" ? fitSizes : sizeOf(page, room).cssWidth}
              isNear={view.near.has(page.page)}
              isInSight={isInSight(view, page.page)}
              pdf={pdf?.kind === "open" ? pdf.pdf : null}
              wantsText={hasFailed || pdf?.kind === "failed"}
              renderLayer={renderLayer}
              onPictureSettled={onPictureSettled}
              onPdfFailed={onPdfFailed}
            />
          );
        })}
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
    scrollToField: (box, options) => scrollToBox(pageElement(box.page), box, options),
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

export type PdfState = { kind: "waiting" } | { kind: "open"; pdf: Pdf } | { kind: "failed" };

/**
 * Opens PDFs with pdf.js, which is loaded with the first, because it is larger than the rest of the page. One that is
 * no longer in `urls` is closed.
 */
function usePdfs(urls: readonly string[]): ReadonlyMap<string, PdfState> {
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
