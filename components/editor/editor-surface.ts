import type { EditorElement } from "./editor-element";

/** What the state needs of the parts that are drawn. */
export interface EditorSurface {
  focusBox: (element: EditorElement) => void;
  focusPages: () => void;
  focusInspector: () => void;
  /** The middle of what is seen of the page, in points; null when nothing of it is. */
  middleOfSight: (page: number) => { xPt: number; yPt: number } | null;
}
