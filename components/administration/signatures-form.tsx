"use client";

import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { callApi } from "@/components/api/call";
import { ProblemNotice } from "@/components/api/problem-notice";
import { useSubmit } from "@/components/api/use-action";
import { AppearanceInputs } from "@/components/signature-options/signature-options";
import { Card } from "@/components/ui/card";
import { Select, TextInput } from "@/components/ui/inputs";
import { SaveBar, useUnsaved } from "@/components/ui/save-bar";
import { useToast } from "@/components/ui/toast";
import {
  longestStatement,
  statementDemands,
  verificationMarks,
  withoutBlankLines,
  type AppearanceTemplate,
  type SignatureOptions,
  type StatementRule,
} from "@/lib/platform/signature-appearance";
import type { ShownSettings } from "./settings-form";

/** The look of signatures, reason, location and verification mark, saved together. */
export function SignaturesForm({ options, hasLogo }: { options: SignatureOptions; hasLogo: boolean }) {
  const t = useTranslations("administration.signatures");
  const router = useRouter();
  const toast = useToast();
  const [values, setValues] = useState(options);
  const [saved, setSaved] = useState(options);
  const isUnsaved = JSON.stringify(values) !== JSON.stringify(saved);
  useUnsaved(isUnsaved);
  const { isBusy, problem, onSubmit } = useSubmit(async () => {
    const json = { signature_options: { ...values, appearance: withoutBlankLines(values.appearance) } };
    const { signature_options: stored } = await callApi<ShownSettings>("PUT", "/admin/settings", { json });
    setValues(stored);
    setSaved(stored);
    toast(t("saved"));
    router.refresh();
  });
  const setAppearance = (change: Partial<AppearanceTemplate>) =>
    setValues({ ...values, appearance: { ...values.appearance, ...change } });
  return (
    <form onSubmit={onSubmit} className="flex flex-col gap-6">
      <Card title={t("appearance")}>
        <div className="flex max-w-160 flex-col gap-5">
          <AppearanceInputs
            appearance={values.appearance}
            logoHint={hasLogo ? undefined : t("noLogo")}
            onChange={setAppearance}
          />
        </div>
      </Card>
      <Card title={t("statements")}>
        <div className="flex max-w-160 flex-col gap-5">
          <p className="-mt-2 text-ui text-muted">{t("statementsLead")}</p>
          {(["reason", "location"] as const).map((name) => (
            <StatementInput
              key={name}
              name={name}
              rule={values[name]}
              onChange={(rule) => setValues({ ...values, [name]: rule })}
            />
          ))}
        </div>
      </Card>
      <Card title={t("mark")}>
        <Select
          label={t("markLabel")}
          hint={t("markHint")}
          name="verification_mark"
          className="max-w-160"
          value={values.verificationMark}
          options={verificationMarks.map((value) => ({ value, label: t(`marks.${value}`) }))}
          onChange={(event) =>
            setValues({ ...values, verificationMark: event.target.value as SignatureOptions["verificationMark"] })
          }
        />
      </Card>
      {problem && <ProblemNotice problem={problem} />}
      <SaveBar label={t("save")} isUnsaved={isUnsaved} isBusy={isBusy} />
    </form>
  );
}

interface StatementInputProps {
  name: "reason" | "location";
  rule: StatementRule;
  onChange: (rule: StatementRule) => void;
}

function StatementInput({ name, rule, onChange }: StatementInputProps) {
  const t = useTranslations("administration.signatures");
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Select
        label={t(`${name}.label`)}
        name={`${name}_ask`}
        value={rule.ask}
        options={statementDemands.map((value) => ({ value, label: t(`demand.${value}`) }))}
        onChange={(event) => onChange({ ...rule, ask: event.target.value as StatementRule["ask"] })}
      />
      <TextInput
        label={t(`${name}.preset`)}
        name={`${name}_preset`}
        required={false}
        maxLength={longestStatement}
        autoComplete="off"
        value={rule.preset ?? ""}
        onChange={(event) => onChange({ ...rule, preset: event.target.value === "" ? null : event.target.value })}
      />
    </div>
  );
}
