"use client";

import { useTranslations } from "next-intl";
import { useEditor } from "@/components/editor/editor-context";
import { useShortName } from "@/components/editor/fields/use-action-text";
import { Notice } from "@/components/ui/notice";

const shownOverlaps = 3;

/** All pairs of overlapping fields, as text. */
export function OverlapList() {
  const t = useTranslations("editor.overlap");
  const { overlaps, signers } = useEditor();
  const shortName = useShortName(signers);
  if (overlaps.length === 0) return null;
  const hidden = overlaps.length - shownOverlaps;
  return (
    <Notice tone="warning">
      <p>{t("list", { count: overlaps.length })}</p>
      <ul className="mt-1 list-disc ps-4">
        {overlaps.slice(0, shownOverlaps).map(({ first, second }) => (
          <li key={`${first.key} ${second.key}`}>
            {t("pair", { first: shortName(first), second: shortName(second), page: first.page })}
          </li>
        ))}
      </ul>
      {hidden > 0 && <p>{t("more", { count: hidden })}</p>}
    </Notice>
  );
}

/** The overlaps of the selected field. */
export function OverlapOf({ fieldKey }: { fieldKey: string }) {
  const t = useTranslations("editor.overlap");
  const { overlaps, signers } = useEditor();
  const shortName = useShortName(signers);
  const found = overlaps.find(({ first, second }) => first.key === fieldKey || second.key === fieldKey);
  if (!found) return null;
  const other = found.first.key === fieldKey ? found.second : found.first;
  return <Notice tone="warning">{t("here", { other: shortName(other) })}</Notice>;
}
