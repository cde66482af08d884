"use client";

import { clsx } from "clsx";
import { useTranslations } from "next-intl";
import { useRef, useState, type KeyboardEvent, type MouseEvent } from "react";
import { FieldIcon } from "@/components/editor/boxes/field-icon";
import { useEditor } from "@/components/editor/editor-context";
import { toolTypes, type ElementType } from "@/components/editor/editor-element";
import { useIsInBrowser } from "@/components/ui/use-is-in-browser";
import type { PaletteDrag } from "./use-palette-drag";

const steps: Record<string, number> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };

/** The fields that can be placed: one stop for Tab, arrows inside; Enter places, a click chooses, a drag carries. */
export function ToolBar({ drag }: { drag: PaletteDrag }) {
  const t = useTranslations("editor");
  const { tool, chooseTool, placeInSight, isTaken } = useTools();
  const isInBrowser = useIsInBrowser();
  const [stop, setStop] = useState<ElementType>(toolTypes[0]);
  const bar = useRef<HTMLDivElement>(null);

  function onKeyDown(event: KeyboardEvent): void {
    const step = steps[event.key];
    const index =
      event.key === "Home"
        ? 0
        : event.key === "End"
          ? toolTypes.length - 1
          : step === undefined
            ? null
            : toolTypes.findIndex((type) => type === stop) + step;
    if (index === null) return;
    event.preventDefault();
    const next = toolTypes.at(index % toolTypes.length) ?? toolTypes[0];
    setStop(next);
    bar.current?.querySelector<HTMLElement>(`[data-tool="${next}"]`)?.focus();
  }

  function onClick(event: MouseEvent, type: ElementType): void {
    if (isTaken(type)) return;
    // Pressed by a key: there is no point to click, so it goes where the eye is.
    if (event.detail === 0) return placeInSight(type);
    if (drag.wasDragged()) return;
    chooseTool(tool === type ? null : type);
  }

  return (
    <div
      ref={bar}
      role="toolbar"
      aria-label={t("palette.tools")}
      aria-orientation="vertical"
      onKeyDown={onKeyDown}
      className="grid grid-cols-4 gap-1 lg:grid-cols-1 lg:gap-1.5"
    >
      {toolTypes.map((type) => (
        <button
          key={type}
          type="button"
          data-tool={type}
          tabIndex={type === stop ? 0 : -1}
          aria-pressed={tool === type}
          // Whoever is faster than the page sees that it does not take the press yet.
          aria-disabled={!isInBrowser || isTaken(type) || undefined}
          onFocus={() => setStop(type)}
          onMouseDown={focusWithoutSelecting}
          onPointerDown={(event) => {
            if (!isTaken(type)) drag.begin(type, event);
          }}
          onClick={(event) => onClick(event, type)}
          className={clsx(
            "flex min-h-11 min-w-0 touch-none flex-col items-center justify-center gap-1 rounded-control border px-0.5 py-1.5 text-center text-caption leading-tight font-medium wrap-anywhere select-none aria-disabled:opacity-50",
            "lg:min-h-10 lg:flex-row lg:justify-start lg:gap-2.5 lg:px-3 lg:text-start lg:text-ui",
            tool === type
              ? "border-primary bg-primary-tint text-on-primary-tint"
              : "border-hairline bg-surface hover:border-control",
          )}
        >
          <FieldIcon type={type} className="size-4 shrink-0" />
          {t(`types.${type}`)}
        </button>
      ))}
    </div>
  );
}

/** Otherwise a drag selects text, and the browser then drags that text. */
function focusWithoutSelecting(event: MouseEvent<HTMLElement>): void {
  event.preventDefault();
  event.currentTarget.focus();
}

/** The tools, and which of them this document does not take for the chosen signer. */
function useTools() {
  const { tool, chooseTool, placeInSight, isSignedUpload, signer, layout } = useEditor();
  const hasOne = layout.elements.some((element) => element.signRequestId === signer?.signRequestId);
  const isTaken = (type: ElementType): boolean =>
    isSignedUpload && (hasOne || (type !== "signature" && type !== "initial"));
  return { tool, chooseTool, placeInSight, isTaken };
}
