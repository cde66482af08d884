"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import type { Pdf } from "@/components/pages/open-pdf";
import { useSettled } from "@/components/pages/use-settled";
import { useWidth } from "@/components/pages/use-width";
import type { Version } from "../compare/open-versions";
import { cropAround, type Area } from "./place-crop";

/** A crop is small; beyond this more pixels cannot be seen. */
const mostPixels = 3_000_000;

type LoadedPage = Awaited<ReturnType<Pdf["getPage"]>>;

/** A place on a page with what is around it, as one version shows it, outlined. */
export function CropView({ pdf, version, page, place }: { pdf: Pdf; version: Version; page: number; place: Area }) {
  const words = useTranslations("verify.compare");
  const box = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const width = useSettled(useWidth(box), 150);
  const loaded = useLoadedPage(pdf, page);
  const size = loaded ? loaded.getViewport({ scale: 1 }) : null;
  const crop = size ? cropAround(place, size) : null;
  const scale =
    crop && width
      ? Math.min((width * window.devicePixelRatio) / crop.width, Math.sqrt(mostPixels / (crop.width * crop.height)))
      : null;
  const [left, top] = [crop?.left ?? 0, crop?.top ?? 0];
  useEffect(() => {
    if (!loaded || !scale || !canvas.current) return;
    const viewport = loaded.getViewport({ scale, offsetX: -left * scale, offsetY: -top * scale });
    const task = loaded.render({ canvas: canvas.current, viewport });
    task.promise.catch(ignore);
    return () => task.cancel();
  }, [loaded, scale, left, top]);
  if (page > pdf.numPages)
    return (
      <p className="grid min-h-28 place-content-center rounded-control border-2 border-dashed border-control p-4 text-center text-ui text-muted">
        {words(`missing.${version}`)}
      </p>
    );
  return (
    <div
      ref={box}
      role="img"
      aria-label={words(`picture.${version}`, { page })}
      className="relative overflow-hidden bg-paper shadow-paper outline-1 outline-hairline"
      style={{ aspectRatio: crop ? `${crop.width} / ${crop.height}` : "26 / 11" }}
    >
      {crop && scale && (
        <canvas
          ref={canvas}
          key={scale}
          width={Math.round(crop.width * scale)}
          height={Math.round(crop.height * scale)}
          className="absolute inset-0 size-full"
        />
      )}
      {crop && (
        <div
          aria-hidden
          className="pointer-events-none absolute rounded-control border-2 border-paper-danger print:[print-color-adjust:exact]"
          style={outline(place, crop)}
        />
      )}
    </div>
  );
}

/** Points between an outline and what it surrounds. */
const gap = 3;

function outline(place: Area, crop: Area): Record<"left" | "top" | "width" | "height", string> {
  const share = (length: number, whole: number): string => `${(length / whole) * 100}%`;
  return {
    left: share(place.left - crop.left - gap, crop.width),
    top: share(place.top - crop.top - gap, crop.height),
    width: share(place.width + 2 * gap, crop.width),
    height: share(place.height + 2 * gap, crop.height),
  };
}

function useLoadedPage(pdf: Pdf, page: number): LoadedPage | null {
  const [loaded, setLoaded] = useState<LoadedPage | null>(null);
  useEffect(() => {
    let isOver = false;
    if (page <= pdf.numPages)
      pdf
        .getPage(page)
        .then((got) => {
          if (!isOver) setLoaded(got);
        })
        .catch(ignore);
    return () => {
      isOver = true;
      setLoaded(null);
    };
  }, [pdf, page]);
  return loaded;
}

function ignore(): void {
  // Paper stays blank where the browser cannot draw the page; the words beside it say where the difference is.
}
