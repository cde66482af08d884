"use client";

import { Minus, Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { IconButton } from "@/components/ui/icon-button";
import type { Zoom } from "./page-source";
import { zoomSteps } from "./zoom-steps";

interface ZoomControlProps {
  zoom: Zoom;
  onZoom: (zoom: Zoom) => void;
  onStep: (by: 1 | -1) => void;
}

/** Zooms by steps, or to a level from a list. */
export function ZoomControl({ zoom, onZoom, onStep }: ZoomControlProps) {
  const t = useTranslations("shell.pages.zoom");
  return (
    <div className="flex items-center">
      <IconButton label={t("out")} icon={<Minus />} onClick={() => onStep(-1)} />
      <select
        aria-label={t("label")}
        className="h-8 max-sm:w-24 max-[22.5rem]:w-20 rounded-control border border-transparent bg-transparent px-1 text-ui hover:border-control"
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
