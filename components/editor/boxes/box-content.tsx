import { useTranslations } from "next-intl";
import type { EditorElement } from "@/components/editor/editor-element";
import { FieldIcon } from "./field-icon";

interface BoxContentProps {
  element: Pick<EditorElement, "type" | "label">;
  signerNumber: number;
  /** Size on the screen, in CSS pixels. */
  width: number;
  height: number;
}

/** What stands in a box: whose it is and what it takes, as much of it as there is room for. */
export function BoxContent({ element, signerNumber, width, height }: BoxContentProps) {
  const t = useTranslations("editor.types");
  const hasText = width >= 56 && height >= 20;
  return (
    <span className="pointer-events-none flex size-full items-center gap-1 overflow-hidden px-1.5 text-[0.75rem] leading-none text-paper-ink">
      {height >= 16 && width >= 36 && <span className="font-semibold tabular-nums">{signerNumber}</span>}
      <FieldIcon type={element.type} className="size-3.5 shrink-0" />
      {hasText && <bdi className="truncate">{element.label ?? t(element.type)}</bdi>}
    </span>
  );
}
