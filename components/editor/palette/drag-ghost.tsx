import type { RefObject } from "react";
import { createPortal } from "react-dom";
import { BoxContent } from "@/components/editor/boxes/box-content";
import { boxLook } from "@/components/editor/boxes/box-look";
import { useEditor } from "@/components/editor/editor-context";
import { standardSize, type ElementType } from "@/components/editor/editor-element";
import { pixelsPerPoint } from "@/lib/geometry/screen-box";

/** What hangs on the pointer while a tool is carried to a page. It is moved without drawing anything again. */
export function DragGhost({ type, ghost }: { type: ElementType; ghost: RefObject<HTMLDivElement | null> }) {
  const { signer } = useEditor();
  const { widthPt, heightPt } = standardSize(type);
  const [width, height] = [widthPt * pixelsPerPoint, heightPt * pixelsPerPoint];
  const number = signer?.number ?? 1;
  return createPortal(
    <div
      ref={ghost}
      aria-hidden
      className="pointer-events-none fixed top-0 left-0 z-50 shadow-popover"
      style={{ width, height, transform: "translate(-200%, -200%)", ...boxLook(number) }}
    >
      <BoxContent element={{ type, label: null }} signerNumber={number} width={width} height={height} />
    </div>,
    document.body,
  );
}
