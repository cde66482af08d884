"use client";

import { clsx } from "clsx";
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { Page } from "react-pdf";
import "react-pdf/dist/Page/TextLayer.css";
import type { Pdf } from "./open-pdf";

/** 48 MB per page; seven of them are about a phone browser's limit. */
const maxCanvasPixels = 12_000_000;

/**
 * The canvas has whole pixels, rounded down. 819.999 must give 820, or the page would be a pixel short and stretched.
 */
const roundingRoom = 0.05;

export interface PdfPageProps {
  pdf: Pdf;
  page: number;
  /** CSS pixels. */
  width: number;
  height: number;
  /** Called with whether the canvas shows the page; false when it is removed. */
  onDrawn: (isDrawn: boolean) => void;
  onFailed: () => void;
}

type LoadedPage = Awaited<ReturnType<Pdf["getPage"]>>;

/** One page rendered by pdf.js over its picture, with selectable text for screen readers. */
export function PdfPage({ pdf, page, width, height, onDrawn, onFailed }: PdfPageProps) {
  const loaded = useRef<LoadedPage>(null);
  const wrapper = useRef<HTMLDivElement>(null);
  // The structure tree refers to the texts, which are drawn again for each size and after the tree.
  const [hasText, setHasText] = useState(false);
  // Always the same function, because react-pdf draws the texts again for another one.
  const onTextDrawn = useCallback(() => setHasText(true), []);
  useLayoutEffect(() => () => setHasText(false), [width]);
  // Frees pdf.js's data of the page, such as decoded images, with its canvas.
  useEffect(
    () => () => {
      onDrawn(false);
      loaded.current?.cleanup();
    },
    [onDrawn],
  );
  const onLoadSuccess = (proxy: LoadedPage): void => {
    loaded.current = proxy;
    // react-pdf ignores UserUnit (ISO 32000-2, 14.11.3) in the size of the text.
    wrapper.current?.style.setProperty("--page-unit", String(proxy.userUnit));
  };
  return (
    // Clipped, because the text of a wider window stays until it is drawn again.
    <div
      ref={wrapper}
      className={clsx("absolute inset-0 overflow-clip [&_canvas]:size-full!", !hasText && "[&_.structTree]:hidden")}
    >
      <Page
        pdf={pdf}
        pageNumber={page}
        width={width + roundingRoom}
        devicePixelRatio={Math.min(window.devicePixelRatio, Math.sqrt(maxCanvasPixels / (width * height)))}
        className="absolute! inset-0 bg-transparent! [--scale-factor:var(--page-unit,1)]!"
        suspense={false}
        renderAnnotationLayer={false}
        loading={null}
        error={null}
        noData={null}
        onLoadSuccess={onLoadSuccess}
        onLoadError={onFailed}
        onRenderSuccess={() => onDrawn(true)}
        onRenderError={onFailed}
        onRenderTextLayerSuccess={onTextDrawn}
      />
    </div>
  );
}
