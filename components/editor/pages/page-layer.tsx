"use client";

import { clsx } from "clsx";
import { useTranslations } from "next-intl";
import { useRef, type MouseEvent } from "react";
import { FieldBox } from "@/components/editor/boxes/field-box";
import { isAdding } from "@/components/editor/boxes/gesture";
import { useBoxName } from "@/components/editor/boxes/use-box-words";
import { signerOf, useEditor } from "@/components/editor/editor-context";
import type { EditorElement } from "@/components/editor/editor-element";
import { useMarquee } from "@/components/editor/selection/use-marquee";
import { GuideLines } from "@/components/editor/snapping/guide-lines";
import type { PageBox } from "@/components/pages/page-source";

/** Names the text that explains the keys to screen readers; it stands once in the editor. */
export const boxHintId = "editor-box-hint";

/** Pages beside the visible one whose boxes a pointer may reach. */
const nearPages = 2;

interface PageLayerProps {
  page: PageBox;
  /** CSS pixels a point. */
  scale: number;
}

/** The boxes of one page, and the paper: a click puts a new box there, a frame that is drawn on it selects. */
export function PageLayer({ page, scale }: PageLayerProps) {
  const t = useTranslations("editor.box");
  const { layout, tool, place, boxActs, isLocked } = useEditor();
  const frame = useRef<HTMLDivElement>(null);
  const { onPointerDown, wasDrawn } = useMarquee(frame, { page: page.page, scale });
  const boxes = layout.elements.filter((element) => element.page === page.page);
  const click = (event: MouseEvent<HTMLDivElement>): void => {
    if (event.target !== event.currentTarget || wasDrawn()) return;
    if (!tool) {
      if (!isAdding(event)) boxActs.leave();
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
      {...(tool || isLocked || boxes.length === 0 ? {} : { onPointerDown })}
    >
      {boxes.length > 0 && <PageBoxes boxes={boxes} page={page.page} scale={scale} />}
      <div
        ref={frame}
        hidden
        className="pointer-events-none absolute z-20 border border-paper-primary bg-paper-primary/10"
      />
      <GuideLines page={page.page} scale={scale} />
    </div>
  );
}

function PageBoxes({ boxes, page, scale }: { boxes: readonly EditorElement[]; page: number; scale: number }) {
  const { signers, selection, tabStop, tool, isLocked, boxActs, visiblePage } = useEditor();
  const sayName = useBoxName(signers);
  const isNear = Math.abs(page - visiblePage) <= nearPages;
  return boxes.map((element) => (
    <FieldBox
      key={element.key}
      element={element}
      sayName={sayName}
      signer={signerOf(signers, element.signRequestId)}
      scale={scale}
      isSelected={selection.keys.includes(element.key)}
      isAlone={selection.keys.length === 1 && selection.keys[0] === element.key}
      isTabStop={element.key === tabStop}
      isNear={isNear}
      isLocked={isLocked}
      isPassed={tool !== null}
      hintId={boxHintId}
      acts={boxActs}
    />
  ));
}
