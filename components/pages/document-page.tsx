"use client";

import { clsx } from "clsx";
import { FileText } from "lucide-react";
import { useTranslations } from "next-intl";
import { lazy, memo, Suspense, useCallback, useEffect, useRef, useState, type ReactNode } from "react";
import type { Pdf } from "./open-pdf";
import {
  fileAt,
  imageWidths,
  pageImageUrl,
  type PageBox,
  type PageFile,
  type PageSize,
  type PageSource,
} from "./page-source";
import { useSettled } from "./use-visible-pages";

/** Loaded only if pdf.js failed. */
const PageText = lazy(() => import("./page-text").then((module) => ({ default: module.PageText })));

/** Never loaded on the server, where `pdf` is missing: pdf.js does not load there. */
const PdfPage = lazy(() => import("./pdf-page").then((module) => ({ default: module.PdfPage })));

interface DocumentPageProps extends PageSize {
  source: PageSource;
  page: PageBox;
  total: number;
  files: readonly PageFile[];
  sizes: string;
  /** Near enough to be rendered. */
  isNear: boolean;
  isInSight: boolean;
  /** Set if pdf.js renders the page. */
  pdf: Pdf | null;
  /** pdf.js cannot render this document, so its text comes from the server. */
  wantsText: boolean;
  renderLayer: ((page: PageBox, scale: number) => ReactNode) | undefined;
  onPictureSettled: () => void;
  onPdfFailed: () => void;
}

/** One page. Its space is reserved from the start, and it stays blank while far from the viewport. */
export const DocumentPage = memo(function DocumentPage(props: DocumentPageProps) {
  const {
    source,
    page,
    total,
    files,
    cssWidth,
    scale,
    sizes,
    isNear,
    isInSight,
    pdf,
    wantsText,
    renderLayer,
    onPictureSettled,
    onPdfFailed,
  } = props;
  const t = useTranslations("shell.pages");
  const drawnScale = useSettled(scale, 150);
  const [isDrawn, setDrawn] = useState(false);
  const [isPictured, setPictured] = useState(false);
  // Once pdf.js is ready, it renders a page as fast as the server. A loaded picture stays behind the canvas for the
  // moment in which another zoom is rendered.
  const wantsPicture = !isDrawn && (!pdf || isInSight);
  const onSettled = useCallback(() => {
    setPictured(true);
    onPictureSettled();
  }, [onPictureSettled]);
  const within = fileAt(files, page.page);
  const isFirst = within?.file.firstPage === page.page;
  return (
    <section
      aria-label={t("pageOf", { page: page.page, total })}
      data-page={page.page}
      data-width-pt={page.width}
      className={clsx(
        "relative mx-auto mb-4 bg-paper shadow-paper outline-1 outline-hairline last:mb-0",
        isFirst ? "mt-20 scroll-mt-16 first:mt-14" : "scroll-mt-4",
      )}
      style={{ width: cssWidth, aspectRatio: `${page.width} / ${page.height}` }}
    >
      {isFirst && <FileHeading file={within.file} index={within.index} count={files.length} />}
      {isNear && (wantsPicture || isPictured) && (
        <PagePicture
          source={source}
          page={page.page}
          alt={pdf ? "" : t("picture", { page: page.page })}
          sizes={sizes}
          isUrgent={isInSight}
          isCovered={isDrawn}
          onSettled={onSettled}
        />
      )}
      {pdf && drawnScale !== null && (
        <Suspense>
          <PdfPage
            pdf={pdf}
            page={within ? page.page - within.file.firstPage + 1 : page.page}
            width={page.width * drawnScale}
            height={page.height * drawnScale}
            onDrawn={setDrawn}
            onFailed={onPdfFailed}
          />
        </Suspense>
      )}
      {wantsText && isNear && source.kind === "link" && (
        <Suspense>
          <PageText u={source.u} page={page.page} />
        </Suspense>
      )}
      {renderLayer && scale !== null && (
        <div className="pointer-events-none absolute inset-0 *:pointer-events-auto">{renderLayer(page, scale)}</div>
      )}
    </section>
  );
});

/** A busy server returns 503 with Retry-After: 5, so a failed picture is retried before the reader has to. */
const retryDelaysMs = [2_000, 5_000] as const;

interface PagePictureProps {
  source: PageSource;
  page: number;
  /** Alternative text if no text layer covers the picture, else empty. */
  alt: string;
  /** Width of the page as the `sizes` of an image. */
  sizes: string;
  isUrgent: boolean;
  /** A canvas covers the picture, so a failure does not matter. */
  isCovered: boolean;
  /** Called when the picture has loaded or failed. */
  onSettled: () => void;
}

/** The page as rendered by the server, which is ready long before pdf.js, and replaces it if it fails. */
function PagePicture({ source, page, alt, sizes, isUrgent, isCovered, onSettled }: PagePictureProps) {
  const t = useTranslations("shell.pages");
  const image = useRef<HTMLImageElement>(null);
  const [attempt, setAttempt] = useState(0);
  const [hasFailed, setFailed] = useState(false);
  const [isMissing, setMissing] = useState(false);
  const fail = useCallback((): void => {
    onSettled();
    if (attempt >= retryDelaysMs.length) setMissing(true);
    else setFailed(true);
  }, [attempt, onSettled]);
  // In server-rendered HTML the picture may have loaded or failed before this script ran; then no event follows.
  useEffect(() => {
    const { current } = image;
    if (!current?.complete) return;
    if (current.naturalWidth > 0) onSettled();
    else fail();
  }, [fail, onSettled]);
  const retry = useCallback((): void => {
    setMissing(false);
    setFailed(false);
    setAttempt((before) => before + 1);
  }, []);
  useEffect(() => {
    if (!hasFailed) return;
    const timer = setTimeout(retry, retryDelaysMs[attempt]);
    return () => clearTimeout(timer);
  }, [hasFailed, attempt, retry]);
  if (hasFailed || (isMissing && isCovered)) return null;
  if (isMissing) {
    return (
      <div className="absolute inset-0 grid place-content-center gap-2 p-4 text-center text-paper-ink">
        <p>{t("pictureMissing")}</p>
        <button type="button" onClick={retry} className="min-h-11 underline">
          {t("tryAgain")}
        </button>
      </div>
    );
  }
  const urls = imageWidths.map((width) => `${pageImageUrl(source, page, width)} ${width}w`);
  return (
    <img
      key={attempt}
      ref={image}
      src={pageImageUrl(source, page, 800)}
      srcSet={urls.join(", ")}
      sizes={sizes}
      alt={alt}
      decoding="async"
      draggable={false}
      fetchPriority={isUrgent ? "high" : "auto"}
      className="absolute inset-0 size-full select-none"
      onLoad={onSettled}
      onError={fail}
    />
  );
}

interface FileHeadingProps {
  file: PageFile;
  /** From 0. */
  index: number;
  count: number;
}

/** Above the first page of a file of an envelope. */
function FileHeading({ file, index, count }: FileHeadingProps) {
  const t = useTranslations("shell.pages");
  return (
    <div className="absolute inset-x-0 bottom-full flex h-14 items-center gap-2.5 pb-1">
      <FileText aria-hidden className="size-5 shrink-0 text-muted" />
      <div className="min-w-0">
        <h2 className="truncate text-ui font-semibold text-ink">
          <bdi>{file.name}</bdi>
        </h2>
        <p className="truncate text-caption text-muted">
          {t("fileOf", { position: index + 1, total: count })}
          {file.note !== undefined && ` · ${file.note}`}
        </p>
      </div>
    </div>
  );
}
