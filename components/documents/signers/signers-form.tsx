"use client";

import { ArrowRight } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRef, useState, type FormEvent } from "react";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { PageHeader } from "@/components/ui/page-header";
import { ProblemNotice } from "@/components/ui/problem-notice";
import { TextInput } from "@/components/ui/text-input";
import type { FileWire } from "@/lib/file-views/schema";
import { RequestSteps } from "../request-steps";
import { DeadlineSelect } from "./deadline-select";
import { entriesOf, isInOrder, type DraftValues } from "./draft-changes";
import { SaveStatus } from "./save-status";
import { emptyEntry, entryProblems, isBlank, type EntryProblem } from "./signer-entry";
import type { SignMethodName } from "./signer-fields";
import { SignersCard } from "./signers-card";
import { useLeaveWarning } from "./use-leave-warning";
import { useRequestDraft } from "./use-request-draft";

interface SignersFormProps {
  file: Pick<FileWire, "uuid" | "fileId" | "name" | "expiresAt" | "signers">;
  methods: readonly SignMethodName[];
  me: { email: string; displayName: string };
}

/** First step of a request: what it is called, who signs, until when. Saved while it is filled in. */
export function SignersForm({ file, methods, me }: SignersFormProps) {
  const words = useTranslations("documents.signers");
  const form = useRef<HTMLFormElement>(null);
  const [first] = useState(() => firstValues(file));
  const { values, saveState, fields, change, save } = useRequestDraft(file, first);
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set());
  const [isLeaving, setLeaving] = useState(false);
  const [isNobody, setNobody] = useState(false);
  const problems = shownProblems(values, seen, isNobody);
  const isHeldUp = entryProblems(values.entries).size > 0;
  useLeaveWarning(isHeldUp);

  async function goOn(event: FormEvent) {
    event.preventDefault();
    const isEmpty = values.entries.every(isBlank);
    const wrong = isEmpty ? values.entries[0]?.key : entryProblems(values.entries).keys().next().value;
    setNobody(isEmpty);
    setSeen(new Set(values.entries.map((entry) => entry.key)));
    if (wrong !== undefined) return form.current?.querySelector<HTMLElement>(`[data-entry="${wrong}"]`)?.focus();
    if (values.title.trim() === "") return form.current?.querySelector<HTMLElement>("[name=title]")?.focus();
    setLeaving(true);
    // A whole load: coming Back asks for the page anew, where the router's copy would bring back signers as they were before.
    if (await save()) window.location.assign(`/documents/${file.uuid}/edit`);
    else setLeaving(false);
  }

  return (
    <form ref={form} noValidate onSubmit={(event) => void goOn(event)} className="max-w-240">
      <RequestSteps uuid={file.uuid} current="signers" />
      <PageHeader title={words("title")} meta={<SaveStatus state={saveState} isHeldUp={isHeldUp} />} />
      <div className="flex flex-col gap-6">
        {saveState.kind === "failed" && <ProblemNotice problem={saveState.problem} onRetry={() => void save()} />}
        <TextInput
          label={words("name_of_document")}
          name="title"
          maxLength={255}
          autoComplete="off"
          value={values.title}
          onChange={(event) => change({ title: event.target.value })}
          error={values.title.trim() === "" && words("titleMissing")}
        />
        <SignersCard
          entries={values.entries}
          fields={fields}
          problems={problems}
          methods={methods}
          isInOrder={values.inOrder && values.entries.length > 1}
          me={me}
          onChange={(entries) => {
            setNobody(false);
            setSeen(new Set([...seen, ...pasted(values.entries, entries)]));
            change({ entries });
          }}
          onLeave={(key) => setSeen(new Set([...seen, key]))}
        />
        {values.entries.length > 1 && (
          <Checkbox
            label={words("inOrder.label")}
            hint={words("inOrder.hint")}
            checked={values.inOrder}
            onChange={(event) => change({ inOrder: event.target.checked })}
          />
        )}
        <DeadlineSelect value={values.expiresAt} onChange={(expiresAt) => change({ expiresAt })} />
        <div className="flex flex-wrap justify-end gap-2">
          <Button type="submit" variant="primary" busy={isLeaving}>
            {words("place")}
            <ArrowRight aria-hidden className="size-4" />
          </Button>
        </div>
      </div>
    </form>
  );
}

function firstValues({ name, signers, expiresAt }: SignersFormProps["file"]): DraftValues {
  const entries = entriesOf(signers);
  // Server and browser both make this row, so its key must not be a random one.
  return {
    title: name,
    entries: entries.length > 0 ? entries : [{ ...emptyEntry(), key: "first" }],
    inOrder: isInOrder(signers),
    expiresAt,
  };
}

/** Rows that came with an address: nobody is typing in them. */
function pasted(before: DraftValues["entries"], after: DraftValues["entries"]): string[] {
  return after.filter((entry) => !isBlank(entry) && before.every(({ key }) => key !== entry.key)).map(({ key }) => key);
}

/** A duplicate is said at once; an address is not called wrong while it is being typed. */
function shownProblems(
  { entries }: DraftValues,
  seen: ReadonlySet<string>,
  isNobody: boolean,
): Map<string, EntryProblem> {
  const [firstEntry] = entries;
  if (isNobody && firstEntry) return new Map([[firstEntry.key, "required"]]);
  return new Map([...entryProblems(entries)].filter(([key, problem]) => problem === "duplicate" || seen.has(key)));
}
