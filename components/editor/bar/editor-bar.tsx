"use client";

import { useEditor } from "@/components/editor/editor-context";
import { PagePicker } from "@/components/editor/pages/page-picker";
import { SaveWords } from "@/components/editor/saving/save-words";
import type { Saving } from "@/components/editor/saving/use-saving";
import type { Zoom } from "@/components/pages/page-sizes";
import type { PageBox } from "@/components/pages/page-source";
import { HistoryButtons } from "./history-buttons";
import { TopBar } from "./top-bar";
import { useLeaving } from "./use-leaving";
import { ZoomControl } from "./zoom-control";

interface EditorBarProps {
  fileUuid: string;
  name: string;
  pages: readonly PageBox[];
  saving: Saving;
  history: { undo: () => void; redo: () => void };
  zooming: { zoom: Zoom; setZoom: (zoom: Zoom) => void; stepZoom: (by: 1 | -1) => void };
  onPage: (page: number) => void;
  onHelp: () => void;
}

/** The bar above the pages, and the ways out of the editor: nothing is left before it is saved. */
export function EditorBar({ fileUuid, name, pages, saving, history, zooming, onPage, onHelp }: EditorBarProps) {
  const { layout, visiblePage, isLocked, signers } = useEditor();
  const { isLeaving, leaveTo } = useLeaving(saving);
  const address = `/documents/${fileUuid}`;
  return (
    <TopBar
      name={name}
      saveWords={isLocked && saving.state.kind !== "closed" ? null : <SaveWords saving={saving} />}
      tools={
        <>
          {!isLocked && <HistoryButtons layout={layout} onUndo={history.undo} onRedo={history.redo} />}
          <PagePicker page={visiblePage} total={pages.length} onPage={onPage} />
          <ZoomControl zoom={zooming.zoom} onZoom={zooming.setZoom} onStep={zooming.stepZoom} />
        </>
      }
      onBack={() => void leaveTo(address)}
      onHelp={onHelp}
      onReview={isLocked || signers.length === 0 ? null : () => void leaveTo(`${address}/review`)}
      isLeaving={isLeaving}
    />
  );
}
