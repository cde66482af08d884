import { useTranslations } from "next-intl";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { findOverlaps, remainingOverlaps, type Arrangement, type Overlap } from "@/components/editor/state/arrange";
import { signerOf, useEditor, type EditorSigner } from "@/components/editor/state/editor-context";
import type { EditorField } from "@/components/editor/state/editor-field";
import type { AddAction } from "@/components/editor/state/layout-state";
import { useAnnounce } from "@/components/ui/live-region";
import { Notice } from "@/components/ui/notice";

export interface ActionText {
  added: (action: AddAction, fields: readonly EditorField[]) => void;
  nothingAdded: () => void;
  removed: (action: "remove" | "cut", fields: readonly EditorField[]) => void;
  copied: (fields: readonly EditorField[]) => void;
  arranged: (how: Arrangement, count: number) => void;
}

/** Announces actions politely. The returned object is stable. */
export function useActionText(signers: readonly EditorSigner[]): ActionText {
  const t = useTranslations("editor");
  const announce = useAnnounce();
  const shortName = useShortName(signers);
  return useMemo(() => {
    const some = (fields: readonly EditorField[]): string => {
      const [first] = fields;
      return first && fields.length === 1 ? shortName(first) : t("field.several", { count: fields.length });
    };
    return {
      added: (action, fields) => {
        const pages = new Set(fields.map(({ page }) => page));
        if (action === "repeat") announce(t("announcements.repeated", { count: fields.length, pages: pages.size }));
        else announce(t("announcements.placed", { field: some(fields), page: fields[0]?.page ?? 0 }));
      },
      nothingAdded: () => announce(t("announcements.nothingAdded")),
      removed: (action, fields) =>
        announce(t(action === "cut" ? "announcements.cut" : "announcements.removed", { field: some(fields) })),
      copied: (fields) => announce(t("announcements.copied", { field: some(fields) })),
      arranged: (how, count) => announce(t("announcements.arranged", { how: t(`arrange.${nameOf(how)}`), count })),
    };
  }, [t, announce, shortName]);
}

type ArrangementName =
  | "alignLeft"
  | "alignCentre"
  | "alignRight"
  | "alignTop"
  | "alignMiddle"
  | "alignBottom"
  | "distributeAcross"
  | "distributeDown"
  | "sameWidth"
  | "sameHeight"
  | "sameSize";

const alignNames = {
  left: "alignLeft",
  centre: "alignCentre",
  right: "alignRight",
  top: "alignTop",
  middle: "alignMiddle",
  bottom: "alignBottom",
} as const;
const sizeNames = { width: "sameWidth", height: "sameHeight", both: "sameSize" } as const;

/** Message name of an arrangement. */
export function nameOf(how: Arrangement): ArrangementName {
  switch (how.kind) {
    case "align":
      return alignNames[how.to];
    case "distribute":
      return how.along === "across" ? "distributeAcross" : "distributeDown";
    case "size":
      return sizeNames[how.of];
  }
}

/** Formats points with at most two decimals. */
export function sayPoints(points: number): string {
  return String(Math.round(points * 100) / 100);
}

/** "Signature for Ana Silva, page 2, 120 from left, 640 from top, 150 by 50 points". */
export function useFieldName(signers: readonly EditorSigner[]): (field: EditorField) => string {
  const t = useTranslations("editor");
  return useCallback(
    (field) => {
      const { leftPt, topPt, widthPt, heightPt } = field.box;
      return t("field.name", {
        type: t(`types.${field.type}`),
        signer: signerOf(signers, field.signRequestId).name,
        page: field.page,
        left: sayPoints(leftPt),
        top: sayPoints(topPt),
        width: sayPoints(widthPt),
        height: sayPoints(heightPt),
      });
    },
    [t, signers],
  );
}

/** "Signature for Ana Silva". */
export function useShortName(
  signers: readonly EditorSigner[],
): (field: Pick<EditorField, "type" | "signRequestId">) => string {
  const t = useTranslations("editor");
  return useCallback(
    (field) =>
      t("field.short", { type: t(`types.${field.type}`), signer: signerOf(signers, field.signRequestId).name }),
    [t, signers],
  );
}

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

/** No warnings while a field is being moved. */
const pauseMs = 800;

/** Overlaps after a pause; a new one is announced. Those resolved by an edit or an undo disappear at once. */
export function useOverlaps(fields: readonly EditorField[]): readonly Overlap[] {
  const t = useTranslations("editor.overlap");
  const announce = useAnnounce();
  const [overlaps, setOverlaps] = useState<readonly Overlap[]>([]);
  const count = useRef(0);
  useEffect(() => {
    const timer = setTimeout(() => {
      const found = findOverlaps(fields);
      if (found.length > count.current) announce(t("announced", { count: found.length }));
      count.current = found.length;
      setOverlaps((before) => (before.length === 0 && found.length === 0 ? before : found));
    }, pauseMs);
    return () => clearTimeout(timer);
  }, [fields, announce, t]);
  return useMemo(() => {
    const left = remainingOverlaps(overlaps, fields);
    return left.length === overlaps.length ? overlaps : left;
  }, [overlaps, fields]);
}
