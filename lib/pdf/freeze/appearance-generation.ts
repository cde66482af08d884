import { drawCaption, drawMark, isPushButton, isRoundButton, isTicked } from "./appearance-generation-button";
import { drawChoice } from "./appearance-generation-choice";
import { drawFrame, operands } from "./appearance-generation-frame";
import { drawTextField } from "./appearance-generation-text";
import { inherited, textIn, type Widget } from "./freeze-widget";

/** A form XObject to be (ISO 32000-2, 8.10): its dictionary entries and its content. */
export interface GeneratedAppearance {
  entries: string;
  content: string;
}

/**
 * Draws what a reader would show for a field that has no appearance, or whose form says that the existing ones are
 * stale (/NeedAppearances). Text is drawn as outlines, so that no font of the form is needed.
 */
export function generateAppearance(widget: Widget): GeneratedAppearance {
  const { width, height } = widget;
  const frame = drawFrame(widget, isRoundButton(widget));
  const inner = contentOf(widget, frame.padding);
  const edge = frame.borderWidth;
  const clip = `${operands(edge, edge, Math.max(0, width - 2 * edge), Math.max(0, height - 2 * edge))} re W n`;
  const content = inner === "" ? frame.content : `${frame.content}\nq ${clip}\n${inner}\nQ`;
  const turn = {
    0: [1, 0, 0, 1, 0, 0],
    90: [0, 1, -1, 0, height, 0],
    180: [-1, 0, 0, -1, width, height],
    270: [0, -1, 1, 0, 0, width],
  };
  return {
    entries: `/Type/XObject/Subtype/Form/FormType 1/BBox[0 0 ${operands(width, height)}]/Matrix[${operands(...turn[widget.rotation])}]/Resources<<>>`,
    content: content.trim(),
  };
}

/** An appearance that shows nothing: without any, some readers draw an icon of their own. */
export const EMPTY_APPEARANCE: GeneratedAppearance = {
  entries: "/Type/XObject/Subtype/Form/FormType 1/BBox[0 0 0 0]/Resources<<>>",
  content: "",
};

function contentOf(widget: Widget, padding: number): string {
  const area = {
    x: padding,
    y: padding / 2,
    width: Math.max(1, widget.width - 2 * padding),
    height: Math.max(1, widget.height - padding),
  };
  if (widget.type === "Tx") {
    const value = textIn(inherited(widget, "V")) ?? "";
    return value === "" ? "" : drawTextField(widget, value, area);
  }
  if (widget.type === "Ch") {
    return drawChoice(widget, area);
  }
  if (widget.type !== "Btn") {
    return "";
  }
  if (isPushButton(widget)) {
    return drawCaption(widget);
  }
  return isTicked(widget) ? drawMark(widget) : "";
}
