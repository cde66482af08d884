"use client";

import { useTranslations } from "next-intl";
import { lazy, memo, Suspense, useCallback, useEffect, useRef, useState, type ReactNode } from "react";
import type { Pdf } from "./open-pdf";
import { imageWidths, pageImageUrl, type PageBox, type PageSize, type PageSource } from "./page-source";
import { useSettled } from "./use-visible-pages";

/** Only where pdf.js failed. */
const PageText = lazy(() => import("./page-text").then((module) => ({ default: module.PageText })));

/** Never asked for on the server, where there is no `pdf`: pdf.js does not even load there. */
const PdfPage = lazy(() => import("./pdf-page").then((module) => ({ default: module.PdfPage })));

interface DocumentPageProps extends PageSize {
  source: PageSource;
  page: PageBox;
  total: number;
  sizes: string;
  /** Worth drawing at all. */
  isNear: boolean;
  isInSight: boolean;
  /** Given: to be drawn by pdf.js. */
  pdf: Pdf | null;
  /** pdf.js cannot draw this document: its text is asked of the server. */
  wantsText: boolean;
  renderLayer: ((page: PageBox, scale: number) => ReactNode) | undefined;
  onPictureSettled: () => void;
  onPdfFailed: () => void;
}

/** One sheet of paper: its room is kept from the first moment, and what is far away is left blank. */
export const DocumentPage = memo(function DocumentPage(props: DocumentPageProps) {
  const {
    source,
    page,
    total,
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
  // Once pdf.js is there, it draws a page as fast as the server does; a picture that has come stays behind the canvas, for the moment
  // in which another zoom is being drawn.
  const wantsPicture = !isDrawn && (!pdf || isInSight);
  const onSettled = useCallback(() => {
    setPictured(true);
    onPictureSettled();
  }, [onPictureSettled]);
  return (
    <section
      aria-label={t("pageOf", { page: page.page, total })}
      data-page={page.page}
      data-width-pt={page.width}
      className="relative mx-auto mb-4 scroll-mt-4 bg-paper shadow-paper outline-1 outline-hairline last:mb-0"
      style={{ width: cssWidth, aspectRatio: `${page.width} / ${page.height}` }}
    >
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
            page={page.page}
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

/** A busy server answers 503 with Retry-After: 5, so a picture that failed is asked for again before the reader has to. */
const retryDelaysMs = [2_000, 5_000] as const;

interface PagePictureProps {
  source: PageSource;
  page: number;
  /** What it shows, where no text stands above it; empty where some does. */
  alt: string;
  /** How wide the page is shown, as the `sizes` of an image. */
  sizes: string;
  isUrgent: boolean;
  /** Something that is drawn lies over it: nobody misses a picture that did not come. */
  isCovered: boolean;
  /** It has come, or will not come. */
  onSettled: () => void;
}

/** The page as the server draws it: there long before pdf.js is, and instead of it where that cannot draw. */
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
  // In the page as the server sent it, the picture may have loaded or failed before this script ran; no event follows then.
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
