"use client";

import { clsx } from "clsx";
import { useCallback, useMemo, useRef, useState, type KeyboardEvent } from "react";
import type { DocumentPagesHandle } from "@/components/pages/document-pages";
import type { PageBox } from "@/components/pages/page-source";
import type { ElementWire } from "@/lib/elements/schema";
import { EditorBar } from "./editor-bar";
import { EditorContext, type EditorSigner } from "./editor-context";
import { fromStored, type EditorElement } from "./editor-element";
import { readEditorKey } from "./editor-keys";
import { EditorNotices } from "./editor-notices";
import { Inspector } from "./inspector";
import { KeyboardHelp } from "./keyboard-help";
import { PageRail, railColumns } from "./page-rail";
import { PagesPane } from "./pages-pane";
import { Palette } from "./palette";
import { useEditorState, type EditorSurface } from "./use-editor-state";
import { useHistory } from "./use-history";
import { useOverlaps } from "./use-overlaps";
import { useRegions } from "./use-regions";
import { useRoomBelow } from "./use-room-below";
import { useSaving } from "./use-saving";
import { useSurface } from "./use-surface";
import { useZoom } from "./use-zoom";

export interface DocumentEditorProps {
  fileUuid: string;
  name: string;
  pages: readonly PageBox[];
  elements: readonly ElementWire[];
  signers: readonly EditorSigner[];
  /** The document has left its draft: its boxes are shown, and stay. */
  isReleased: boolean;
  isSignedUpload: boolean;
}

/** Places the fields of a draft: palette, pages, details. */
export function DocumentEditor({ fileUuid, name, pages, elements, signers, isReleased, isSignedUpload }: DocumentEditorProps) {
  const { root, palette, pane, inspector, sheets, surface } = useParts();
  const [visiblePage, setVisiblePage] = useState(1);
  const [isHelpOpen, setHelpOpen] = useState(false);
  const help = useCallback(() => setHelpOpen(true), []);
  const [stored] = useState(() => elements.map(fromStored));
  const [initial] = useState(() => ({ elements: stored.map(({ element }) => element), pages: pages.map(({ width, height }) => ({ widthPt: width, heightPt: height })) }));
  const state = useEditorState({ ...initial, signers, surface, visiblePage, help });
  const { layout, run } = state;
  const onFresh = useCallback((fresh: readonly EditorElement[]) => run({ kind: "load", elements: fresh }), [run]);
  const saving = useSaving({ fileUuid, stored, elements: layout.elements, isUntouched: layout.past.length + layout.future.length === 0, onFresh });
  const isLocked = isReleased || saving.state.kind === "closed";
  const overlaps = useOverlaps(layout.elements);
  const editor = useMemo(() => ({ ...state, overlaps, isLocked, isSignedUpload }), [state, overlaps, isLocked, isSignedUpload]);
  const history = useHistory(layout, run, isLocked);
  const zooming = useZoom(sheets, pages, visiblePage);
  const toRegion = useRegions({ palette, pane, inspector });
  useSurface(surface, { root, pane, inspector, sheets, pages });
  useRoomBelow(root);

  function onKeyDown(event: KeyboardEvent): void {
    const act = readEditorKey(event, event.target instanceof HTMLElement && event.target.matches("input:not([type='radio'], [type='checkbox']), textarea"));
    if (!act) return;
    event.preventDefault();
    switch (act.kind) {
      case "undo": return history.undo();
      case "redo": return history.redo();
      case "zoom": return zooming.stepZoom(act.by);
      case "zoomFit": return zooming.setZoom("fit");
      case "region": return toRegion(act.by);
      case "disarm": return state.chooseTool(null);
    }
  }

  return (
    <EditorContext value={editor}>
      <div ref={root} data-full-width onKeyDown={onKeyDown} className="flex flex-col lg:h-[calc(100dvh-var(--room-above,5.5rem))] lg:min-h-120">
        <EditorBar fileUuid={fileUuid} name={name} pages={pages} saving={saving} history={history} zooming={zooming} onPage={(page) => sheets.current?.scrollToPage(page)} onHelp={help} />
        <EditorNotices fileUuid={fileUuid} isReleased={isReleased} saving={saving} />
        <div className={clsx("lg:grid lg:min-h-0 lg:flex-1 lg:grid-cols-[15rem_minmax(0,1fr)_18rem]", pages.length > 1 && railColumns)}>
          <Palette ref={palette} fileUuid={fileUuid} isHiddenOnPhone={state.selectedKey !== null} />
          <PageRail fileUuid={fileUuid} pages={pages} page={visiblePage} sheets={sheets} />
          <PagesPane
            ref={pane} pagesRef={sheets} fileUuid={fileUuid} name={name} pages={pages} zoom={zooming.zoom} onVisiblePage={setVisiblePage}
          />
          <Inspector ref={inspector} />
        </div>
        <KeyboardHelp open={isHelpOpen} onOpenChange={setHelpOpen} />
      </div>
    </EditorContext>
  );
}

function useParts() {
  const root = useRef<HTMLDivElement>(null);
  const palette = useRef<HTMLElement>(null);
  const pane = useRef<HTMLDivElement>(null);
  const inspector = useRef<HTMLElement>(null);
  const sheets = useRef<DocumentPagesHandle>(null);
  const surface = useRef<EditorSurface>(null);
  return { root, palette, pane, inspector, sheets, surface };
}
