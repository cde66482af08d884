import type { HandleComponent, HandleStyles, ResizeEnable } from "react-rnd";
import type { ScreenBox } from "@/lib/geometry/screen-box";

/** 24 px to hit (WCAG 2.5.8), 10 px to see. */
const targetPx = 24;
const knob = (
  <span className="flex size-full items-center justify-center">
    <span className="size-2.5 border-2 border-primary bg-paper" />
  </span>
);
const component: HandleComponent = { topLeft: knob, topRight: knob, bottomLeft: knob, bottomRight: knob, left: knob, right: knob, top: knob, bottom: knob };

/** Names the element around the handles. */
export const handlesClass = "editor-box-handles";

interface Handles {
  resizeHandleWrapperClass: string;
  resizeHandleComponent: HandleComponent;
  resizeHandleStyles: HandleStyles;
  enableResizing: ResizeEnable;
}

/** The handles that a box has room for: they lie around it, so that what is left of a small box can still be dragged. */
export function boxHandles({ width, height }: ScreenBox): Handles {
  const isSmall = width < 48 || height < 28;
  const out = -(isSmall ? targetPx - 4 : targetPx / 2);
  const middle = (side: number): number => (side - targetPx) / 2;
  const size = { width: targetPx, height: targetPx };
  const hasColumns = width >= 96;
  const hasRows = height >= 72;
  return {
    resizeHandleWrapperClass: handlesClass,
    resizeHandleComponent: component,
    resizeHandleStyles: {
      topLeft: { ...size, left: out, top: out }, topRight: { ...size, right: out, top: out },
      bottomLeft: { ...size, left: out, bottom: out }, bottomRight: { ...size, right: out, bottom: out },
      left: { ...size, left: out, top: middle(height) }, right: { ...size, right: out, top: middle(height) },
      top: { ...size, top: out, left: middle(width) }, bottom: { ...size, bottom: out, left: middle(width) },
    },
    enableResizing: {
      bottomRight: true, topLeft: !isSmall, topRight: !isSmall, bottomLeft: !isSmall,
      top: hasColumns, bottom: hasColumns, left: hasRows, right: hasRows,
    },
  };
}
