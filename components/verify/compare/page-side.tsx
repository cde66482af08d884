"use client";

import { clsx } from "clsx";
import { useTranslations } from "next-intl";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import type { Pdf } from "@/components/pages/open-pdf";
import { useSettled, useWidth } from "@/components/pages/use-visible-pages";
import type { Place, Version } from "./versions";

/** Never loaded on the server, where pdf.js does not load. */
const PdfPage = lazy(() => import("@/components/pages/pdf-page").then((module) => ({ default: module.PdfPage })));

interface PageSideProps {
  pdf: Pdf;
  version: Version;
  /** Null if this version lacks the page. */
  page: number | null;
  places: readonly Place[];
  isExpected: boolean;
  caption: string;
}

/** One version of a page, with an outline around each differing place. */
export function PageSide({ pdf, version, page, places, isExpected, caption }: PageSideProps) {
  const t = useTranslations("verify.compare");
  return (
    <figure className="min-w-0 print:break-inside-avoid">
      <figcaption className="mb-2 text-ui font-medium wrap-anywhere text-muted">{caption}</figcaption>
      {page === null ? (
        <p className="grid min-h-40 place-content-center rounded-card border-2 border-dashed border-control p-6 text-center text-ui text-muted">
          {t(`missing.${version}`)}
        </p>
      ) : (
        <PageSheet
          pdf={pdf}
          page={page}
          label={t(`picture.${version}`, { page })}
          places={places}
          isExpected={isExpected}
        />
      )}
    </figure>
  );
}

/** A page whose space is reserved from the start. */
export function PageSheet({
  pdf,
  page,
  label,
  places,
  isExpected,
}: Pick<PageSideProps, "pdf" | "places" | "isExpected"> & { page: number; label: string }) {
  const sheet = useRef<HTMLDivElement>(null);
  const width = useSettled(useWidth(sheet), 150);
  const size = usePageSize(pdf, page);
  const ratio = size ? size.height / size.width : Math.SQRT2;
  return (
    <div
      ref={sheet}
      role="group"
      aria-label={label}
      className="relative print:overflow-hidden bg-paper text-paper-ink shadow-paper outline-1 outline-hairline"
      style={{ aspectRatio: `1 / ${ratio}` }}
    >
      {size && width !== null && width > 0 && (
        <Suspense>
          <PdfPage pdf={pdf} page={page} width={width} height={width * ratio} onDrawn={ignore} onFailed={ignore} />
        </Suspense>
      )}
      {places.map((place, index) => (
        <Outline key={index} place={place} number={index + 1} isExpected={isExpected} />
      ))}
    </div>
  );
}

/** Distance between an outline and its place, in percent of the page. */
const air = 0.6;

function Outline({ place, number, isExpected }: { place: Place; number: number; isExpected: boolean }) {
  const [left, top] = [place.left * 100 - air, place.top * 100 - air];
  const style = {
    left: `${left}%`,
    top: `${top}%`,
    width: `${place.width * 100 + 2 * air}%`,
    height: `${place.height * 100 + 2 * air}%`,
  };
  return (
    <div
      aria-hidden
      className={clsx(
        "pointer-events-none absolute rounded-control border-2 print:[print-color-adjust:exact]",
        isExpected ? "border-dashed border-paper-info" : "border-paper-danger",
      )}
      style={style}
    >
      <span
        className={clsx(
          "absolute -top-px -left-px -translate-y-full rounded-control px-1 text-caption leading-4 font-semibold text-paper tabular-nums",
          isExpected ? "bg-paper-info" : "bg-paper-danger",
        )}
      >
        {number}
      </span>
    </div>
  );
}

/** A page's displayed size in points; null until known. */
function usePageSize(pdf: Pdf, page: number): { width: number; height: number } | null {
  const [size, setSize] = useState<{ width: number; height: number } | null>(null);
  useEffect(() => {
    let isOver = false;
    pdf
      .getPage(page)
      .then((loaded) => {
        const { width, height } = loaded.getViewport({ scale: 1 });
        if (!isOver) setSize({ width, height });
      })
      .catch(ignore);
    return () => {
      isOver = true;
    };
  }, [pdf, page]);
  return size;
}

function ignore(): void {
  // A page that cannot be rendered stays blank; the text beside it explains that it was not compared.
}
