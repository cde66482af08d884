"use client";

import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useState, type FormEvent } from "react";
import { asProblem, callApi, type ApiProblem } from "@/components/api/call";
import { ProblemNotice } from "@/components/api/problem-notice";
import { ReminderFields, ReminderSummary } from "@/components/reminders/reminder-fields";
import { SignatureOptionsPart } from "@/components/signature-options/signature-options";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Checkbox, Select, TextInput } from "@/components/ui/inputs";
import { useToast } from "@/components/ui/toast";
import type { ReminderPlan } from "@/lib/context/settings/schema";
import type { SignMethodName } from "@/lib/context/sign-methods/method-names";
import {
  hasValidAppearance,
  withoutBlankAppearanceLines,
  type SignatureOptions,
} from "@/lib/platform/signature-appearance";
import type { TemplateWire } from "@/lib/requests/templates/schema";
import { entriesOf, renameRoles, RoleList, roleProblems, toRoles } from "./role-list";

interface TemplateSettingsProps {
  template: TemplateWire;
  onSaved: (saved: TemplateWire) => void;
  methods: readonly SignMethodName[];
  standardReminders: ReminderPlan;
  mostReminders: number;
  attachmentBytes: number;
  standardOptions: SignatureOptions;
  hasLogo: boolean;
}

const offeredDays = [3, 7, 14, 30, 60, 90, 180, 365];

/** Name, roles, deadline, reminders and signature options, saved together as a new version. */
export function TemplateSettings({
  template,
  onSaved,
  methods,
  standardReminders,
  mostReminders,
  attachmentBytes,
  standardOptions,
  hasLogo,
}: TemplateSettingsProps) {
  const t = useTranslations("templates.settings");
  const delegation = useTranslations("documents.delegation");
  const router = useRouter();
  const toast = useToast();
  const [name, setName] = useState(template.name);
  const [entries, setEntries] = useState(() => entriesOf(template.roles));
  const [isInOrder, setInOrder] = useState(
    () => new Set(template.roles.map(({ signingOrder }) => signingOrder)).size > 1,
  );
  const [days, setDays] = useState(template.expiresInDays);
  const [reminders, setReminders] = useState(template.reminders);
  const [allowDelegation, setAllowDelegation] = useState(template.allowDelegation);
  const [signatureOptions, setSignatureOptions] = useState(template.signatureOptions);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  const problems = roleProblems(entries);

  async function save(event: FormEvent) {
    event.preventDefault();
    if (problems.size > 0 || name.trim() === "" || !hasValidAppearance(signatureOptions)) return;
    setBusy(true);
    setProblem(null);
    try {
      const saved = await callApi<TemplateWire>("PUT", `/templates/${template.id}`, {
        json: {
          version: template.version,
          name: name.trim(),
          roles: toRoles(entries, isInOrder && entries.length > 1),
          fields: renameRoles(template.fields, entries),
          expiresInDays: days,
          allowDelegation,
          reminders,
          signatureOptions: withoutBlankAppearanceLines(signatureOptions),
        },
      });
      onSaved(saved);
      setEntries(entriesOf(saved.roles));
      toast(t("saved", { version: saved.version }));
      router.refresh();
    } catch (error) {
      setProblem(asProblem(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <Card title={t("title")}>
      <form noValidate onSubmit={(event) => void save(event)} className="flex flex-col gap-5">
        {problem && <ProblemNotice problem={problem} />}
        <TextInput
          label={t("name")}
          maxLength={255}
          autoComplete="off"
          value={name}
          error={name.trim() === "" && t("problem.missing")}
          onChange={(event) => setName(event.target.value)}
        />
        <RoleList
          entries={entries}
          problems={problems}
          used={new Set(template.fields.map(({ role }) => role))}
          methods={methods}
          attachmentBytes={attachmentBytes}
          isInOrder={isInOrder}
          onChange={setEntries}
          onOrder={setInOrder}
        />
        <DeadlineDays value={days} onChange={setDays} />
        <Checkbox
          label={delegation("label")}
          hint={delegation("hint")}
          checked={allowDelegation}
          onChange={(event) => setAllowDelegation(event.target.checked)}
        />
        <div className="flex flex-col gap-4">
          <Checkbox
            label={t("ownReminders")}
            hint={<ReminderSummary plan={reminders ?? standardReminders} />}
            checked={reminders !== null}
            onChange={(event) => setReminders(event.target.checked ? standardReminders : null)}
          />
          {reminders && <ReminderFields plan={reminders} most={mostReminders} onChange={setReminders} />}
        </div>
        <SignatureOptionsPart
          standard={standardOptions}
          hasLogo={hasLogo}
          options={signatureOptions}
          onChange={setSignatureOptions}
        />
        <div>
          <Button type="submit" busy={isBusy}>
            {t("save")}
          </Button>
        </div>
      </form>
    </Card>
  );
}

function DeadlineDays({ value, onChange }: { value: number | null; onChange: (days: number | null) => void }) {
  const t = useTranslations("templates.settings");
  const offered = value !== null && !offeredDays.includes(value) ? [...offeredDays, value] : offeredDays;
  return (
    <Select
      label={t("deadline")}
      className="max-w-100"
      value={value === null ? "" : String(value)}
      options={[
        { value: "", label: t("standardDeadline") },
        ...[...offered].sort((a, b) => a - b).map((count) => ({ value: String(count), label: t("days", { count }) })),
      ]}
      onChange={(event) => onChange(event.target.value === "" ? null : Number(event.target.value))}
    />
  );
}
