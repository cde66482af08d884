"use client";

import { useTranslations } from "next-intl";
import { UploadFindings } from "@/components/documents/upload-findings";
import { useEditor } from "@/components/editor/editor-context";
import { SuggestionsNotice } from "@/components/editor/suggestions/suggestions-notice";
import { Button } from "@/components/ui/button";
import { ButtonLink } from "@/components/ui/button-link";
import { Notice } from "@/components/ui/notice";
import { ProblemNotice } from "@/components/ui/problem-notice";
import type { UploadWire } from "@/lib/files/schema";
import { ConflictNotice } from "./conflict-notice";
import type { Saving } from "./use-saving";

interface EditorNoticesProps {
  fileUuid: string;
  /** The document was sent before the editor was opened. */
  isReleased: boolean;
  upload: UploadWire | undefined;
  saving: Saving;
}

/** What has to be known before anything else: locked, or not saved. */
export function EditorNotices({ fileUuid, isReleased, upload, saving }: EditorNoticesProps) {
  const t = useTranslations("editor");
  const { state } = saving;
  const open = <ButtonLink href={`/documents/${fileUuid}`}>{t("locked.open")}</ButtonLink>;
  return (
    <div className="flex flex-col gap-3 not-empty:border-b not-empty:border-hairline not-empty:p-3 max-lg:[&_:is(button,a)]:scroll-mt-32 max-lg:[&_:is(button,a)]:scroll-mb-[45dvh]">
      {upload && !isReleased && <UploadFindings upload={upload} reader="requester" isFolded />}
      {isReleased && (
        <Notice tone="info" action={open}>
          {t("locked.released")}
        </Notice>
      )}
      {state.kind === "closed" && (
        <Notice tone="warning" role="alert" action={open}>
          {t(state.problem.status === 404 ? "locked.gone" : "locked.meanwhile")}
        </Notice>
      )}
      <SuggestionsNotice fileUuid={fileUuid} />
      {state.kind === "conflict" && <ConflictNotice changes={state.changes} resolve={saving.resolve} />}
      {state.kind === "failed" && !state.isRetrying && (
        <>
          <ProblemNotice problem={state.problem} onRetry={saving.retry} />
          {state.key && <ShowField fieldKey={state.key} />}
        </>
      )}
    </div>
  );
}

function ShowField({ fieldKey }: { fieldKey: string }) {
  const t = useTranslations("editor.save");
  const { boxActs } = useEditor();
  return (
    <Button className="self-start" onClick={() => boxActs.focusBox(fieldKey)}>
      {t("show")}
    </Button>
  );
}
