"use client";

import { clsx } from "clsx";
import { useTranslations } from "next-intl";
import {
  useCallback,
  useEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent as ReactPointerEvent,
  type RefObject,
} from "react";
import { createPortal } from "react-dom";
import { FieldContent, FieldIcon, fieldLook } from "@/components/editor/fields/placed-field";
import { useEditor } from "@/components/editor/state/editor-context";
import { sheetAt, standardSize, toolGroups, toolTypes } from "@/components/editor/state/editor-field";
import { useIsInBrowser } from "@/components/ui/use-stored";
import type { FieldType } from "@/lib/platform/field-rules/details";
import { pixelsPerPoint } from "@/lib/platform/geometry/placement";

const steps: Record<string, number> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };

/**
 * The field types: one tab stop, arrow keys inside. Enter places a field, a click selects the tool, a drag places by
 * pointer.
 */
export function ToolBar() {
  const t = useTranslations("editor");
  const drag = usePaletteDrag(useDropOnPage());
  const { tool, chooseTool, placeInSight, isTaken } = useTools();
  const isInBrowser = useIsInBrowser();
  const [stop, setStop] = useState<FieldType>("signature");
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
    const next = toolTypes.at(index % toolTypes.length) ?? "signature";
    setStop(next);
    bar.current?.querySelector<HTMLElement>(`[data-tool="${next}"]`)?.focus();
  }

  function onClick(event: MouseEvent, type: FieldType): void {
    if (isTaken(type)) return;
    // Pressed by a key, so there is no point to click: place it in the visible part.
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
      className="flex gap-1 max-lg:overflow-x-auto max-lg:p-0.5 lg:-mx-1 lg:flex-col lg:gap-3"
    >
      {toolGroups.map((group) => (
        <div key={group.name} role="group" aria-label={t(`palette.groups.${group.name}`)} className="max-lg:contents">
          <p
            aria-hidden
            className="mb-1 px-2.5 text-caption text-muted max-lg:hidden group-data-folded/palette:lg:hidden"
          >
            {t(`palette.groups.${group.name}`)}
          </p>
          <div className="max-lg:contents lg:flex lg:flex-col lg:gap-0.5">
            {group.types.map((type) => (
              <button
                key={type}
                type="button"
                data-tool={type}
                tabIndex={type === stop ? 0 : -1}
                aria-pressed={tool === type}
                // Shows that the page does not react to presses yet.
                aria-disabled={!isInBrowser || isTaken(type) || undefined}
                onFocus={() => setStop(type)}
                onMouseDown={focusWithoutSelecting}
                onPointerDown={(event) => {
                  if (!isTaken(type)) drag.begin(type, event);
                }}
                onClick={(event) => onClick(event, type)}
                className={clsx(
                  "flex min-h-11 w-18 shrink-0 touch-pan-x flex-col items-center justify-center gap-1 rounded-control border px-0.5 py-1.5 text-center text-caption leading-tight font-medium wrap-anywhere select-none aria-disabled:opacity-50",
                  "lg:min-h-9 lg:w-auto lg:min-w-0 lg:touch-none lg:flex-row lg:justify-start lg:gap-2.5 lg:px-2.5 lg:py-1 lg:text-start lg:text-ui group-data-folded/palette:lg:justify-center",
                  tool === type
                    ? "border-primary bg-primary-tint text-on-primary-tint"
                    : "border-hairline bg-surface hover:border-control lg:border-transparent lg:hover:border-transparent lg:hover:bg-canvas",
                )}
              >
                <FieldIcon type={type} className="size-4 shrink-0" />
                <span className="group-data-folded/palette:lg:sr-only">{t(`types.${type}`)}</span>
              </button>
            ))}
          </div>
        </div>
      ))}
      {drag.type && <DragGhost type={drag.type} ghost={drag.ghost} />}
    </div>
  );
}

/** Otherwise a drag would select text, and the browser would drag that text. */
function focusWithoutSelecting(event: MouseEvent<HTMLElement>): void {
  event.preventDefault();
  event.currentTarget.focus();
}

/** The tools, and which of them this document does not allow for the selected signer. */
function useTools() {
  const { tool, chooseTool, placeInSight, isSignedUpload, signer, layout } = useEditor();
  const hasOne = layout.fields.some((field) => field.signRequestId === signer?.signRequestId);
  const isTaken = (type: FieldType): boolean =>
    isSignedUpload && (hasOne || (type !== "signature" && type !== "initial"));
  return { tool, chooseTool, placeInSight, isTaken };
}

/** The preview at the pointer while a tool is dragged to a page. It moves without re-rendering. */
function DragGhost({ type, ghost }: { type: FieldType; ghost: RefObject<HTMLDivElement | null> }) {
  const { signer } = useEditor();
  const { widthPt, heightPt } = standardSize(type);
  const [width, height] = [widthPt * pixelsPerPoint, heightPt * pixelsPerPoint];
  const number = signer?.number ?? 1;
  return createPortal(
    <div
      ref={ghost}
      aria-hidden
      className="pointer-events-none fixed top-0 left-0 z-50 shadow-popover"
      style={{ width, height, transform: "translate(-200%, -200%)", ...fieldLook(number) }}
    >
      <FieldContent field={{ type, label: null }} signerNumber={number} width={width} height={height} />
    </div>,
    document.body,
  );
}

/** Places a field of the dragged type where the pointer left it; `share` is the point as a share of the page. */
function useDropOnPage(): Drop {
  const { place, layout } = useEditor();
  return useCallback<Drop>(
    (type, page, share) => {
      const size = layout.pages[page - 1];
      if (size) place(type, page, { xPt: share.x * size.widthPt, yPt: share.y * size.heightPt });
    },
    [place, layout.pages],
  );
}

type Drop = (type: FieldType, page: number, share: { x: number; y: number }) => void;

interface Start {
  type: FieldType;
  x: number;
  y: number;
}

interface PaletteDrag {
  /** The dragged tool; null until the pointer has moved far enough. */
  type: FieldType | null;
  ghost: RefObject<HTMLDivElement | null>;
  begin: (type: FieldType, event: ReactPointerEvent) => void;
  /** Whether to ignore the click that follows a drag. */
  wasDragged: () => boolean;
}

/** Pixels of movement before a drag starts; below that it is a click. */
const threshold = 6;

/** Drags a tool from the palette onto a page by mouse, pen or touch. Escape cancels. */
function usePaletteDrag(drop: Drop): PaletteDrag {
  const [start, setStart] = useState<Start | null>(null);
  const [type, setType] = useState<FieldType | null>(null);
  const ghost = useRef<HTMLDivElement>(null);
  const dragged = useRef(false);
  useEffect(() => {
    if (!start) return;
    const ended = new AbortController();
    const finish = (): void => {
      setStart(null);
      setType(null);
    };
    const move = ({ clientX, clientY }: PointerEvent): void => {
      if (!dragged.current && Math.hypot(clientX - start.x, clientY - start.y) < threshold) return;
      dragged.current = true;
      setType(start.type);
      if (ghost.current) ghost.current.style.transform = `translate(${clientX}px, ${clientY}px) translate(-50%, -50%)`;
    };
    const up = ({ clientX, clientY }: PointerEvent): void => {
      finish();
      const sheet = dragged.current ? sheetAt(clientX, clientY) : null;
      if (sheet) drop(start.type, sheet.page, sheet.share);
    };
    const { signal } = ended;
    window.addEventListener("pointermove", move, { signal });
    window.addEventListener("pointerup", up, { signal });
    window.addEventListener("pointercancel", finish, { signal });
    window.addEventListener(
      "keydown",
      (event) => {
        if (event.key === "Escape") finish();
      },
      { signal },
    );
    return () => ended.abort();
  }, [start, drop]);
  const begin = (tool: FieldType, { clientX, clientY, button }: ReactPointerEvent): void => {
    dragged.current = false;
    if (button === 0) setStart({ type: tool, x: clientX, y: clientY });
  };
  return { type, ghost, begin, wasDragged: () => dragged.current };
}
