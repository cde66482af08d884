"use client";

import { CircleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { useId, useRef, useState, type FormEvent } from "react";
import {
  emptyRequest,
  offeredCounts,
  requestProblems,
  sizesUpTo,
  type RequestEntry,
} from "@/components/documents/signers/signer-entry";
import { FormDialog } from "@/components/ui/dialog";
import { Checkbox, controlLook, Field, Select, TextInput } from "@/components/ui/inputs";
import { attachmentTypeNames } from "@/lib/documents/attachments/type-choices";
import { byteLimit } from "@/lib/platform/locale/format";

interface RequestDialogProps {
  /** Null for a new request. */
  request: RequestEntry | null;
  /** Labels of the other requests of the person. */
  others: readonly string[];
  maxBytes: number;
  onClose: () => void;
  onDone: (request: RequestEntry) => void;
}

/** One requested file: name, instructions, accepted types, size and number. */
export function RequestDialog({ request, others, maxBytes, onClose, onDone }: RequestDialogProps) {
  const t = useTranslations("attachments.request");
  const name = useRef<HTMLInputElement>(null);
  const [value, setValue] = useState(() => request ?? emptyRequest(maxBytes));
  const [isShown, setShown] = useState(false);
  const problems = requestProblems(value, others);
  const change = (changes: Partial<RequestEntry>) => setValue({ ...value, ...changes });
  const labelProblem = problems.find((problem) => problem !== "typesMissing");

  function submit(event: FormEvent) {
    event.preventDefault();
    // React's events bubble through the portal to the form around the list.
    event.stopPropagation();
    setShown(true);
    if (problems.length === 0) return onDone({ ...value, label: value.label.trim(), help: value.help?.trim() || null });
    if (labelProblem) name.current?.focus();
  }

  return (
    <FormDialog
      onOpenChange={onClose}
      title={t(request ? "dialog.edit" : "dialog.add")}
      fillsPhone
      initialFocus={name}
      cancelLabel={t("cancel")}
      submitLabel={t("done")}
      form={{ noValidate: true, onSubmit: submit }}
    >
      <TextInput
        ref={name}
        label={t("label")}
        hint={t("labelHint")}
        required
        maxLength={100}
        autoComplete="off"
        value={value.label}
        error={isShown && labelProblem && t(labelProblem)}
        onChange={(event) => change({ label: event.target.value })}
      />
      <Field label={t("help")} required={false}>
        {(ids) => (
          <textarea
            {...ids}
            rows={2}
            maxLength={500}
            value={value.help ?? ""}
            onChange={(event) => change({ help: event.target.value })}
            className={controlLook("app", "h-auto! py-2")}
          />
        )}
      </Field>
      <Checkbox
        label={t("required")}
        hint={t("requiredHint")}
        checked={value.required}
        onChange={(event) => change({ required: event.target.checked })}
      />
      <TypeChoice
        types={value.types}
        problem={isShown && problems.includes("typesMissing")}
        onChange={(types) => change({ types })}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <Select
          label={t("size")}
          value={String(value.maxBytes)}
          options={sizesUpTo(maxBytes, value.maxBytes).map((size) => ({
            value: String(size),
            label: byteLimit(size),
          }))}
          onChange={(event) => change({ maxBytes: Number(event.target.value) })}
        />
        <Select
          label={t("count")}
          value={String(value.maxCount)}
          options={offeredCounts.map((count) => ({ value: String(count), label: t("counts", { count }) }))}
          onChange={(event) => change({ maxCount: Number(event.target.value) })}
        />
      </div>
      <p className="text-caption text-muted">{t("privacy")}</p>
    </FormDialog>
  );
}

interface TypeChoiceProps {
  types: RequestEntry["types"];
  problem: boolean;
  onChange: (types: RequestEntry["types"]) => void;
}

function TypeChoice({ types, problem, onChange }: TypeChoiceProps) {
  const t = useTranslations("attachments");
  const problemId = useId();
  return (
    <fieldset aria-describedby={problem ? problemId : undefined}>
      <legend className="text-ui font-medium">{t("request.accepted")}</legend>
      <div className="mt-1.5 grid grid-cols-2 gap-x-4 gap-y-1 sm:grid-cols-3">
        {attachmentTypeNames.map((type) => (
          <Checkbox
            key={type}
            label={t(`types.${type}`)}
            checked={types.includes(type)}
            onChange={(event) =>
              onChange(
                attachmentTypeNames.filter((name) => (name === type ? event.target.checked : types.includes(name))),
              )
            }
          />
        ))}
      </div>
      {problem && (
        <p id={problemId} role="alert" className="mt-1 flex gap-1.5 text-caption text-danger">
          <CircleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0" />
          {t("request.typesMissing")}
        </p>
      )}
    </fieldset>
  );
}
