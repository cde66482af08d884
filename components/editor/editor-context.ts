import { createContext, useContext } from "react";
import type { EditorElement, ElementType } from "./editor-element";
import type { Overlap } from "./find-overlaps";
import type { LayoutCommand, LayoutState } from "./layout-state";

/** Somebody who is asked to sign; `number` gives the colour and the pattern. */
export interface EditorSigner {
  signRequestId: number;
  number: number;
  name: string;
}

export interface Editor {
  layout: LayoutState;
  run: (command: LayoutCommand) => void;
  signers: readonly EditorSigner[];
  /** Whose box the next one will be. */
  signer: EditorSigner | null;
  chooseSigner: (signRequestId: number) => void;
  /** The tool that the next click on a page places. */
  tool: ElementType | null;
  chooseTool: (tool: ElementType | null) => void;
  selectedKey: string | null;
  /** The box that Tab leads to. */
  tabStop: string | null;
  boxActs: BoxActs;
  place: (type: ElementType, page: number, point: { xPt: number; yPt: number }) => void;
  /** In the middle of what is seen of the visible page. */
  placeInSight: (type: ElementType) => void;
  visiblePage: number;
  /** Boxes of different signers that lie on each other. */
  overlaps: readonly Overlap[];
  /** The boxes cannot be changed. */
  isLocked: boolean;
  /** A document with signatures of others takes one box a signer, of type signature or initial. */
  isSignedUpload: boolean;
}

/** What keys, pointer and buttons do to a box. They stay the same functions, so that boxes are drawn again only when they change. */
export interface BoxActs {
  run: (command: LayoutCommand) => void;
  select: (key: string | null) => void;
  /** Selects the box, brings it into sight and puts the focus on it as soon as it is drawn. */
  focusBox: (key: string) => void;
  nudge: (element: EditorElement, rightPt: number, downPt: number) => void;
  grow: (element: EditorElement, widthPt: number, heightPt: number) => void;
  turnPage: (element: EditorElement, by: 1 | -1) => void;
  focusOther: (element: EditorElement, by: 1 | -1) => void;
  duplicate: (element: EditorElement) => void;
  remove: (element: EditorElement) => void;
  inspect: () => void;
  /** From the box back to its pages; the box is not selected any more. */
  leave: () => void;
  help: () => void;
}

export const EditorContext = createContext<Editor | null>(null);

export function useEditor(): Editor {
  const editor = useContext(EditorContext);
  if (!editor) throw new Error("used outside of the editor");
  return editor;
}

/** The signer of a box. */
export function signerOf(signers: readonly EditorSigner[], signRequestId: number): EditorSigner {
  return signers.find((signer) => signer.signRequestId === signRequestId) ?? { signRequestId, number: 1, name: "" };
}
