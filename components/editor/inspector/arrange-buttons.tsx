"use client";

import {
  AlignCenterHorizontal,
  AlignCenterVertical,
  AlignEndHorizontal,
  AlignEndVertical,
  AlignHorizontalSpaceAround,
  AlignStartHorizontal,
  AlignStartVertical,
  AlignVerticalSpaceAround,
  MoveHorizontal,
  MoveVertical,
  Scaling,
  type LucideIcon,
} from "lucide-react";
import { useTranslations } from "next-intl";
import { nameOf } from "@/components/editor/boxes/use-act-words";
import { useEditor } from "@/components/editor/editor-context";
import { fewestFor, type Arrangement } from "@/components/editor/layout/arrange";
import { IconButton } from "@/components/ui/icon-button";

const rows: readonly {
  title: "align" | "distribute" | "size";
  buttons: readonly (readonly [Arrangement, LucideIcon])[];
}[] = [
  {
    title: "align",
    buttons: [
      [{ kind: "align", to: "left" }, AlignStartVertical],
      [{ kind: "align", to: "centre" }, AlignCenterVertical],
      [{ kind: "align", to: "right" }, AlignEndVertical],
      [{ kind: "align", to: "top" }, AlignStartHorizontal],
      [{ kind: "align", to: "middle" }, AlignCenterHorizontal],
      [{ kind: "align", to: "bottom" }, AlignEndHorizontal],
    ],
  },
  {
    title: "distribute",
    buttons: [
      [{ kind: "distribute", along: "across" }, AlignHorizontalSpaceAround],
      [{ kind: "distribute", along: "down" }, AlignVerticalSpaceAround],
    ],
  },
  {
    title: "size",
    buttons: [
      [{ kind: "size", of: "width" }, MoveHorizontal],
      [{ kind: "size", of: "height" }, MoveVertical],
      [{ kind: "size", of: "both" }, Scaling],
    ],
  },
];

/** Brings the selected boxes in order. Sizes are those of the box that was selected last. */
export function ArrangeButtons() {
  const t = useTranslations("editor.arrange");
  const { boxActs, selected } = useEditor();
  const lead = selected.at(-1)?.key;
  if (lead === undefined) return null;
  return (
    <div data-arranges className="flex flex-wrap gap-x-4 gap-y-3">
      {rows.map(({ title, buttons }) => (
        <div key={title} role="group" aria-label={t(title)}>
          <p aria-hidden className="mb-1 text-caption text-muted">
            {t(title)}
          </p>
          <div className="flex gap-0.5">
            {buttons.map(([how, Icon]) => (
              <IconButton
                key={nameOf(how)}
                variant="secondary"
                className="pointer-coarse:size-11!"
                label={t(nameOf(how))}
                icon={<Icon />}
                disabled={selected.length < fewestFor(how)}
                onClick={() => boxActs.arrange(lead, how)}
              />
            ))}
          </div>
        </div>
      ))}
    </div>
  );
}
