"use client";

import { clsx } from "clsx";
import { useTranslations } from "next-intl";
import type { MouseEvent } from "react";
import type { PageBox } from "@/components/pages/page-source";
import { signerOf, useEditor } from "./editor-context";
import type { EditorElement } from "./editor-element";
import { FieldBox } from "./field-box";
import { useBoxName } from "./use-box-words";

/** Names the text that explains the keys to screen readers; it stands once in the editor. */
export const boxHintId = "editor-box-hint";

/** Pages beside the visible one whose boxes a pointer may reach. */
const nearPages = 2;

interface PageLayerProps {
  page: PageBox;
  /** CSS pixels a point. */
  scale: number;
}

/** The boxes of one page, and the place where a click puts a new one. */
export function PageLayer({ page, scale }: PageLayerProps) {
  const t = useTranslations("editor.box");
  const { layout, tool, place, boxActs, selectedKey } = useEditor();
  const boxes = layout.elements.filter((element) => element.page === page.page);
  const click = (event: MouseEvent<HTMLDivElement>): void => {
    if (event.target !== event.currentTarget) return;
    if (!tool) {
      if (selectedKey) boxActs.select(null);
      return;
    }
    const sheet = event.currentTarget.getBoundingClientRect();
    place(tool, page.page, { xPt: (event.clientX - sheet.left) / scale, yPt: (event.clientY - sheet.top) / scale });
  };
  return (
    <div
      className={clsx("absolute inset-0", tool && "cursor-crosshair")}
      {...(boxes.length > 0 ? { role: "application", "aria-label": t("layer", { page: page.page }) } : {})}
      onClick={click}
    >
      {boxes.length > 0 && <PageBoxes boxes={boxes} page={page.page} scale={scale} />}
    </div>
  );
}

function PageBoxes({ boxes, page, scale }: { boxes: readonly EditorElement[]; page: number; scale: number }) {
  const { signers, selectedKey, tabStop, tool, isLocked, boxActs, visiblePage } = useEditor();
  const sayName = useBoxName(signers);
  const isNear = Math.abs(page - visiblePage) <= nearPages;
  return boxes.map((element) => (
    <FieldBox
      key={element.key}
      element={element}
      sayName={sayName}
      signer={signerOf(signers, element.signRequestId)}
      scale={scale}
      isSelected={element.key === selectedKey}
      isTabStop={element.key === tabStop}
      isNear={isNear}
      isLocked={isLocked}
      isPassed={tool !== null}
      hintId={boxHintId}
      acts={boxActs}
    />
  ));
}
