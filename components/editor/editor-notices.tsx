"use client";

import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { ButtonLink } from "@/components/ui/button-link";
import { Notice } from "@/components/ui/notice";
import { ProblemNotice } from "@/components/ui/problem-notice";
import { useEditor } from "./editor-context";
import type { Saving } from "./use-saving";

interface EditorNoticesProps {
  fileUuid: string;
  /** The document was sent before the editor was opened. */
  isReleased: boolean;
  saving: Saving;
}

/** What has to be known before anything else: locked, or not saved. */
export function EditorNotices({ fileUuid, isReleased, saving }: EditorNoticesProps) {
  const t = useTranslations("editor");
  const { boxActs } = useEditor();
  const { state } = saving;
  const open = <ButtonLink href={`/documents/${fileUuid}`}>{t("locked.open")}</ButtonLink>;
  return (
    <div className="flex flex-col gap-3 not-empty:border-b not-empty:border-hairline not-empty:p-3">
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
    </div>
  );
}
