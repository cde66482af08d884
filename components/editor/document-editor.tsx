"use client";

import { clsx } from "clsx";
import { useCallback, useMemo, useRef, useState } from "react";
import { EditorBar } from "@/components/editor/bar/editor-bar";
import { useHistory } from "@/components/editor/bar/use-history";
import { useZoom } from "@/components/editor/bar/use-zoom";
import { useZoomGestures } from "@/components/editor/bar/use-zoom-gestures";
import { Inspector } from "@/components/editor/inspector/inspector";
import { useOverlaps } from "@/components/editor/inspector/use-overlaps";
import { PageRail, railColumns } from "@/components/editor/pages/page-rail";
import { PagesPane } from "@/components/editor/pages/pages-pane";
import { Palette } from "@/components/editor/palette/palette";
import { EditorNotices } from "@/components/editor/saving/editor-notices";
import { useSaving } from "@/components/editor/saving/use-saving";
import { SuggestionsProvider } from "@/components/editor/suggestions/suggestions-context";
import type { DocumentPagesHandle } from "@/components/pages/document-pages";
import type { PageBox } from "@/components/pages/page-source";
import type { ElementWire } from "@/lib/elements/schema";
import type { UploadWire } from "@/lib/files/schema";
import { EditorContext, type EditorSigner } from "./editor-context";
import { fromStored, type EditorElement } from "./editor-element";
import type { EditorSurface } from "./editor-surface";
import { KeyboardHelp } from "./keyboard-help";
import { useEditorKeys } from "./use-editor-keys";
import { useEditorState } from "./use-editor-state";
import { useKeptFocus } from "./use-kept-focus";
import { useRegions } from "./use-regions";
import { useRoomAbove } from "./use-room-above";
import { useSurface } from "./use-surface";

export interface DocumentEditorProps {
  fileUuid: string;
  name: string;
  pages: readonly PageBox[];
  elements: readonly ElementWire[];
  signers: readonly EditorSigner[];
  /** The document has left its draft: its boxes are shown, and stay. */
  isReleased: boolean;
  isSignedUpload: boolean;
  /** What was found in the file. */
  upload: UploadWire | undefined;
}

/** Places the fields of a draft: palette, pages, details. */
export function DocumentEditor({
  fileUuid,
  name,
  pages,
  elements,
  signers,
  isReleased,
  isSignedUpload,
  upload,
}: DocumentEditorProps) {
  const { root, palette, pane, inspector, sheets, surface } = useParts();
  const [visiblePage, setVisiblePage] = useState(1);
  const [isHelpOpen, setHelpOpen] = useState(false);
  const help = useCallback(() => setHelpOpen(true), []);
  const [stored] = useState(() => elements.map(fromStored));
  const [initial] = useState(() => ({
    elements: stored.map(({ element }) => element),
    pages: pages.map(({ width, height }) => ({ widthPt: width, heightPt: height })),
  }));
  const state = useEditorState({ ...initial, signers, surface, visiblePage });
  const { layout, run } = state;
  const onFresh = useCallback((fresh: readonly EditorElement[]) => run({ kind: "load", elements: fresh }), [run]);
  const saving = useSaving({
    fileUuid,
    stored,
    elements: layout.elements,
    isUntouched: layout.past.length + layout.future.length === 0,
    onFresh,
  });
  const isLocked = isReleased || saving.state.kind === "closed";
  const overlaps = useOverlaps(layout.elements);
  const editor = useMemo(
    () => ({ ...state, overlaps, isLocked, isSignedUpload }),
    [state, overlaps, isLocked, isSignedUpload],
  );
  const history = useHistory(layout, run, isLocked);
  const zooming = useZoom({ pane, sheets, visiblePage });
  useZoomGestures(pane, zooming.zoomBy);
  const toRegion = useRegions({ palette, pane, inspector });
  const onKeyDown = useEditorKeys({ root, editor, history, zooming, toRegion, help });
  useSurface(surface, { root, pane, inspector, sheets, pages });
  useRoomAbove(root);
  const { onFocus, onBlur } = useKeptFocus(root, pane);

  return (
    <EditorContext value={editor}>
      <SuggestionsProvider fileUuid={fileUuid}>
        <div
          ref={root}
          data-full-width
          data-fills-window
          onKeyDown={onKeyDown}
          onFocus={onFocus}
          onBlur={onBlur}
          className="flex flex-col lg:h-[calc(100dvh-var(--room-above,5.5rem))] lg:min-h-120"
        >
          <EditorBar
            fileUuid={fileUuid}
            name={name}
            pages={pages}
            saving={saving}
            history={history}
            zooming={zooming}
            onPage={(page) => sheets.current?.scrollToPage(page)}
            onHelp={help}
          />
          <EditorNotices fileUuid={fileUuid} isReleased={isReleased} upload={upload} saving={saving} />
          <div
            className={clsx(
              "lg:grid lg:min-h-0 lg:flex-1 lg:grid-cols-[15rem_minmax(0,1fr)_18rem]",
              pages.length > 1 && railColumns,
            )}
          >
            <Palette ref={palette} fileUuid={fileUuid} isHiddenOnPhone={state.selected.length > 0} />
            <PageRail fileUuid={fileUuid} pages={pages} page={visiblePage} sheets={sheets} />
            <PagesPane
              ref={pane}
              pagesRef={sheets}
              fileUuid={fileUuid}
              name={name}
              pages={pages}
              zoom={zooming.zoom}
              onVisiblePage={setVisiblePage}
            />
            <Inspector ref={inspector} />
          </div>
          <KeyboardHelp open={isHelpOpen} onOpenChange={setHelpOpen} />
        </div>
      </SuggestionsProvider>
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
