"use client";

import { clsx } from "clsx";
import { useTranslations } from "next-intl";
import {
  useRef,
  useSyncExternalStore,
  type MouseEvent,
  type PointerEvent as ReactPointerEvent,
  type RefObject,
} from "react";
import { isAdding, onEscape } from "@/components/editor/fields/gesture";
import { PlacedField } from "@/components/editor/fields/placed-field";
import { SelectionToolbar } from "@/components/editor/fields/selection-toolbar";
import { useFieldName } from "@/components/editor/fields/use-action-text";
import { signerOf, useEditor } from "@/components/editor/state/editor-context";
import type { EditorField } from "@/components/editor/state/editor-field";
import type { PageBox } from "@/components/pages/page-source";
import { overlapShare } from "@/lib/platform/geometry/fit-box";
import { fromScreen, type Box, type ScreenBox } from "@/lib/platform/geometry/placement";

/** ID of the text that explains the keys to screen readers. It exists once in the editor. */
export const fieldHintId = "editor-field-hint";

/** How many pages around the visible one have fields that react to the pointer. */
const nearPages = 2;

interface PageLayerProps {
  page: PageBox;
  /** CSS pixels per point. */
  scale: number;
}

/** One page with its fields: a click places a field, and dragging a frame selects. */
export function PageLayer({ page, scale }: PageLayerProps) {
  const t = useTranslations("editor.field");
  const { layout, tool, place, fieldActions, isLocked } = useEditor();
  const frame = useRef<HTMLDivElement>(null);
  const { onPointerDown, wasDrawn } = useMarquee(frame, { page: page.page, scale });
  const fields = layout.fields.filter((field) => field.page === page.page);
  const click = (event: MouseEvent<HTMLDivElement>): void => {
    if (event.target !== event.currentTarget || wasDrawn()) return;
    if (!tool) {
      if (!isAdding(event)) fieldActions.leave();
      return;
    }
    const sheet = event.currentTarget.getBoundingClientRect();
    place(tool, page.page, { xPt: (event.clientX - sheet.left) / scale, yPt: (event.clientY - sheet.top) / scale });
  };
  return (
    <div
      className={clsx("absolute inset-0", tool && "cursor-crosshair")}
      {...(fields.length > 0 ? { role: "application", "aria-label": t("layer", { page: page.page }) } : {})}
      onClick={click}
      {...(tool || isLocked || fields.length === 0 ? {} : { onPointerDown })}
    >
      {fields.length > 0 && <PageFields fields={fields} page={page.page} scale={scale} />}
      <SelectionToolbar page={page} scale={scale} />
      <div
        ref={frame}
        hidden
        className="pointer-events-none absolute z-20 border border-paper-primary bg-paper-primary/10"
      />
      <GuideLines page={page.page} scale={scale} />
    </div>
  );
}

function PageFields({ fields, page, scale }: { fields: readonly EditorField[]; page: number; scale: number }) {
  const { signers, selection, tabStop, tool, isLocked, fieldActions, visiblePage } = useEditor();
  const sayName = useFieldName(signers);
  const isNear = Math.abs(page - visiblePage) <= nearPages;
  return fields.map((field) => (
    <PlacedField
      key={field.key}
      field={field}
      sayName={sayName}
      signer={signerOf(signers, field.signRequestId)}
      scale={scale}
      isSelected={selection.keys.includes(field.key)}
      isAlone={selection.keys.length === 1 && selection.keys[0] === field.key}
      isTabStop={field.key === tabStop}
      isNear={isNear}
      isLocked={isLocked}
      isPassed={tool !== null}
      hintId={fieldHintId}
      actions={fieldActions}
    />
  ));
}

const none = () => null;

/** The snap lines at the moving field. */
function GuideLines({ page, scale }: { page: number; scale: number }) {
  const {
    fieldActions: { guides },
  } = useEditor();
  const shown = useSyncExternalStore(guides.subscribe, () => guides.on(page), none);
  if (!shown) return null;
  return (
    <div aria-hidden className="pointer-events-none absolute inset-0 z-20">
      {shown.vertical.map((at) => (
        <span
          key={at}
          data-guide="vertical"
          className="absolute inset-y-0 w-px bg-paper-danger"
          style={{ left: at * scale }}
        />
      ))}
      {shown.horizontal.map((at) => (
        <span
          key={at}
          data-guide="horizontal"
          className="absolute inset-x-0 h-px bg-paper-danger"
          style={{ top: at * scale }}
        />
      ))}
      {shown.gaps?.map(({ axis, from, to, at }) => (
        <span
          key={`${axis} ${from}`}
          data-guide="gap"
          className={clsx(
            "absolute border-paper-danger",
            axis === "across" ? "-mt-1 h-2 border-x" : "-ml-1 w-2 border-y",
            "after:absolute after:bg-paper-danger",
            axis === "across"
              ? "after:inset-x-0 after:top-1/2 after:h-px"
              : "after:inset-y-0 after:left-1/2 after:w-px",
          )}
          style={
            axis === "across"
              ? { left: from * scale, width: (to - from) * scale, top: at * scale }
              : { top: from * scale, height: (to - from) * scale, left: at * scale }
          }
        />
      ))}
    </div>
  );
}

interface Marquee {
  onPointerDown: (event: ReactPointerEvent<HTMLElement>) => void;
  /** Whether the next click belongs to a frame that was drawn. */
  wasDrawn: () => boolean;
}

/** Pixels of movement before a frame is drawn; below that it is a click. */
const threshold = 4;

/**
 * Draws a selection frame on empty paper by mouse or pen (a finger scrolls) and selects the fields that it touches.
 * Escape cancels.
 */
function useMarquee(frame: RefObject<HTMLElement | null>, { page, scale }: { page: number; scale: number }): Marquee {
  const { fieldActions } = useEditor();
  const drawn = useRef(false);

  function finish(drawnBox: ScreenBox, isMore: boolean): void {
    const inFrame = keysIn(
      fromScreen(drawnBox, scale),
      fieldActions.peek().fields.filter((field) => field.page === page),
    );
    fieldActions.gather(inFrame, isMore);
  }

  function onPointerDown(event: ReactPointerEvent<HTMLElement>): void {
    drawn.current = false;
    if (event.target !== event.currentTarget || event.button !== 0 || event.pointerType === "touch") return;
    // Otherwise the text beside the page would be selected.
    event.preventDefault();
    const sheet = event.currentTarget;
    const start = pointOn(sheet, event);
    const ended = new AbortController();
    const { signal } = ended;
    const end = (): void => {
      ended.abort();
      if (frame.current) frame.current.hidden = true;
    };
    window.addEventListener(
      "pointermove",
      (moved) => {
        const box = between(start, pointOn(sheet, moved));
        drawn.current ||= Math.hypot(box.width, box.height) > threshold;
        if (drawn.current && frame.current) show(frame.current, box);
      },
      { signal },
    );
    window.addEventListener(
      "pointerup",
      (released) => {
        end();
        if (drawn.current) finish(between(start, pointOn(sheet, released)), isAdding(released));
      },
      { signal },
    );
    window.addEventListener("pointercancel", end, { signal });
    onEscape(signal, end);
  }

  return { onPointerDown, wasDrawn: () => drawn.current };
}

interface Point {
  x: number;
  y: number;
}

/** In CSS pixels from the corner of the sheet, limited to the sheet. */
function pointOn(sheet: HTMLElement, { clientX, clientY }: { clientX: number; clientY: number }): Point {
  const { left, top, width, height } = sheet.getBoundingClientRect();
  return { x: Math.min(width, Math.max(0, clientX - left)), y: Math.min(height, Math.max(0, clientY - top)) };
}

function between(first: Point, second: Point): ScreenBox {
  return {
    x: Math.min(first.x, second.x),
    y: Math.min(first.y, second.y),
    width: Math.abs(first.x - second.x),
    height: Math.abs(first.y - second.y),
  };
}

function show(frame: HTMLElement, { x, y, width, height }: ScreenBox): void {
  frame.hidden = false;
  Object.assign(frame.style, { left: `${x}px`, top: `${y}px`, width: `${width}px`, height: `${height}px` });
}

function keysIn(frame: Box, fields: readonly { key: string; box: Box }[]): string[] {
  return fields.filter(({ box }) => overlapShare(frame, box) > 0).map(({ key }) => key);
}
