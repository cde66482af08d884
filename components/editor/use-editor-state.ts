import { useTranslations } from "next-intl";
import { useCallback, useEffect, useMemo, useReducer, useRef, useState, type RefObject } from "react";
import { fieldActions, type FieldActionParts } from "@/components/editor/fields/field-actions";
import { sayPoints, useActionText } from "@/components/editor/fields/use-action-text";
import { guideStore } from "@/components/editor/snapping/snap";
import { tabStopOf } from "@/components/editor/state/arrange";
import { findField, initialLayout, layoutReducer } from "@/components/editor/state/layout-state";
import { useSelection } from "@/components/editor/state/selection";
import { useAnnounce } from "@/components/ui/live-region";
import type { FieldType } from "@/lib/platform/field-rules/details";
import { centreOnPage, fitOnPage, overlapShare, type PageSize } from "@/lib/platform/geometry/fit-box";
import type { Box } from "@/lib/platform/geometry/placement";
import type { Editor, EditorSigner, FieldActions } from "./state/editor-context";
import {
  latest,
  newFields,
  standardSize,
  useDefaults,
  type EditorField,
  type EditorSurface,
} from "./state/editor-field";

interface EditorParts {
  pages: readonly PageSize[];
  fields: readonly EditorField[];
  signers: readonly EditorSigner[];
  surface: RefObject<EditorSurface | null>;
  visiblePage: number;
  /** The signer whose signature tool is active at the start. */
  placeFor: number | null;
}

/** Unlike the keys of an earlier tab, whose fields may be restored here: fields with equal keys replace each other. */
const newKey = () => `new-${crypto.randomUUID()}`;

/** The editor's context without the parts that come from outside. */
type EditorState = Omit<Editor, "files" | "fieldNames" | "overlaps" | "isLocked" | "isSignedUpload" | "reloadPages">;

export function useEditorState({ pages, fields, signers, surface, visiblePage, placeFor }: EditorParts): EditorState {
  const [layout, run] = useReducer(layoutReducer, null, () => initialLayout(pages, fields));
  const armedFor = signers.find(({ signRequestId }) => signRequestId === placeFor) ?? null;
  const [signerId, chooseSigner] = useState((armedFor ?? signers[0])?.signRequestId ?? null);
  const [tool, chooseTool] = useState<FieldType | null>(armedFor ? "signature" : null);
  const [clipboard, keep] = useState<readonly EditorField[]>([]);
  const [guides] = useState(guideStore);
  const text = useActionText(signers);
  const [now] = useState(() => latest({ layout, clipboard }));
  useEffect(() => now.write({ layout, clipboard }), [now, layout, clipboard]);
  const { selection, actions: selecting } = useSelection(layout.fields, surface);
  const focusPages = useCallback(() => surface.current?.focusPages(), [surface]);
  const focusInspector = useCallback(() => surface.current?.focusInspector(), [surface]);
  const fieldActions = useFieldActions({ run, selecting, now, keep, newKey, guides, focusPages, focusInspector, text });
  const selected = useMemo(
    () => selection.keys.flatMap((key) => findField(layout, key) ?? []),
    [selection.keys, layout],
  );
  useMoveText(selected);
  useSelectionText(selection.keys.length);

  const signer = signers.find(({ signRequestId }) => signRequestId === signerId) ?? null;
  const defaults = useDefaults();
  const put = useCallback(
    (type: FieldType, page: number, box: Box) => {
      if (!signer) return;
      const place = { type, signRequestId: signer.signRequestId, page, box };
      const placed = newFields(place, now.read().layout.fields, defaults, newKey);
      const [field] = placed;
      run({ kind: "add", action: "place", fields: placed });
      chooseTool(null);
      if (field) fieldActions.focusField(field.key);
      text.added("place", placed);
    },
    [signer, fieldActions, text, defaults, now],
  );
  const place = useCallback(
    (type: FieldType, page: number, point: { xPt: number; yPt: number }) => {
      const size = pages[page - 1];
      if (size) put(type, page, centreOnPage(point, standardSize(type), size));
    },
    [pages, put],
  );
  const placeInSight = useCallback(
    (type: FieldType) => {
      const size = pages[visiblePage - 1];
      if (!size) return;
      const middle = surface.current?.middleOfSight(visiblePage) ?? { xPt: size.widthPt / 2, yPt: size.heightPt / 2 };
      const others = layout.fields.filter(({ page }) => page === visiblePage).map(({ box }) => box);
      put(type, visiblePage, freePlace(centreOnPage(middle, standardSize(type), size), others, size));
    },
    [pages, visiblePage, put, surface, layout.fields],
  );

  const tabStop = tabStopOf(layout.fields, selection.current, visiblePage);
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
      fieldActions,
      place,
      placeInSight,
      clipboard,
      visiblePage,
    }),
    [
      layout,
      signers,
      signer,
      tool,
      selection,
      selected,
      tabStop,
      fieldActions,
      place,
      placeInSight,
      clipboard,
      visiblePage,
    ],
  );
}

/** The actions on fields. The arguments must be stable, and so is the result. */
function useFieldActions({
  run,
  selecting,
  now,
  keep,
  newKey,
  guides,
  focusPages,
  focusInspector,
  text,
}: FieldActionParts): FieldActions {
  return useMemo(
    () => fieldActions({ run, selecting, now, keep, newKey, guides, focusPages, focusInspector, text }),
    [run, selecting, now, keep, newKey, guides, focusPages, focusInspector, text],
  );
}

/** Announces the number of selected fields if there are or were several. For a single one the focus announces it. */
function useSelectionText(count: number): void {
  const t = useTranslations("editor.announcements");
  const announce = useAnnounce();
  const before = useRef(count);
  useEffect(() => {
    const last = before.current;
    before.current = count;
    if (count !== last && (count > 1 || last > 1)) announce(t("selected", { count }));
  }, [count, announce, t]);
}

/** Gap between two fields, in points. */
const gapPt = 8;

/** The box, moved down below others in its way, or unchanged if there is no room below. */
export function freePlace(box: Box, others: readonly Box[], page: PageSize): Box {
  let place = box;
  for (;;) {
    const obstacle = others.find((other) => overlapShare(place, other) > 0);
    if (!obstacle) return place;
    const topPt = obstacle.topPt + obstacle.heightPt + gapPt;
    place = fitOnPage({ ...place, topPt }, page);
    if (place.topPt < topPt) return box;
  }
}

/** A burst of moves is announced once, at its end. */
const pauseMs = 500;

/**
 * Announces the position after the selected fields were moved or resized. For several, the number and the position of
 * the last selected one.
 */
function useMoveText(selected: readonly EditorField[]): void {
  const t = useTranslations("editor.announcements");
  const announce = useAnnounce();
  const before = useRef<readonly EditorField[]>([]);
  useEffect(() => {
    const last = before.current;
    const named = selected.at(-1);
    const was = last.find(({ key }) => key === named?.key);
    if (!named || !was || selected.length !== last.length) {
      before.current = selected;
      return;
    }
    if (
      selected.every(({ key, box, page }) =>
        last.some((other) => other.key === key && other.box === box && other.page === page),
      )
    )
      return;
    const timer = setTimeout(() => {
      before.current = selected;
      const { leftPt, topPt, widthPt, heightPt } = named.box;
      const place = { count: selected.length, page: named.page, left: sayPoints(leftPt), top: sayPoints(topPt) };
      const isResized = was.box.widthPt !== widthPt || was.box.heightPt !== heightPt;
      if (was.page !== named.page) announce(t("turned", place));
      else if (isResized)
        announce(t("resized", { count: selected.length, width: sayPoints(widthPt), height: sayPoints(heightPt) }));
      else if (selected.length === 1 || was.box.leftPt !== leftPt || was.box.topPt !== topPt)
        announce(t("moved", place));
    }, pauseMs);
    return () => clearTimeout(timer);
  }, [selected, announce, t]);
}
