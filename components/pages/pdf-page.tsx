"use client";

import { useEffect, useRef } from "react";
import { Page } from "react-pdf";
import "react-pdf/dist/Page/TextLayer.css";
import type { Pdf } from "./open-pdf";

/** 48 MB a page; seven of them are what a phone's browser gives a page. */
const maxCanvasPixels = 12_000_000;

/** The canvas gets whole pixels, rounded down: 819.999 must give 820, or the page would be drawn a pixel short and stretched. */
const roundingRoom = 0.05;

export interface PdfPageProps {
  pdf: Pdf;
  page: number;
  /** CSS pixels. */
  width: number;
  height: number;
  /** Whether the canvas shows the page; false again when it goes. */
  onDrawn: (isDrawn: boolean) => void;
  onFailed: () => void;
}

type LoadedPage = Awaited<ReturnType<Pdf["getPage"]>>;

/** One page drawn by pdf.js over its picture, with its text, which can be selected and read out. */
export function PdfPage({ pdf, page, width, height, onDrawn, onFailed }: PdfPageProps) {
  const loaded = useRef<LoadedPage>(null);
  const wrapper = useRef<HTMLDivElement>(null);
  // What pdf.js keeps of a page, such as its decoded pictures, goes with its canvas.
  useEffect(
    () => () => {
      onDrawn(false);
      loaded.current?.cleanup();
    },
    [onDrawn],
  );
  const onLoadSuccess = (proxy: LoadedPage): void => {
    loaded.current = proxy;
    // react-pdf leaves UserUnit (ISO 32000-2, 14.11.3) out of the size of the text.
    wrapper.current?.style.setProperty("--page-unit", String(proxy.userUnit));
  };
  return (
    <div ref={wrapper} className="absolute inset-0 [&_canvas]:size-full!">
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
      />
    </div>
  );
}
