"use client";

import { WandSparkles } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { useEffect, useId, useState, type ReactNode } from "react";
import { asProblem, type ApiProblem } from "@/components/api/call";
import { ProblemNotice } from "@/components/api/problem-notice";
import { DismissibleFindings } from "@/components/documents/dismissible-findings";
import type { ConflictChoice, OthersChanges } from "@/components/editor/saving/save-state";
import { conflictNoticeId, type Saving } from "@/components/editor/saving/use-saving";
import { useEditor } from "@/components/editor/state/editor-context";
import { ownerOf, type Suggestion } from "@/components/editor/suggestions/suggestion";
import { suggestionHintId } from "@/components/editor/suggestions/suggestion-layer";
import { useSuggestions, type Unread } from "@/components/editor/suggestions/suggestions-context";
import { Button } from "@/components/ui/button";
import { useAnnounce } from "@/components/ui/live-region";
import { Notice } from "@/components/ui/notice";
import { ButtonLink } from "@/components/ui/page-link";
import type { UploadWire } from "@/lib/documents/schema";

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
    <div className="flex flex-col gap-3 not-empty:border-b not-empty:border-hairline not-empty:p-3 short:gap-1 short:not-empty:p-1 max-lg:[&_:is(button,a)]:scroll-mt-32 max-lg:[&_:is(button,a)]:scroll-mb-[45dvh]">
      {upload && !isReleased && <DismissibleFindings upload={upload} reader="requester" uuid={fileUuid} isFolded />}
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

/**
 * Shown when two people, or two windows, changed the same fields: lists the other changes and asks which to keep.
 * Nothing is lost before that.
 */
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

/**
 * "This PDF has a form with 12 fields", and "We found places for 3 fields": each is added in one press, reviewed one by
 * one, or dismissed.
 */
function SuggestionsNotice({ fileUuid }: { fileUuid: string }) {
  const t = useTranslations("editor.suggestions");
  const { open, form, unread, actions } = useSuggestions();
  const inText = open.filter(({ isOfForm }) => !isOfForm);
  const filled = form.filter(({ value }) => value !== null).length;
  useSaidOnce(form.length + inText.length);
  return (
    <>
      {form.length > 0 && (
        <Places
          fileUuid={fileUuid}
          label={t("labelForm")}
          places={form}
          title={(count) => t("foundForm", { count })}
          add={(count) => t("addForm", { count })}
          dismiss={t("keepForm")}
          onAdd={actions.acceptForm}
          onDismiss={actions.dismissForm}
        >
          {filled > 0 && <p>{t("filledForm", { count: filled })}</p>}
          {unread.formFieldsLeft > 0 && <p>{t("formLeft", { count: unread.formFieldsLeft })}</p>}
        </Places>
      )}
      {inText.length > 0 && (
        <Places
          fileUuid={fileUuid}
          label={t("label")}
          places={inText}
          title={(count) => t("found", { count })}
          add={(count) => t("addAll", { count })}
          dismiss={t("dismissAll")}
          onAdd={actions.acceptAll}
          onDismiss={actions.dismissAll}
        />
      )}
      {unread.unreadTags.length > 0 && <UnreadTags key={fileUuid} tags={unread.unreadTags} />}
      {open.length > 0 && (
        <p id={suggestionHintId} hidden>
          {t("hint")}
        </p>
      )}
    </>
  );
}

/** Tags of another service for things that no field can represent, such as a payment. */
function UnreadTags({ tags }: { tags: Unread["unreadTags"] }) {
  const t = useTranslations("editor.suggestions");
  const [isDismissed, setDismissed] = useState(false);
  if (isDismissed) return null;
  return (
    <Notice
      tone="warning"
      title={t("unread", { count: tags.length })}
      action={
        <Button variant="quiet" onClick={() => setDismissed(true)}>
          {t("unreadHide")}
        </Button>
      }
    >
      {t("unreadText")}{" "}
      {tags.map(({ page, text }, index) => (
        <span key={index}>
          {index > 0 && ", "}
          <bdi>{text}</bdi> ({t("onPage", { page })})
        </span>
      ))}
    </Notice>
  );
}

interface PlacesProps {
  fileUuid: string;
  label: string;
  places: readonly Suggestion[];
  title: (count: number) => string;
  add: (count: number) => string;
  dismiss: string;
  onAdd: () => unknown;
  onDismiss: () => unknown;
  children?: ReactNode;
}

function Places({ fileUuid, label, places, title, add, dismiss, onAdd, onDismiss, children }: PlacesProps) {
  const t = useTranslations("editor.suggestions");
  const { actions } = useSuggestions();
  const { signer } = useEditor();
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  const [isBusy, setBusy] = useState(false);
  const placeable = places.filter((suggestion) => ownerOf(suggestion, signer?.signRequestId ?? null) !== null);
  const unnamed = placeable.filter((suggestion) => suggestion.signer === null).length;
  const ofNobody = places.length - placeable.length;
  const isTemplate = fileUuid === "";
  const canReview = placeable.some(({ isOnPage }) => !isOnPage);
  function doing(work: () => unknown): void {
    setProblem(null);
    setBusy(true);
    void Promise.resolve(work())
      .catch((error: unknown) => setProblem(asProblem(error)))
      .finally(() => setBusy(false));
  }
  return (
    <section
      aria-label={label}
      className="flex flex-wrap items-center gap-x-6 gap-y-3 rounded-card bg-info-tint px-4 py-3 text-ui forced-colors:border short:gap-y-1 short:px-3 short:py-1"
    >
      <div className="min-w-0 flex-1 basis-72 short:basis-full short:[&>p]:me-2 short:[&>p]:inline">
        {placeable.length > 0 && <p className="font-semibold text-on-info-tint">{title(placeable.length)}</p>}
        {children}
        {unnamed > 0 && signer && <p>{t("unnamed", { count: unnamed, signer: signer.name })}</p>}
        {ofNobody > 0 && <p>{t(isTemplate ? "ofNoRole" : "ofNobody", { count: ofNobody })}</p>}
        {problem && <ProblemNotice problem={problem} />}
      </div>
      <div className="flex flex-wrap gap-2">
        {placeable.length > 0 && (
          <>
            <Button icon={<WandSparkles aria-hidden className="size-4" />} busy={isBusy} onClick={() => doing(onAdd)}>
              {add(placeable.length)}
            </Button>
            {canReview && (
              <Button
                onClick={() =>
                  actions.focus(
                    places.find(({ isOnPage }) => !isOnPage),
                    0,
                  )
                }
              >
                {t("oneByOne")}
              </Button>
            )}
          </>
        )}
        {placeable.length === 0 && !isTemplate && (
          <ButtonLink href={`/documents/${fileUuid}/signers`}>{t("addSigners")}</ButtonLink>
        )}
        <Button variant="quiet" onClick={() => doing(onDismiss)}>
          {dismiss}
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
    // oxlint-disable-next-line react/exhaustive-deps -- Not again for each that disappears.
  }, [isAny]);
}
