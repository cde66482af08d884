"use client";

import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useSubmit } from "@/components/account/use-submit";
import type { ApiProblem } from "@/components/api/api-problem";
import { callApi } from "@/components/api/call";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Checkbox } from "@/components/ui/checkbox";
import { ProblemNotice } from "@/components/ui/problem-notice";
import { SaveBar } from "@/components/ui/save-bar";
import { Select } from "@/components/ui/select";
import { TextArea } from "@/components/ui/text-area";
import { TextInput } from "@/components/ui/text-input";
import { useToast } from "@/components/ui/toast";
import { useTimeZones } from "@/components/ui/use-time-zones";
import { useUnsaved } from "@/components/ui/use-unsaved";
import {
  appearanceBackgrounds,
  appearanceLayouts,
  appearanceVariables,
  longestStatement,
  statementDemands,
  verificationMarks,
  type AppearanceTemplate,
  type SignatureOptions,
  type StatementRule,
} from "@/lib/platform/appearance/options";
import { AppearancePreview } from "./appearance-preview";
import type { ShownSettings } from "./settings-form";

const sizes = [5, 6, 7, 8, 9, 10, 12] as const;

/** Look of signatures, reason, location and verification mark, saved together. */
export function SignaturesForm({ options, hasLogo }: { options: SignatureOptions; hasLogo: boolean }) {
  const t = useTranslations("administration.signatures");
  const router = useRouter();
  const toast = useToast();
  const [values, setValues] = useState(options);
  const [saved, setSaved] = useState(options);
  const isUnsaved = JSON.stringify(values) !== JSON.stringify(saved);
  useUnsaved(isUnsaved);
  const { isBusy, problem, onSubmit } = useSubmit(async () => {
    const json = { signature_options: { ...values, appearance: tidy(values.appearance) } };
    const { signature_options: stored } = await callApi<ShownSettings>("PUT", "/admin/settings", { json });
    setValues(stored);
    setSaved(stored);
    toast(t("saved"));
    router.refresh();
  });
  const setAppearance = (change: Partial<AppearanceTemplate>) =>
    setValues({ ...values, appearance: { ...values.appearance, ...change } });
  return (
    <form onSubmit={onSubmit} className="flex max-w-200 flex-col gap-6">
      <Card title={t("appearance")}>
        <div className="flex max-w-160 flex-col gap-5">
          <AppearancePreview appearance={tidy(values.appearance)} />
          <AppearanceInputs
            appearance={values.appearance}
            hasLogo={hasLogo}
            isWrong={isAboutLines(problem)}
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

interface AppearanceInputsProps {
  appearance: AppearanceTemplate;
  hasLogo: boolean;
  isWrong: boolean;
  onChange: (change: Partial<AppearanceTemplate>) => void;
}

function AppearanceInputs({ appearance, hasLogo, isWrong, onChange }: AppearanceInputsProps) {
  const t = useTranslations("administration.signatures");
  const zones = useTimeZones(appearance.timeZone ?? "UTC");
  return (
    <>
      <TextArea
        label={t("lines")}
        hint={t("linesHint")}
        name="lines"
        rows={5}
        spellCheck={false}
        value={appearance.lines.join("\n")}
        onChange={(event) => onChange({ lines: event.target.value.split("\n") })}
        error={isWrong && t("linesWrong")}
      />
      <div role="group" aria-label={t("variables")} className="-mt-2 flex flex-wrap gap-2">
        {appearanceVariables.map((name) => (
          <Button key={name} size="app" onClick={() => onChange({ lines: [...tidy(appearance).lines, `{{${name}}}`] })}>
            {t(`variable.${name}`)}
          </Button>
        ))}
      </div>
      <div className="grid gap-5 sm:grid-cols-2">
        <Select
          label={t("layout")}
          name="layout"
          value={appearance.layout}
          options={appearanceLayouts.map((value) => ({ value, label: t(`layouts.${value}`) }))}
          onChange={(event) => onChange({ layout: event.target.value as AppearanceTemplate["layout"] })}
        />
        <Select
          label={t("background")}
          name="background"
          value={appearance.background}
          options={appearanceBackgrounds.map((value) => ({ value, label: t(`backgrounds.${value}`) }))}
          onChange={(event) => onChange({ background: event.target.value as AppearanceTemplate["background"] })}
        />
        <Select
          label={t("textSize")}
          name="text_size"
          value={String(appearance.textSizePt ?? "")}
          options={[
            { value: "", label: t("textSizeAuto") },
            ...sizes.map((size) => ({ value: String(size), label: t("points", { size }) })),
          ]}
          onChange={(event) => onChange({ textSizePt: event.target.value === "" ? null : Number(event.target.value) })}
        />
        <Select
          label={t("timeZone")}
          name="time_zone"
          value={appearance.timeZone ?? "UTC"}
          options={zones}
          onChange={(event) => onChange({ timeZone: event.target.value === "UTC" ? null : event.target.value })}
        />
      </div>
      <Checkbox
        label={t("logo")}
        hint={t(hasLogo ? "logoHint" : "noLogo")}
        checked={appearance.logo}
        onChange={(event) => onChange({ logo: event.target.checked })}
      />
    </>
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

/** Without blank lines, which are no lines of a template. */
function tidy(appearance: AppearanceTemplate): AppearanceTemplate {
  return { ...appearance, lines: appearance.lines.map((line) => line.trim()).filter((line) => line !== "") };
}

function isAboutLines(problem: ApiProblem | null): boolean {
  return problem?.violations?.some(({ pointer }) => pointer.includes("/appearance/lines")) ?? false;
}
