import { useTranslations } from "next-intl";
import { useCallback, useEffect, useMemo, useReducer, useRef, useState, type RefObject } from "react";
import { useAnnounce } from "@/components/ui/live-region";
import { centreOnPage, type PageSize } from "@/lib/geometry/fit-box";
import type { Box } from "@/lib/geometry/placement";
import type { Editor, EditorSigner } from "./editor-context";
import { standardSize, type EditorElement, type ElementType } from "./editor-element";
import { freePlace } from "./free-place";
import { findElement, initialLayout, layoutReducer } from "./layout-state";
import { neighbourOf, tabStopOf } from "./reading-order";
import { useBoxActs } from "./use-box-acts";
import { useShortName } from "./use-box-words";
import { useMoveWords } from "./use-move-words";

/** What the state needs of the parts that are drawn. */
export interface EditorSurface {
  focusBox: (element: EditorElement) => void;
  focusPages: () => void;
  focusInspector: () => void;
  /** The middle of what is seen of the page, in points; null when nothing of it is. */
  middleOfSight: (page: number) => { xPt: number; yPt: number } | null;
}

interface EditorParts {
  pages: readonly PageSize[];
  elements: readonly EditorElement[];
  signers: readonly EditorSigner[];
  surface: RefObject<EditorSurface | null>;
  visiblePage: number;
  help: () => void;
}

/** Everything of the editor but what comes from outside of it. */
export type EditorState = Omit<Editor, "overlaps" | "isLocked" | "isSignedUpload">;

export function useEditorState({ pages, elements, signers, surface, visiblePage, help }: EditorParts): EditorState {
  const t = useTranslations("editor.said");
  const announce = useAnnounce();
  const shortName = useShortName(signers);
  const [layout, run] = useReducer(layoutReducer, null, () => initialLayout(pages, elements));
  const [signerId, chooseSigner] = useState(signers[0]?.signRequestId ?? null);
  const [tool, chooseTool] = useState<ElementType | null>(null);
  const { selectedKey, select, focuses } = useFocuses(layout.elements, surface);
  const count = useRef(0);
  const newKey = useCallback(() => `new-${(count.current += 1)}`, []);
  const onRemoved = useCallback((element: EditorElement) => announce(t("removed", { box: shortName(element) })), [announce, t, shortName]);
  const onCopied = useCallback((element: EditorElement) => announce(t("placed", { box: shortName(element), page: element.page })), [announce, t, shortName]);
  const boxActs = useBoxActs({ run, select, newKey, focuses, onRemoved, onCopied, help });
  useMoveWords(findElement(layout, selectedKey));

  const signer = signers.find(({ signRequestId }) => signRequestId === signerId) ?? null;
  const put = useCallback((type: ElementType, page: number, box: Box) => {
    if (!signer) return;
    // A box that must be ticked is a consent; that is the exception.
    const element: EditorElement = { key: newKey(), type, signRequestId: signer.signRequestId, page, box, required: type !== "checkbox", label: null, value: null };
    run({ kind: "place", element });
    chooseTool(null);
    focuses.focusBox(element.key);
    announce(t("placed", { box: shortName(element), page }));
  }, [signer, newKey, focuses, announce, t, shortName]);
  const place = useCallback((type: ElementType, page: number, point: { xPt: number; yPt: number }) => {
    const size = pages[page - 1];
    if (size) put(type, page, centreOnPage(point, standardSize(type), size));
  }, [pages, put]);
  const placeInSight = useCallback((type: ElementType) => {
    const size = pages[visiblePage - 1];
    if (!size) return;
    const middle = surface.current?.middleOfSight(visiblePage) ?? { xPt: size.widthPt / 2, yPt: size.heightPt / 2 };
    const others = layout.elements.filter(({ page }) => page === visiblePage).map(({ box }) => box);
    put(type, visiblePage, freePlace(centreOnPage(middle, standardSize(type), size), others, size));
  }, [pages, visiblePage, put, surface, layout.elements]);

  const tabStop = tabStopOf(layout.elements, selectedKey, visiblePage);
  return useMemo(
    () => ({ layout, run, signers, signer, chooseSigner, tool, chooseTool, selectedKey, tabStop, boxActs, place, placeInSight, visiblePage }),
    [layout, signers, signer, tool, selectedKey, tabStop, boxActs, place, placeInSight, visiblePage],
  );
}

/** Which box is selected, and the focus that follows. */
function useFocuses(elements: readonly EditorElement[], surface: RefObject<EditorSurface | null>) {
  const [selectedKey, select] = useState<string | null>(null);
  const [request, setRequest] = useState<{ key: string } | null>(null);
  const latest = useRef(elements);
  useEffect(() => {
    latest.current = elements;
  }, [elements]);
  useEffect(() => {
    const element = request && latest.current.find(({ key }) => key === request.key);
    if (element) surface.current?.focusBox(element);
  }, [request, surface]);
  const focuses = useMemo(() => {
    const focusBox = (key: string): void => {
      select(key);
      setRequest({ key });
    };
    return {
      focusBox,
      focusOther: (key: string, by: 1 | -1) => {
        const other = neighbourOf(latest.current, key, by);
        if (other) focusBox(other);
      },
      focusPages: () => surface.current?.focusPages(),
      focusInspector: () => surface.current?.focusInspector(),
    };
  }, [surface]);
  return { selectedKey, select, focuses };
}
