"use client";

import { WandSparkles } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { useEffect, useId } from "react";
import { UploadFindings } from "@/components/documents/upload-findings";
import { useEditor } from "@/components/editor/editor-context";
import { ownerOf } from "@/components/editor/suggestions/suggestion";
import { suggestionHintId } from "@/components/editor/suggestions/suggestion-layer";
import { useSuggestions } from "@/components/editor/suggestions/suggestions-context";
import { Button, ButtonLink } from "@/components/ui/button";
import { useAnnounce } from "@/components/ui/live-region";
import { Notice } from "@/components/ui/notice";
import { ProblemNotice } from "@/components/ui/problem-notice";
import type { UploadWire } from "@/lib/documents/schema";
import type { ConflictChoice, OthersChanges } from "./merge-fields";
import { conflictNoticeId, type Saving } from "./use-saving";

interface EditorNoticesProps {
  fileUuid: string;
  /** The document was sent before the editor opened. */
  isReleased: boolean;
  upload: UploadWire | undefined;
  saving: Saving;
}

/** The most important notice: locked, or not saved. */
export function EditorNotices({ fileUuid, isReleased, upload, saving }: EditorNoticesProps) {
  const t = useTranslations("editor");
  const { state } = saving;
  const open = <ButtonLink href={`/documents/${fileUuid}`}>{t("locked.open")}</ButtonLink>;
  return (
    <div className="flex flex-col gap-3 not-empty:border-b not-empty:border-hairline not-empty:p-3 max-lg:[&_:is(button,a)]:scroll-mt-32 max-lg:[&_:is(button,a)]:scroll-mb-[45dvh]">
      {upload && !isReleased && <UploadFindings upload={upload} reader="requester" dismissFor={fileUuid} isFolded />}
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
      {saving.draft && !isReleased && <DraftNotice draft={saving.draft} />}
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

/** Offers the unsaved changes of a tab that crashed or was closed. */
function DraftNotice({ draft }: { draft: NonNullable<Saving["draft"]> }) {
  const t = useTranslations("editor.draft");
  const format = useFormatter();
  const { run } = useEditor();
  return (
    <Notice
      tone="info"
      role="status"
      title={t("title", { time: format.dateTime(draft.at, { dateStyle: "medium", timeStyle: "short" }) })}
      action={
        <>
          <Button variant="primary" onClick={() => run({ kind: "replace", fields: draft.restore() })}>
            {t("restore")}
          </Button>
          <Button onClick={draft.discard}>{t("discard")}</Button>
        </>
      }
    >
      {t("text")}
    </Notice>
  );
}

function ShowField({ fieldKey }: { fieldKey: string }) {
  const t = useTranslations("editor.save");
  const { fieldActions } = useEditor();
  return (
    <Button className="self-start" onClick={() => fieldActions.focusField(fieldKey)}>
      {t("show")}
    </Button>
  );
}

interface ConflictNoticeProps {
  changes: OthersChanges;
  resolve: Saving["resolve"];
}

const choices = ["both", "theirs", "mine"] as const satisfies readonly ConflictChoice[];

/** Shown when two people, or two windows, changed the same fields: lists the other changes and asks which to keep. Nothing is lost before that. */
function ConflictNotice({ changes, resolve }: ConflictNoticeProps) {
  const t = useTranslations("editor.conflict");
  const list = useFormatter().list;
  const announce = useAnnounce();
  const hint = useId();
  const { run, fieldActions } = useEditor();
  function choose(choice: ConflictChoice): void {
    const kept = resolve(choice);
    if (!kept) return;
    run({ kind: "replace", fields: kept });
    fieldActions.leave();
    announce(t(`done.${choice}`, { count: kept.length }));
  }
  const done = (["added", "changed", "removed"] as const)
    .filter((what) => changes[what] > 0)
    .map((what) => t(`changes.${what}`, { count: changes[what] }));
  return (
    <div id={conflictNoticeId} tabIndex={-1} className="rounded-card">
      <Notice
        tone="warning"
        role="alert"
        title={t("title", { changes: list(done) })}
        action={choices.map((choice) => (
          <Button
            key={choice}
            variant={choice === "both" ? "primary" : "secondary"}
            aria-describedby={`${hint}-${choice}`}
            onClick={() => choose(choice)}
          >
            {t(`choose.${choice}`)}
          </Button>
        ))}
      >
        <p>{t("notSaved")}</p>
        <ul className="mt-1 list-disc ps-4">
          {choices.map((choice) => (
            <li key={choice} id={`${hint}-${choice}`}>
              {t(`means.${choice}`)}
            </li>
          ))}
        </ul>
      </Notice>
    </div>
  );
}

/** "The document has places for 12 fields": add all, review one by one, or dismiss. */
function SuggestionsNotice({ fileUuid }: { fileUuid: string }) {
  const t = useTranslations("editor.suggestions");
  const { open, actions } = useSuggestions();
  const { signer } = useEditor();
  const placeable = open.filter((suggestion) => ownerOf(suggestion, signer?.signRequestId ?? null) !== null);
  const unnamed = placeable.filter((suggestion) => suggestion.signer === null).length;
  const ofNobody = open.length - placeable.length;
  const ofForm = placeable.filter(({ isOfForm }) => isOfForm).length;
  const isForm = ofForm > 0 && ofForm === placeable.length;
  useSaidOnce(placeable.length);
  if (open.length === 0) return null;
  return (
    <section
      aria-label={t("label")}
      className="flex flex-wrap items-center gap-x-6 gap-y-3 rounded-card bg-info-tint px-4 py-3 text-ui forced-colors:border"
    >
      <div className="min-w-0 flex-1 basis-72">
        {placeable.length > 0 && (
          <p className="font-semibold text-on-info-tint">
            {t(isForm ? "foundForm" : "found", { count: placeable.length })}
          </p>
        )}
        {unnamed > 0 && signer && <p>{t("unnamed", { count: unnamed, signer: signer.name })}</p>}
        {ofNobody > 0 && <p>{t("ofNobody", { count: ofNobody })}</p>}
        <p id={suggestionHintId} hidden>
          {t("hint")}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        {placeable.length > 0 && (
          <>
            <Button
              variant="primary"
              icon={<WandSparkles aria-hidden className="size-4" />}
              onClick={actions.acceptAll}
            >
              {t(isForm ? "addForm" : "addAll", { count: placeable.length })}
            </Button>
            <Button onClick={() => actions.focus()}>{t("oneByOne")}</Button>
          </>
        )}
        {placeable.length === 0 && <ButtonLink href={`/documents/${fileUuid}/signers`}>{t("addSigners")}</ButtonLink>}
        <Button variant="quiet" onClick={actions.dismissAll}>
          {t(isForm ? "keepForm" : "dismissAll")}
        </Button>
      </div>
    </section>
  );
}

/** Announces new suggestions once. Later actions announce themselves. */
function useSaidOnce(count: number): void {
  const t = useTranslations("editor.suggestions");
  const announce = useAnnounce();
  const isAny = count > 0;
  useEffect(() => {
    if (isAny) announce(t("found", { count }));
    // eslint-disable-next-line react-hooks/exhaustive-deps -- Not again for each that goes.
  }, [isAny]);
}
