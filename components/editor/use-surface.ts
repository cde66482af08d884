import { useImperativeHandle, type RefObject } from "react";
import { flushSync } from "react-dom";
import type { DocumentPagesHandle } from "@/components/pages/document-pages";
import type { PageBox } from "@/components/pages/page-source";
import type { EditorField, EditorSurface } from "./editor-field";

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
        const node = root.current?.querySelector<HTMLElement>(`[data-box-key="${key}"]`);
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

/** The part of the window in which pages are visible: the pane, without the bar above and, on a phone, the panel over it. */
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
