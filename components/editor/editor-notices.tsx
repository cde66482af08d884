"use client";

import { useTranslations } from "next-intl";
import { Button, ButtonLink } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { ProblemNotice } from "@/components/ui/problem-notice";
import type { Overlap } from "./find-overlaps";
import { useEditor } from "./editor-context";
import { useShortName } from "./use-box-words";
import type { Saving } from "./use-saving";

interface EditorNoticesProps {
  fileUuid: string;
  /** The document was sent before the editor was opened. */
  isReleased: boolean;
  saving: Saving;
  overlaps: readonly Overlap[];
}

/** What has to be known above the pages: locked, not saved, overlapping. */
export function EditorNotices({ fileUuid, isReleased, saving, overlaps }: EditorNoticesProps) {
  const t = useTranslations("editor");
  const { boxActs } = useEditor();
  const { state } = saving;
  const open = <ButtonLink href={`/documents/${fileUuid}`}>{t("locked.open")}</ButtonLink>;
  return (
    <div className="flex flex-col gap-3 not-empty:mb-4">
      {isReleased && <Notice tone="info" action={open}>{t("locked.released")}</Notice>}
      {state.kind === "closed" && (
        <Notice tone="warning" role="alert" action={open}>{t(state.problem.status === 404 ? "locked.gone" : "locked.meanwhile")}</Notice>
      )}
      {state.kind === "failed" && !state.isRetrying && (
        <>
          <ProblemNotice problem={state.problem} onRetry={saving.retry} />
          <Button className="self-start" onClick={() => boxActs.focusBox(state.key)}>{t("save.show")}</Button>
        </>
      )}
      {overlaps.length > 0 && <OverlapNotice overlaps={overlaps} />}
    </div>
  );
}

const shownOverlaps = 3;

function OverlapNotice({ overlaps }: { overlaps: readonly Overlap[] }) {
  const t = useTranslations("editor");
  const { signers } = useEditor();
  const shortName = useShortName(signers);
  const hidden = overlaps.length - shownOverlaps;
  return (
    <Notice tone="warning" role="status">
      <p>{t("overlap", { count: overlaps.length })}</p>
      <ul className="mt-1 list-disc pl-4">
        {overlaps.slice(0, shownOverlaps).map(({ first, second }) => (
          <li key={`${first.key} ${second.key}`}>{t("overlapPair", { first: shortName(first), second: shortName(second), page: first.page })}</li>
        ))}
      </ul>
      {hidden > 0 && <p>{t("overlapMore", { count: hidden })}</p>}
    </Notice>
  );
}
