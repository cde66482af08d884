import type { KeyboardEvent, RefObject } from "react";
import type { Editor } from "./editor-context";
import { readEditorKey, type EditorAct } from "./editor-keys";

interface KeyParts {
  root: RefObject<HTMLElement | null>;
  editor: Editor;
  history: { undo: () => void; redo: () => void };
  zooming: { setZoom: (zoom: "fit") => void; stepZoom: (by: 1 | -1) => void };
  toRegion: (by: 1 | -1) => void;
  help: () => void;
}

/** The keys that count wherever the focus is in the editor; those of a box are read by the box first. */
export function useEditorKeys({
  root,
  editor,
  history,
  zooming,
  toRegion,
  help,
}: KeyParts): (event: KeyboardEvent) => void {
  const { selection, boxActs, isLocked, isSignedUpload, visiblePage } = editor;

  function perform(act: EditorAct, focused: HTMLElement): void {
    const box = focused.closest<HTMLElement>("[data-box-key]");
    const key = box?.dataset["boxKey"] ?? selection.keys.at(-1);
    switch (act.kind) {
      case "undo":
      case "redo":
        history[act.kind]();
        // It may be on another page now.
        return box && key !== undefined ? boxActs.refocus(key) : undefined;
      case "zoom":
        return zooming.stepZoom(act.by);
      case "zoomFit":
        return zooming.setZoom("fit");
      case "region":
        return toRegion(act.by);
      case "disarm":
        return editor.chooseTool(null);
      case "help":
        return help();
      case "selectPage":
        return boxActs.selectPage(Number(box?.closest<HTMLElement>("[data-page]")?.dataset["page"] ?? visiblePage));
      case "copy":
        return key === undefined || isSignedUpload ? undefined : boxActs.copy(key);
      case "cut":
        return key === undefined || isSignedUpload || isLocked ? undefined : boxActs.cut(key);
      case "paste":
        return isSignedUpload || isLocked ? undefined : boxActs.paste(visiblePage);
    }
  }

  return (event) => {
    const { target } = event;
    // What happens in a dialog comes here as well, though it is drawn elsewhere.
    if (!(target instanceof HTMLElement) || !root.current?.contains(target)) return;
    const act = readEditorKey(event, isTyping(target) || (isCopying(event.key) && hasSelectedText()));
    if (!act) return;
    event.preventDefault();
    perform(act, target);
  };
}

function isTyping(target: HTMLElement): boolean {
  return target.matches("input:not([type='radio'], [type='checkbox']), textarea");
}

function isCopying(key: string): boolean {
  return key.toLowerCase() === "c" || key.toLowerCase() === "x";
}

function hasSelectedText(): boolean {
  return window.getSelection()?.isCollapsed === false;
}
