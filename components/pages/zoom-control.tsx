"use client";

import { Minus, Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState, type RefObject } from "react";
import { IconButton } from "@/components/ui/icon-button";
import { pixelsPerPoint } from "@/lib/platform/geometry/placement";
import type { DocumentPagesHandle } from "./document-pages";
import { largestZoom, smallestZoom, type Zoom } from "./page-source";

interface ZoomControlProps {
  zoom: Zoom;
  onZoom: (zoom: Zoom) => void;
  onStep: (by: 1 | -1) => void;
}

/** Zooms by steps, or to a level from a list. */
export function ZoomControl({ zoom, onZoom, onStep }: ZoomControlProps) {
  const t = useTranslations("shell.pages.zoom");
  return (
    <div className="flex min-w-0 items-center">
      <IconButton label={t("out")} icon={<Minus />} onClick={() => onStep(-1)} />
      <select
        aria-label={t("label")}
        className="h-8 min-w-12 max-sm:w-24 max-[22.5rem]:w-20 rounded-control border border-transparent bg-transparent px-1 text-ui hover:border-control"
        value={zoom}
        onChange={(event) => onZoom(event.target.value === "fit" ? "fit" : Number(event.target.value))}
      >
        <option value="fit">{t("fit")}</option>
        {zoom !== "fit" && !zoomSteps.some((step) => step === zoom) && (
          <option value={zoom}>{t("percent", { value: Math.round(zoom * 100) })}</option>
        )}
        {zoomSteps.map((step) => (
          <option key={step} value={step}>
            {t("percent", { value: step * 100 })}
          </option>
        ))}
      </select>
      <IconButton label={t("in")} icon={<Plus />} onClick={() => onStep(1)} />
    </div>
  );
}

/** The zoom levels on offer besides fit-to-width; 1 is 100 %. */
const zoomSteps = [0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4] as const;

/** The next larger (`by` 1) or smaller (-1) step. From fit-to-width it starts at `shown`, the effective zoom. */
export function stepZoom(zoom: Zoom, by: 1 | -1, shown: number): Zoom {
  const from = zoom === "fit" ? shown : zoom;
  const next = by > 0 ? zoomSteps.find((step) => step > from + 0.01) : zoomSteps.findLast((step) => step < from - 0.01);
  return next ?? (by > 0 ? largestZoom : smallestZoom);
}

/** Limits a zoom to 50–400 %, in whole percents. */
export function clampZoom(zoom: number): number {
  return Math.round(Math.min(largestZoom, Math.max(smallestZoom, zoom)) * 100) / 100;
}

/** The current page, and the zoom of all pages. */
export function useReading(pages: RefObject<DocumentPagesHandle | null>) {
  const [visiblePage, setVisiblePage] = useState(1);
  const [zoom, setZoom] = useState<Zoom>("fit");
  const step = (by: 1 | -1): void => setZoom(stepZoom(zoom, by, shownZoom(pages.current?.pageElement(visiblePage))));
  return { zoom, setZoom, stepZoom: step, visiblePage, setVisiblePage };
}

/** The zoom at which a page is shown. */
export function shownZoom(sheet: HTMLElement | null | undefined): number {
  const points = Number(sheet?.dataset["widthPt"]);
  return sheet && points > 0 ? sheet.clientWidth / points / pixelsPerPoint : 1;
}
