"use client";

import { useTranslations } from "next-intl";
import { lazy, memo, Suspense, useCallback, useState, type ReactNode } from "react";
import type { Pdf } from "./open-pdf";
import { PagePicture } from "./page-picture";
import type { PageSize } from "./page-sizes";
import type { PageBox, PageSource } from "./page-source";
import { useSettled } from "./use-settled";

/** Only where pdf.js failed. */
const PageText = lazy(() => import("./page-text").then((module) => ({ default: module.PageText })));

/** Never asked for on the server, where there is no `pdf`: pdf.js does not even load there. */
const PdfPage = lazy(() => import("./pdf-page").then((module) => ({ default: module.PdfPage })));

export interface DocumentPageProps extends PageSize {
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
