"use client";

import { useTranslations } from "next-intl";
import { useEditor } from "@/components/editor/editor-context";
import type { EditorElement } from "@/components/editor/editor-element";
import { roundPt, smallestSidePt } from "@/lib/geometry/fit-box";
import { NumberField } from "./number-field";

/** Page, place and size of a box in numbers: the same as the API's `coordinates`. */
export function PlaceFields({ element: { key, page, box } }: { element: EditorElement }) {
  const t = useTranslations("editor.inspector");
  const {
    layout,
    boxActs: { run },
    isLocked,
  } = useEditor();
  const size = layout.pages[page - 1] ?? { widthPt: 0, heightPt: 0 };
  const points = { decimals: 2, disabled: isLocked } as const;
  return (
    <div className="flex flex-col gap-2">
      <div className="grid grid-cols-2 gap-3">
        <NumberField
          label={t("left")}
          {...points}
          min={0}
          max={roundPt(size.widthPt - box.widthPt)}
          value={box.leftPt}
          onCommit={(leftPt) => run({ kind: "move", key, leftPt })}
        />
        <NumberField
          label={t("top")}
          {...points}
          min={0}
          max={roundPt(size.heightPt - box.heightPt)}
          value={box.topPt}
          onCommit={(topPt) => run({ kind: "move", key, topPt })}
        />
        <NumberField
          label={t("width")}
          {...points}
          min={smallestSidePt}
          max={roundPt(size.widthPt - box.leftPt)}
          value={box.widthPt}
          onCommit={(widthPt) => run({ kind: "resize", key, box: { widthPt } })}
        />
        <NumberField
          label={t("height")}
          {...points}
          min={smallestSidePt}
          max={roundPt(size.heightPt - box.topPt)}
          value={box.heightPt}
          onCommit={(heightPt) => run({ kind: "resize", key, box: { heightPt } })}
        />
        <NumberField
          label={t("page")}
          decimals={0}
          disabled={isLocked}
          min={1}
          max={layout.pages.length}
          value={page}
          onCommit={(next) => run({ kind: "move", key, page: next })}
        />
      </div>
      <p className="text-caption text-muted">{t("points")}</p>
    </div>
  );
}
