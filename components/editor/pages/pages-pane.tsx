"use client";

import { useTranslations } from "next-intl";
import {
  memo,
  useCallback,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useLayoutEffect,
  useState,
  type Ref,
  type RefObject,
} from "react";
import { flushSync } from "react-dom";
import {
  latest,
  pointOnSheet,
  sheetAt,
  type EditorField,
  type EditorSurface,
  type Latest,
  type PointOnSheet,
} from "@/components/editor/state/editor-field";
import { SuggestionLayer } from "@/components/editor/suggestions/suggestion-layer";
import { DocumentPages, type DocumentPagesHandle } from "@/components/pages/document-pages";
import {
  largestZoom,
  smallestZoom,
  type PageBox,
  type PageFile,
  type PageSource,
  type Zoom,
} from "@/components/pages/page-source";
import { clampZoom, shownZoom, stepZoom } from "@/components/pages/zoom-control";
import { fieldHintId, PageLayer } from "./page-layer";

interface PagesPaneProps {
  source: PageSource;
  name: string;
  files: readonly PageFile[] | undefined;
  pages: readonly PageBox[];
  zoom: Zoom;
  onVisiblePage: (page: number) => void;
  ref: Ref<HTMLDivElement>;
  pagesRef: Ref<DocumentPagesHandle>;
}

/** The pages with their fields. On a wide window they scroll in their pane; on a phone with the whole page. */
export function PagesPane({ source, name, files, pages, zoom, onVisiblePage, ref, pagesRef }: PagesPaneProps) {
  const t = useTranslations("editor");
  return (
    <div
      ref={ref}
      role="region"
      aria-label={t("regions.pages")}
      tabIndex={0}
      className="min-w-0 touch-pan-x touch-pan-y scroll-p-6 overflow-x-auto p-3 -outline-offset-2 max-lg:pb-[45dvh] lg:overflow-y-auto lg:p-6"
    >
      <p id={fieldHintId} hidden>
        {t("field.hint")}
      </p>
      <Sheets
        source={source}
        name={name}
        files={files}
        pages={pages}
        zoom={zoom}
        onVisiblePage={onVisiblePage}
        pagesRef={pagesRef}
      />
    </div>
  );
}

/** Re-renders only when the zoom changes; changes on the pages reach their layers by context. */
const Sheets = memo(function Sheets({
  source,
  name,
  files,
  pages,
  zoom,
  onVisiblePage,
  pagesRef,
}: Omit<PagesPaneProps, "ref">) {
  const renderLayer = useCallback(
    (page: PageBox, scale: number) => (
      <>
        <PageLayer page={page} scale={scale} />
        <SuggestionLayer page={page} scale={scale} />
      </>
    ),
    [],
  );
  return (
    <DocumentPages
      ref={pagesRef}
      source={source}
      pages={pages}
      title={name}
      {...(files ? { files } : {})}
      zoom={zoom}
      renderLayer={renderLayer}
      onVisiblePageChange={onVisiblePage}
    />
  );
});

interface SurfaceParts {
  root: RefObject<HTMLElement | null>;
  pane: RefObject<HTMLElement | null>;
  inspector: RefObject<HTMLElement | null>;
  sheets: RefObject<DocumentPagesHandle | null>;
  pages: readonly PageBox[];
  /** Folds or unfolds the details; a folded panel has nothing to focus. */
  unfoldInspector: (isFolded: boolean) => void;
}

/** Focus and visibility, which depend on the rendered editor. */
export function useSurface(
  surface: RefObject<EditorSurface | null>,
  { root, pane, inspector, sheets, pages, unfoldInspector }: SurfaceParts,
): void {
  useImperativeHandle(
    surface,
    () => ({
      focusField: ({ key, page, box }: EditorField) => {
        const node = root.current?.querySelector<HTMLElement>(`[data-field-key="${key}"]`);
        node?.focus({ preventScroll: true });
        if (!node || isInside(node.getBoundingClientRect(), sightOf(root.current, pane.current))) return;
        sheets.current?.scrollToField(
          { page, left: box.leftPt, top: box.topPt, width: box.widthPt, height: box.heightPt },
          { block: "center" },
        );
      },
      focusPages: () => pane.current?.focus({ preventScroll: true }),
      focusInspector: () => {
        // Rendered before the focus moves there.
        flushSync(() => unfoldInspector(false));
        const arranging = inspector.current?.querySelector<HTMLElement>("[data-arranges] button:enabled");
        if (arranging && isDrawn(arranging)) return arranging.focus();
        const fields = [
          ...(inspector.current?.querySelectorAll<HTMLElement>(
            "select:enabled, input:enabled, button[aria-expanded]",
          ) ?? []),
        ];
        (
          fields.find((field) => field.matches("select, input") && isDrawn(field)) ??
          fields.find(isDrawn) ??
          inspector.current
        )?.focus();
      },
      middleOfSight: (page) => {
        const sheet = sheets.current?.pageElement(page)?.getBoundingClientRect();
        const width = pages[page - 1]?.width;
        if (!sheet || !width) return null;
        const seen = sightOf(root.current, pane.current);
        const [left, right] = [Math.max(sheet.left, seen.left), Math.min(sheet.right, seen.right)];
        const [top, bottom] = [Math.max(sheet.top, seen.top), Math.min(sheet.bottom, seen.bottom)];
        if (right <= left || bottom <= top) return null;
        const scale = sheet.width / width;
        return { xPt: ((left + right) / 2 - sheet.left) / scale, yPt: ((top + bottom) / 2 - sheet.top) / scale };
      },
    }),
    [root, pane, inspector, sheets, pages, unfoldInspector],
  );
}

interface Sight {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/**
 * The part of the window in which pages are visible: the pane, without the bar above and, on a phone, the panel over
 * it.
 */
function sightOf(root: HTMLElement | null, pane: HTMLElement | null): Sight {
  const room = pane?.getBoundingClientRect() ?? new DOMRect(0, 0, window.innerWidth, window.innerHeight);
  const sight = {
    left: Math.max(0, room.left),
    top: Math.max(0, room.top),
    right: Math.min(window.innerWidth, room.right),
    bottom: Math.min(window.innerHeight, room.bottom),
  };
  for (const cover of root?.querySelectorAll<HTMLElement>("[data-covers]") ?? []) {
    const { position } = getComputedStyle(cover);
    const { top, bottom, height } = cover.getBoundingClientRect();
    if (height === 0) continue;
    if (position === "sticky") sight.top = Math.max(sight.top, bottom);
    if (position === "fixed") sight.bottom = Math.min(sight.bottom, top);
  }
  return sight;
}

function isDrawn(element: HTMLElement): boolean {
  return element.getClientRects().length > 0;
}

function isInside(box: Sight, sight: Sight): boolean {
  return box.left >= sight.left && box.right <= sight.right && box.top >= sight.top && box.bottom <= sight.bottom;
}

interface Point {
  x: number;
  y: number;
}

/** The point that stays in place while the pages are zoomed. */
interface Anchor extends PointOnSheet {
  at: Point;
}

interface Zooming {
  zoom: Zoom;
  setZoom: (zoom: Zoom) => void;
  stepZoom: (by: 1 | -1) => void;
  /** Multiplies the zoom by a factor, around a point of the window. */
  zoomBy: (factor: number, around: Point) => void;
}

interface ZoomParts {
  pane: RefObject<HTMLElement | null>;
  sheets: RefObject<DocumentPagesHandle | null>;
  visiblePage: number;
}

/** Zoom of the pages. The middle of the pane, or the point between the fingers, stays in place. */
export function useZoom({ pane, sheets, visiblePage }: ZoomParts): Zooming {
  const [zoom, setZoom] = useState<Zoom>("fit");
  const [held] = useState(() => latest<Zoom>("fit"));
  const [anchor] = useState(() => latest<Anchor | null>(null));
  const sheet = (): HTMLElement | null => sheets.current?.pageElement(visiblePage) ?? null;
  function change(next: Zoom, around: Point): void {
    anchor.write(anchorAt(around, sheet()));
    held.write(next);
    setZoom(next === "fit" ? next : clampZoom(next));
  }
  function zoomBy(factor: number, around: Point): void {
    const from = held.read();
    // Not rounded: many small steps would be lost in whole percents.
    const wanted = (from === "fit" ? shownZoom(sheet()) : from) * factor;
    change(Math.min(largestZoom, Math.max(smallestZoom, wanted)), around);
  }
  useLayoutEffect(() => bringBack(anchor, pane.current), [zoom, anchor, pane]);
  return {
    zoom,
    setZoom: (next) => change(next, middleOf(pane.current)),
    stepZoom: (by) => change(stepZoom(held.read(), by, shownZoom(sheet())), middleOf(pane.current)),
    zoomBy,
  };
}

/** A wheel reports 100 pixels or more per notch; this limits it to the zoom of a fast pinch on a touch pad. */
const mostPixels = 25;

/** Ctrl with the wheel (also sent for a pinch on a touch pad) and two fingers zoom the pages instead of the window. */
export function useZoomGestures(pane: RefObject<HTMLElement | null>, zoomBy: Zooming["zoomBy"]): void {
  const onZoom = useEffectEvent(zoomBy);
  useEffect(() => {
    const node = pane.current;
    if (!node) return;
    const ended = new AbortController();
    const options = { signal: ended.signal, passive: false };
    node.addEventListener(
      "wheel",
      (event) => {
        if (!event.ctrlKey && !event.metaKey) return;
        event.preventDefault();
        const pixels = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? event.deltaY : event.deltaY * mostPixels;
        onZoom(2 ** (-Math.min(mostPixels, Math.max(-mostPixels, pixels)) / 100), {
          x: event.clientX,
          y: event.clientY,
        });
      },
      options,
    );
    let last = 0;
    node.addEventListener(
      "touchmove",
      (event) => {
        const [first, second] = event.touches;
        // Once the browser scrolls, it is too late to cancel.
        if (!first || !second || !event.cancelable) return;
        event.preventDefault();
        const distance = Math.hypot(first.clientX - second.clientX, first.clientY - second.clientY);
        if (last > 0)
          onZoom(distance / last, { x: (first.clientX + second.clientX) / 2, y: (first.clientY + second.clientY) / 2 });
        last = distance;
      },
      options,
    );
    const end = (): void => {
      last = 0;
    };
    for (const name of ["touchstart", "touchend", "touchcancel"] as const)
      node.addEventListener(name, end, { signal: ended.signal });
    return () => ended.abort();
  }, [pane]);
}

function anchorAt(at: Point, visible: HTMLElement | null): Anchor | null {
  const point = sheetAt(at.x, at.y) ?? (visible && pointOnSheet(visible, at.x, at.y));
  return point && { ...point, at };
}

/** The middle of the visible part of the pane. */
function middleOf(pane: HTMLElement | null): Point {
  const {
    left = 0,
    right = window.innerWidth,
    top = 0,
    bottom = window.innerHeight,
  } = pane?.getBoundingClientRect() ?? {};
  return { x: (left + right) / 2, y: (Math.max(0, top) + Math.min(window.innerHeight, bottom)) / 2 };
}

/** Scrolls the anchor back to its place: first the pane, then the window. */
function bringBack(anchor: Latest<Anchor | null>, pane: HTMLElement | null): void {
  const held = anchor.read();
  anchor.write(null);
  if (!held) return;
  const way = (): Point => {
    const { left, top, width, height } = held.sheet.getBoundingClientRect();
    return { x: left + held.share.x * width - held.at.x, y: top + held.share.y * height - held.at.y };
  };
  pane?.scrollBy({ left: way().x, top: way().y, behavior: "instant" });
  window.scrollBy({ top: way().y, behavior: "instant" });
}
