import type { HandleComponent, HandleStyles, ResizeEnable } from "react-rnd";
import type { ScreenBox } from "@/lib/geometry/screen-box";

/** To hit, in CSS pixels: by a mouse (WCAG 2.5.8), and by a finger. What is seen has 10. */
const targets = { fine: 24, coarse: 44 };
const look = "size-2.5 border-2 border-paper-primary bg-paper";
const knob = (
  <span className="flex size-full items-center justify-center">
    <span className={look} />
  </span>
);
const component: HandleComponent = {
  topLeft: knob,
  topRight: knob,
  bottomLeft: knob,
  bottomRight: knob,
  left: knob,
  right: knob,
  top: knob,
  bottom: knob,
};
/** The only handle of a small box lies beside it: what is seen of it lies at the corner. */
const single: HandleComponent = {
  bottomRight: (
    <span className="flex size-full p-0.5">
      <span className={look} />
    </span>
  ),
};

/** Names the element around the handles. */
export const handlesClass = "editor-box-handles";

interface Handles {
  resizeHandleWrapperClass: string;
  resizeHandleComponent: HandleComponent;
  resizeHandleStyles: HandleStyles;
  enableResizing: ResizeEnable;
}

/** The handles that a box has room for: they lie around it, so that what is left of a small box can still be dragged. */
export function boxHandles({ width, height }: ScreenBox, isCoarse: boolean): Handles {
  const targetPx = isCoarse ? targets.coarse : targets.fine;
  const isSmall = width < targetPx * 2 || height < targetPx + 4;
  const out = -(isSmall ? targetPx - 4 : targetPx / 2);
  const middle = (side: number): number => (side - targetPx) / 2;
  const size = { width: targetPx, height: targetPx };
  const hasColumns = width >= targetPx * 4;
  const hasRows = height >= targetPx * 3;
  return {
    resizeHandleWrapperClass: handlesClass,
    resizeHandleComponent: isSmall ? single : component,
    resizeHandleStyles: {
      topLeft: { ...size, left: out, top: out },
      topRight: { ...size, right: out, top: out },
      bottomLeft: { ...size, left: out, bottom: out },
      bottomRight: { ...size, right: out, bottom: out },
      left: { ...size, left: out, top: middle(height) },
      right: { ...size, right: out, top: middle(height) },
      top: { ...size, top: out, left: middle(width) },
      bottom: { ...size, bottom: out, left: middle(width) },
    },
    enableResizing: {
      bottomRight: true,
      topLeft: !isSmall,
      topRight: !isSmall,
      bottomLeft: !isSmall,
      top: hasColumns,
      bottom: hasColumns,
      left: hasRows,
      right: hasRows,
    },
  };
}
