import { PanelLeftClose, PanelLeftOpen, PanelRightClose, PanelRightOpen } from "lucide-react";
import { useTranslations } from "next-intl";
import { createContext, useCallback, useContext } from "react";
import type { GuideStore } from "@/components/editor/snapping/snap";
import type { PageFile } from "@/components/pages/page-source";
import { IconButton } from "@/components/ui/icon-button";
import { useStored } from "@/components/ui/use-stored";
import type { FieldType } from "@/lib/platform/field-rules/details";
import type { PageSize } from "@/lib/platform/geometry/fit-box";
import type { Arrangement, Overlap } from "./arrange";
import type { EditorField } from "./editor-field";
import type { LayoutCommand, LayoutState } from "./layout-state";
import type { Selection, SelectionActions } from "./selection";

/** A signer in the editor; `number` selects colour and pattern. */
export interface EditorSigner {
  signRequestId: number;
  number: number;
  name: string;
  /** The step in the signing order. */
  step: number;
}

export interface Editor {
  layout: LayoutState;
  /** The files of an envelope, whose pages are numbered across all files. */
  files: readonly PageFile[] | undefined;
  /** In a template: the names of its fields, by key. */
  fieldNames: Readonly<Record<string, string>> | undefined;
  run: (command: LayoutCommand) => void;
  signers: readonly EditorSigner[];
  /** The signer of the next field. */
  signer: EditorSigner | null;
  chooseSigner: (signRequestId: number) => void;
  /** The tool that the next click on a page places. */
  tool: FieldType | null;
  chooseTool: (tool: FieldType | null) => void;
  selection: Selection;
  /** The selected fields, in the order of selection. */
  selected: readonly EditorField[];
  /** The field in the tab order. */
  tabStop: string | null;
  fieldActions: FieldActions;
  place: (type: FieldType, page: number, point: { xPt: number; yPt: number }) => void;
  /** Places a field in the middle of the visible part of the current page. */
  placeInSight: (type: FieldType) => void;
  /** Copied or cut fields. */
  clipboard: readonly EditorField[];
  visiblePage: number;
  /** Overlapping fields. */
  overlaps: readonly Overlap[];
  /** The fields are read-only. */
  isLocked: boolean;
  /** A document with other signatures takes one field per signer, of type signature or initial. */
  isSignedUpload: boolean;
  /** Loads the pages again, after the document's bytes have changed. */
  reloadPages: () => void;
}

/**
 * Actions of keys, pointer and buttons on fields. They are stable, so that fields re-render only when they change. An
 * action on a field of a multiple selection applies to all of them, as one step of the history.
 */
export interface FieldActions extends Omit<SelectionActions, "now" | "select" | "press"> {
  run: (command: LayoutCommand) => void;
  guides: GuideStore;
  /** The current state. */
  peek: () => { fields: readonly EditorField[]; pages: readonly PageSize[]; selection: Selection };
  /** Selects exactly these. */
  select: (keys: readonly string[]) => void;
  /** Handles a press on the field; returns the fields that a drag would move. */
  press: (key: string, isAdding: boolean) => readonly EditorField[];
  nudge: (key: string, rightPt: number, downPt: number) => void;
  grow: (key: string, widthPt: number, heightPt: number) => void;
  turnPage: (key: string, by: 1 | -1) => void;
  focusOther: (key: string, by: 1 | -1) => void;
  arrange: (key: string, how: Arrangement) => void;
  duplicate: (key: string) => void;
  remove: (key: string) => void;
  copy: (key: string) => void;
  cut: (key: string) => void;
  /** Pastes the copied fields onto the page. */
  paste: (page: number) => void;
  repeat: (key: string, pages: readonly number[]) => void;
  inspect: () => void;
  /** Moves the focus from the field to the pages and clears the selection. */
  leave: () => void;
}

export const EditorContext = createContext<Editor | null>(null);

export function useEditor(): Editor {
  const editor = useContext(EditorContext);
  if (!editor) throw new Error("used outside of the editor");
  return editor;
}

/** The signer of a field. */
export function signerOf(signers: readonly EditorSigner[], signRequestId: number): EditorSigner {
  return (
    signers.find((signer) => signer.signRequestId === signRequestId) ?? { signRequestId, number: 1, name: "", step: 1 }
  );
}

/** A panel beside the pages. On a narrow window it is at the bottom and takes at most 40 % of the height. */
export const dockLook =
  "border-hairline bg-surface p-3 outline-none lg:overflow-y-auto lg:p-4 " +
  "max-lg:fixed max-lg:inset-x-0 max-lg:bottom-0 max-lg:z-30 max-lg:max-h-[40dvh] max-lg:overflow-y-auto max-lg:border-t max-lg:pb-[calc(0.75rem+env(safe-area-inset-bottom))] max-lg:shadow-popover short:py-1.5!";

const icons = {
  palette: { fold: PanelLeftClose, unfold: PanelLeftOpen },
  inspector: { fold: PanelRightClose, unfold: PanelRightOpen },
};

/** Folds and unfolds a panel beside the pages. On a narrow window the panels are at the bottom and do not fold. */
export function PanelToggle({ panel }: { panel: Panel }) {
  const t = useTranslations("editor.panels");
  const { isFolded, setFolded } = usePanel(panel);
  const Icon = icons[panel][isFolded ? "unfold" : "fold"];
  const label =
    panel === "palette" ? t(isFolded ? "showPalette" : "hidePalette") : t(isFolded ? "showInspector" : "hideInspector");
  return (
    <IconButton
      className="max-lg:hidden"
      label={label}
      icon={<Icon className="rtl:-scale-x-100" />}
      aria-expanded={!isFolded}
      onClick={() => setFolded(!isFolded)}
    />
  );
}

type Panel = "palette" | "inspector";

/** Whether a panel beside the pages is folded on wide windows, and how to change that. Kept in this browser. */
export function usePanel(panel: Panel): { isFolded: boolean; setFolded: (isFolded: boolean) => void } {
  const [stored, store] = useStored(`paraph-editor-${panel}-folded`);
  const setFolded = useCallback((next: boolean) => store(next ? "1" : "0"), [store]);
  return { isFolded: stored === "1", setFolded };
}
