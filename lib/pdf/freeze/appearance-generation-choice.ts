import type { Located } from "@/lib/pdf/syntax/objects";
import { operands } from "./appearance-generation-frame";
import { drawableText, drawLine, drawLines, textStyleOf, type Area } from "./appearance-generation-text";
import { inherited, numberOf, numbersOf, textIn, type Widget } from "./freeze-widget";

interface Option {
  exported: string;
  shown: string;
}

const COMBO = 0x20000;
const LIST_LINE = 1.16;
const MAX_OPTIONS = 5000;
const SELECTION = "0.6 0.757 0.855 rg";

/** A drop-down shows what is chosen, a list box its options with the chosen ones marked (ISO 32000-2, 12.7.5.4). */
export function drawChoice(widget: Widget, area: Area): string {
  const options = optionsOf(widget);
  const chosen = chosenValues(widget, options);
  if ((widget.flags & COMBO) !== 0) {
    const text = chosen.map((value) => options.find(({ exported }) => exported === value)?.shown ?? value).join(", ");
    return drawLine(drawableText(text), textStyleOf(widget), area);
  }
  return drawList(widget, options, new Set(chosen), area);
}

function drawList(widget: Widget, options: readonly Option[], chosen: ReadonlySet<string>, area: Area): string {
  const style = textStyleOf(widget);
  const sizePt = style.sizePt || Math.min(12, Math.max(4, area.height / LIST_LINE));
  const first = Math.min(Math.max(0, Math.trunc(numberOf(widget, "TI"))), options.length);
  const lineHeight = sizePt * LIST_LINE;
  const shown = options.slice(first, first + Math.ceil(area.height / lineHeight));
  const bars = shown.map(({ exported }, i) =>
    chosen.has(exported)
      ? `${operands(area.x, area.y + area.height - lineHeight * (i + 1), area.width, lineHeight)} re f`
      : "",
  );
  const marked = bars.filter((bar) => bar !== "");
  const text = drawLines(
    shown.map((option) => drawableText(option.shown)),
    sizePt,
    style,
    area,
  );
  return [marked.length === 0 ? "" : `q ${SELECTION} ${marked.join(" ")} Q`, text]
    .filter((part) => part !== "")
    .join("\n");
}

function optionsOf(widget: Widget): Option[] {
  const list = inherited(widget, "Opt");
  if (list?.value.kind !== "array") {
    return [];
  }
  return list.value.items.slice(0, MAX_OPTIONS).flatMap((item) => {
    const option = widget.document.locate(item, list.bytes);
    return option === null ? [] : [optionOf(widget, option)];
  });
}

function optionOf({ document }: Widget, option: Located): Option {
  if (option.value.kind !== "array") {
    const text = textIn(option) ?? "";
    return { exported: text, shown: text };
  }
  const [exported = "", shown = exported] = option.value.items.map(
    (item) => textIn(document.locate(item, option.bytes)) ?? "",
  );
  return { exported, shown };
}

function chosenValues(widget: Widget, options: readonly Option[]): string[] {
  const value = inherited(widget, "V");
  if (value?.value.kind === "array") {
    return value.value.items.map((item) => textIn(widget.document.locate(item, value.bytes)) ?? "");
  }
  const text = textIn(value);
  if (text !== null) {
    return [text];
  }
  return numbersOf(widget.document, inherited(widget, "I")).flatMap((index) => options[index]?.exported ?? []);
}
