"use client";

import { ArrowRight, CircleAlert, CloudCheck } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState, type FormEvent } from "react";
import { ProblemNotice } from "@/components/api/problem-notice";
import { DraftFiles } from "@/components/documents/files/draft-files";
import { DocumentPreview } from "@/components/documents/preview/document-preview";
import { RequestSteps } from "@/components/documents/request-steps";
import type { PageBox } from "@/components/pages/page-source";
import { ReminderFields, ReminderSummary } from "@/components/reminders/reminder-fields";
import { SignatureOptionsPart } from "@/components/signature-options/signature-options";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Checkbox, Select, TextInput } from "@/components/ui/inputs";
import { PageHeader } from "@/components/ui/page-header";
import { Spinner } from "@/components/ui/progress";
import { useTimeFormat } from "@/components/ui/time";
import type { ReminderPlan } from "@/lib/context/settings/schema";
import { dayMs } from "@/lib/platform/locale/format";
import { hasValidAppearance, type SignatureOptions } from "@/lib/platform/signature-appearance";
import type { FileWire } from "@/lib/views/schema";
import { entriesOf, isInOrder, type DraftValues } from "./draft-changes";
import { emptyEntry, entryProblems, isBlank, type EntryProblem } from "./signer-entry";
import type { SignMethodName, WayToOpen } from "./signer-fields";
import { SignersCard } from "./signers-card";
import { SigningOrder } from "./signing-order";
import { useRequestDraft, type SaveState } from "./use-request-draft";

interface SignersFormProps {
  file: Pick<
    FileWire,
    | "uuid"
    | "fileId"
    | "name"
    | "files"
    | "sha256"
    | "expiresAt"
    | "allowDelegation"
    | "signatureOptions"
    | "signers"
    | "visibleElements"
  >;
  /** The largest PDF. */
  maxBytes: number;
  /** Empty if the stored bytes are damaged. */
  pages: readonly PageBox[];
  methods: readonly SignMethodName[];
  /** How signers may open the document, the default first. */
  waysToOpen: readonly WayToOpen[];
  /** The largest attachment that the service accepts. */
  attachmentBytes: number;
  me: { email: string; displayName: string };
  reminders: ReminderPlan;
  /** Reminders to a signer that the operator allows. */
  mostReminders: number;
  /** The service's signature options. */
  standardOptions: SignatureOptions;
  hasLogo: boolean;
}

/** First step of a request: title, signers and deadline. Saves while it is filled in. */
export function SignersForm({
  file,
  maxBytes,
  pages,
  methods,
  waysToOpen,
  attachmentBytes,
  me,
  reminders,
  mostReminders,
  standardOptions,
  hasLogo,
}: SignersFormProps) {
  const t = useTranslations("documents.signers");
  const delegation = useTranslations("documents.delegation");
  const form = useRef<HTMLFormElement>(null);
  const [first] = useState(() => firstValues(file, reminders));
  const { values, saveState, fields, change, save } = useRequestDraft(file, first);
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set());
  const [isLeaving, setLeaving] = useState(false);
  const [isNobody, setNobody] = useState(false);
  const problems = shownProblems(values, seen, isNobody);
  const isHeldUp = entryProblems(values.entries).size > 0 || !hasValidAppearance(values.signatureOptions);
  useLeaveWarning(isHeldUp);

  async function goOn(event: FormEvent) {
    event.preventDefault();
    const isEmpty = values.entries.every(isBlank);
    const wrong = isEmpty ? values.entries[0]?.key : entryProblems(values.entries).keys().next().value;
    setNobody(isEmpty);
    setSeen(new Set(values.entries.map((entry) => entry.key)));
    if (wrong !== undefined) return form.current?.querySelector<HTMLElement>(`[data-entry="${wrong}"]`)?.focus();
    if (values.title.trim() === "") return form.current?.querySelector<HTMLElement>("[name=title]")?.focus();
    if (!hasValidAppearance(values.signatureOptions))
      return form.current?.querySelector<HTMLElement>("[name=lines]")?.focus();
    setLeaving(true);
    // A full page load: on Back, the router's copy would show outdated signers.
    if (await save()) window.location.assign(`/documents/${file.uuid}/edit`);
    else setLeaving(false);
  }

  return (
    <form ref={form} noValidate onSubmit={(event) => void goOn(event)} data-wide>
      <RequestSteps uuid={file.uuid} current="signers" className="mb-4" />
      <PageHeader
        title={t("title")}
        meta={<SaveStatus state={saveState} heldUp={isHeldUp ? (problems.size > 0 ? "marked" : "typing") : null} />}
      />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,1fr)_24rem] xl:grid-cols-[minmax(0,1fr)_28rem]">
        <div className="flex min-w-0 flex-col gap-6">
          {saveState.kind === "failed" && <ProblemNotice problem={saveState.problem} onRetry={() => void save()} />}
          <TextInput
            label={t("name_of_document")}
            name="title"
            maxLength={255}
            autoComplete="off"
            value={values.title}
            onChange={(event) => change({ title: event.target.value })}
            error={values.title.trim() === "" && t("titleMissing")}
          />
          <DraftFiles file={file} maxBytes={maxBytes} />
          <SignersCard
            entries={values.entries}
            fields={fields}
            problems={problems}
            methods={methods}
            waysToOpen={waysToOpen}
            attachmentBytes={attachmentBytes}
            isInOrder={values.inOrder && values.entries.length > 1}
            me={me}
            onChange={(entries) => {
              setNobody(false);
              setSeen(new Set([...seen, ...pasted(values.entries, entries)]));
              change({ entries });
            }}
            onLeave={(key) => setSeen(new Set([...seen, key]))}
          />
          <Card title={t("rules")}>
            <div className="flex flex-col gap-5">
              {values.entries.length > 1 && (
                <Checkbox
                  label={t("inOrder.label")}
                  hint={t("inOrder.hint")}
                  checked={values.inOrder}
                  onChange={(event) => change({ inOrder: event.target.checked })}
                />
              )}
              {values.inOrder && values.entries.length > 1 && (
                <SigningOrder
                  entries={values.entries}
                  nameOf={({ name, email }, number) => name.trim() || email.trim() || t("signer", { number })}
                  onChange={(entries) => change({ entries })}
                />
              )}
              <Checkbox
                label={delegation("label")}
                hint={delegation("hint")}
                checked={values.allowDelegation}
                onChange={(event) => change({ allowDelegation: event.target.checked })}
              />
              <DeadlineSelect value={values.expiresAt} onChange={(expiresAt) => change({ expiresAt })} />
            </div>
          </Card>
          <RemindersPart
            plan={values.reminders}
            most={mostReminders}
            onChange={(plan) => change({ reminders: plan })}
          />
          <SignatureOptionsPart
            standard={standardOptions}
            hasLogo={hasLogo}
            options={values.signatureOptions}
            onChange={(signatureOptions) => change({ signatureOptions })}
          />
          <div className="flex flex-wrap justify-end gap-2">
            <Button type="submit" variant="primary" busy={isLeaving}>
              {t("place")}
              <ArrowRight aria-hidden className="size-4" />
            </Button>
          </div>
        </div>
        {pages.length > 0 && (
          <DocumentPreview
            file={file}
            pages={pages}
            hasText
            className="max-h-[60dvh] lg:sticky lg:top-4 lg:max-h-[calc(100dvh-2rem)]"
          />
        )}
      </div>
    </form>
  );
}

function firstValues(
  { name, signers, expiresAt, allowDelegation, signatureOptions }: SignersFormProps["file"],
  reminders: ReminderPlan,
): DraftValues {
  const entries = entriesOf(signers);
  // Server and browser both create this row, so its key must not be random.
  return {
    title: name,
    entries: entries.length > 0 ? entries : [{ ...emptyEntry(), key: "first" }],
    inOrder: isInOrder(signers),
    expiresAt,
    reminders,
    allowDelegation: allowDelegation ?? false,
    signatureOptions: signatureOptions ?? null,
  };
}

/** Closed at first, because most requests use the instance's plan. */
function RemindersPart(props: { plan: ReminderPlan; most: number; onChange: (plan: ReminderPlan) => void }) {
  const t = useTranslations("reminders");
  return (
    <details className="rounded-card border border-hairline bg-surface">
      <summary className="min-h-11 px-4 py-3 text-ui sm:px-5">
        <span className="font-medium">{t("title")}</span>
        <span className="block text-muted">
          <ReminderSummary plan={props.plan} />
        </span>
      </summary>
      <div className="flex flex-col gap-4 px-4 pt-1 pb-5 sm:px-5">
        <ReminderFields {...props} />
        <p className="text-caption text-muted">{t("hours")}</p>
      </div>
    </details>
  );
}

/** New rows with an address, which come from pasting and not from typing. */
function pasted(before: DraftValues["entries"], after: DraftValues["entries"]): string[] {
  return after.filter((entry) => !isBlank(entry) && before.every(({ key }) => key !== entry.key)).map(({ key }) => key);
}

/** Shows a duplicate at once, but no invalid address while it is being typed. */
function shownProblems(
  { entries }: DraftValues,
  seen: ReadonlySet<string>,
  isNobody: boolean,
): Map<string, EntryProblem> {
  const [firstEntry] = entries;
  if (isNobody && firstEntry) return new Map([[firstEntry.key, "required"]]);
  return new Map([...entryProblems(entries)].filter(([key, problem]) => problem === "duplicate" || seen.has(key)));
}

/** Makes the browser ask before the page is closed or reloaded with unsaved content. */
function useLeaveWarning(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [isUnsaved]);
}

/**
 * Whether the form is saved. `heldUp`: a row is not saved, because it has an error or its address is still being typed.
 */
function SaveStatus({ state, heldUp }: { state: SaveState; heldUp: "marked" | "typing" | null }) {
  const [t, times] = [useTranslations("documents.save"), useTimeFormat()];
  return (
    <span role="status" className="inline-flex min-h-5 items-center gap-1.5">
      {content()}
    </span>
  );

  function content() {
    if (heldUp === "typing" && state.kind !== "failed") return t("typing");
    if (heldUp === "marked" && state.kind !== "failed")
      return (
        <>
          <CircleAlert aria-hidden className="size-4 text-warning" />
          {t("heldUp")}
        </>
      );
    switch (state.kind) {
      case "untouched":
        return t("untouched");
      case "saving":
        return (
          <>
            <Spinner />
            {t("saving")}
          </>
        );
      case "saved":
        return (
          <>
            <CloudCheck aria-hidden className="size-4" />
            {t("saved", { time: times.clock(state.at) })}
          </>
        );
      case "failed":
        return (
          <>
            <CircleAlert aria-hidden className="size-4 text-danger" />
            {t("failed")}
          </>
        );
    }
  }
}

const standardDays = 30;
const offered = [3, 7, 14, 60, 90, 180, 365];

interface DeadlineSelectProps {
  /** ISO 8601; null for the default. */
  value: string | null;
  onChange: (expiresAt: string) => void;
}

/** The deadline for all signers. A deadline can be moved but not removed: the default then counts from today. */
function DeadlineSelect({ value, onChange }: DeadlineSelectProps) {
  const t = useTranslations("documents.deadline");
  const times = useTimeFormat();
  const [storedDeadline] = useState(value);
  const [days, setDays] = useState<string>(value === null ? "standard" : "unchanged");
  const options = [
    ...(storedDeadline === null
      ? []
      : [{ value: "unchanged", label: t("kept", { date: times.time(storedDeadline) }) }]),
    { value: "standard", label: t("standard", { count: standardDays }) },
    ...offered.map((count) => ({ value: String(count), label: t("days", { count }) })),
  ];

  function choose(chosen: string) {
    setDays(chosen);
    if (chosen === "unchanged" && storedDeadline !== null) onChange(storedDeadline);
    else if (value !== null || chosen !== "standard")
      onChange(new Date(Date.now() + (Number(chosen) || standardDays) * dayMs).toISOString());
  }

  return (
    <Select
      label={t("label")}
      required={false}
      hint={t("hint")}
      className="max-w-100"
      options={options}
      value={days}
      onChange={(event) => choose(event.target.value)}
    />
  );
}
