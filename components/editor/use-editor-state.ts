import { useCallback, useEffect, useMemo, useReducer, useRef, useState, type RefObject } from "react";
import { centreOnPage, type PageSize } from "@/lib/geometry/fit-box";
import type { Box } from "@/lib/geometry/placement";
import { useActWords } from "./boxes/use-act-words";
import { useBoxActs } from "./boxes/use-box-acts";
import { useMoveWords } from "./boxes/use-move-words";
import type { Editor, EditorSigner } from "./editor-context";
import { standardSize, type EditorElement, type ElementType } from "./editor-element";
import type { EditorSurface } from "./editor-surface";
import { latest } from "./latest";
import { freePlace } from "./layout/free-place";
import { findElement, initialLayout, layoutReducer } from "./layout/layout-state";
import { tabStopOf } from "./layout/reading-order";
import { useSelection } from "./selection/use-selection";
import { useSelectionWords } from "./selection/use-selection-words";
import { guideStore } from "./snapping/guide-store";

interface EditorParts {
  pages: readonly PageSize[];
  elements: readonly EditorElement[];
  signers: readonly EditorSigner[];
  surface: RefObject<EditorSurface | null>;
  visiblePage: number;
}

/** Everything of the editor but what comes from outside of it. */
export type EditorState = Omit<Editor, "overlaps" | "isLocked" | "isSignedUpload">;

export function useEditorState({ pages, elements, signers, surface, visiblePage }: EditorParts): EditorState {
  const [layout, run] = useReducer(layoutReducer, null, () => initialLayout(pages, elements));
  const [signerId, chooseSigner] = useState(signers[0]?.signRequestId ?? null);
  const [tool, chooseTool] = useState<ElementType | null>(null);
  const [clipboard, keep] = useState<readonly EditorElement[]>([]);
  const [guides] = useState(guideStore);
  const words = useActWords(signers);
  const [now] = useState(() => latest({ layout, clipboard }));
  useEffect(() => now.write({ layout, clipboard }), [now, layout, clipboard]);
  const count = useRef(0);
  const newKey = useCallback(() => `new-${(count.current += 1)}`, []);
  const { selection, acts: selecting } = useSelection(layout.elements, surface);
  const focusPages = useCallback(() => surface.current?.focusPages(), [surface]);
  const focusInspector = useCallback(() => surface.current?.focusInspector(), [surface]);
  const boxActs = useBoxActs({ run, selecting, now, keep, newKey, guides, focusPages, focusInspector, words });
  const selected = useMemo(
    () => selection.keys.flatMap((key) => findElement(layout, key) ?? []),
    [selection.keys, layout],
  );
  useMoveWords(selected);
  useSelectionWords(selection.keys.length);

  const signer = signers.find(({ signRequestId }) => signRequestId === signerId) ?? null;
  const put = useCallback(
    (type: ElementType, page: number, box: Box) => {
      if (!signer) return;
      // A box that must be ticked is a consent; that is the exception.
      const element: EditorElement = {
        key: newKey(),
        type,
        signRequestId: signer.signRequestId,
        page,
        box,
        required: type !== "checkbox",
        label: null,
        value: null,
      };
      run({ kind: "add", act: "place", elements: [element] });
      chooseTool(null);
      boxActs.focusBox(element.key);
      words.added("place", [element]);
    },
    [signer, newKey, boxActs, words],
  );
  const place = useCallback(
    (type: ElementType, page: number, point: { xPt: number; yPt: number }) => {
      const size = pages[page - 1];
      if (size) put(type, page, centreOnPage(point, standardSize(type), size));
    },
    [pages, put],
  );
  const placeInSight = useCallback(
    (type: ElementType) => {
      const size = pages[visiblePage - 1];
      if (!size) return;
      const middle = surface.current?.middleOfSight(visiblePage) ?? { xPt: size.widthPt / 2, yPt: size.heightPt / 2 };
      const others = layout.elements.filter(({ page }) => page === visiblePage).map(({ box }) => box);
      put(type, visiblePage, freePlace(centreOnPage(middle, standardSize(type), size), others, size));
    },
    [pages, visiblePage, put, surface, layout.elements],
  );

  const tabStop = tabStopOf(layout.elements, selection.current, visiblePage);
  return useMemo(
    () => ({
      layout,
      run,
      signers,
      signer,
      chooseSigner,
      tool,
      chooseTool,
      selection,
      selected,
      tabStop,
      boxActs,
      place,
      placeInSight,
      clipboard,
      visiblePage,
    }),
    [layout, signers, signer, tool, selection, selected, tabStop, boxActs, place, placeInSight, clipboard, visiblePage],
  );
}
