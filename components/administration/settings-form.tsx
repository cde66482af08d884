"use client";

import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useState } from "react";
import type { z } from "zod";
import { useSubmitWithReauth } from "@/components/account/reauth-dialog";
import { callApi } from "@/components/api/call";
import { ProblemNotice } from "@/components/api/problem-notice";
import { Card } from "@/components/ui/card";
import { Checkbox, Select, TextInput } from "@/components/ui/inputs";
import { Notice } from "@/components/ui/notice";
import { SaveBar, useUnsaved } from "@/components/ui/save-bar";
import { useToast } from "@/components/ui/toast";
import type { settingsAnswer } from "@/lib/context/settings/schema";
import {
  defaultSignMethodNames,
  identifyMethodNames,
  isGatewayName,
  signMethodNames,
  type IdentifyMethodName,
  type SignMethodName,
} from "@/lib/context/sign-methods/method-names";
import { RemindersCard } from "./reminders-card";

interface SettingsFormProps {
  settings: ShownSettings;
  mostReminders: number;
  /** The administrator's address. */
  email: string;
}

/** Settings of the whole service, saved together. */
export function SettingsForm({ settings, mostReminders, email }: SettingsFormProps) {
  const t = useTranslations("administration");
  const router = useRouter();
  const toast = useToast();
  const [values, setValues] = useState<SettingValues>(valuesOf(settings));
  const [saved, setSaved] = useState(values);
  const isUnsaved = JSON.stringify(values) !== JSON.stringify(saved);
  useUnsaved(isUnsaved);
  const { isBusy, problem, onSubmit, dialog } = useSubmitWithReauth(save, {
    title: t("prove.title"),
    description: t("prove.body"),
    email,
    confirmLabel: t("save"),
  });
  async function save() {
    const stored = valuesOf(await callApi<ShownSettings>("PUT", "/admin/settings", { json: values }));
    setValues(stored);
    setSaved(stored);
    toast(t("saved"));
    router.refresh();
  }
  const gateways = settings.twofactor_gateway;
  const lost = lostMethods(settings);
  const option = (method: string, label: string) => ({
    value: method,
    label: isSetUp(method, gateways) ? label : t("optionNotSetUp", { method: label }),
    disabled: !isSetUp(method, gateways),
  });
  const [identifyMethod = "account"] = values.identify_method;
  return (
    <>
      <form onSubmit={onSubmit} className="flex flex-col gap-6">
        {lost.length > 0 && (
          <Notice tone="warning" title={t("lostTitle")}>
            {t("lost", { methods: lost.map((method) => t(`method.${method as SignMethodName}`)).join(", ") })}
          </Notice>
        )}
        <Card title={t("signing")}>
          <div className="flex max-w-120 flex-col gap-5">
            <Select
              label={t("signMethod")}
              hint={t("signMethodHint")}
              name="sign_method"
              value={values.sign_method}
              options={defaultSignMethodNames.map((method) => option(method, t(`method.${method}`)))}
              onChange={(event) => setValues(withDefault(values, event.target.value as SettingValues["sign_method"]))}
            />
            <AllowedMethods
              values={values}
              gateways={gateways}
              onChange={(method, isAllowed) => setValues(withAllowed(values, method, isAllowed))}
            />
          </div>
        </Card>
        <Card title={t("identifying")}>
          <Select
            label={t("identifyMethod")}
            hint={t("identifyMethodHint")}
            name="identify_method"
            value={identifyMethod}
            className="max-w-120"
            options={identifyMethodNames.map((method) => option(method, t(`identify.${method}`)))}
            onChange={(event) => setValues({ ...values, identify_method: [event.target.value as IdentifyMethodName] })}
          />
          {!isSetUp("sms", gateways) && (
            <p className="mt-2 max-w-120 text-caption text-muted">{t("identifyNotSetUp")}</p>
          )}
        </Card>
        <Card title={t("accounts")}>
          <Select
            label={t("signup")}
            name="signup"
            value={values.signup}
            className="max-w-120"
            options={(["invited", "open"] as const).map((choice) => ({
              value: choice,
              label: t(`signupChoice.${choice}`),
            }))}
            onChange={(event) => setValues({ ...values, signup: event.target.value as SettingValues["signup"] })}
          />
        </Card>
        <RemindersCard
          values={values}
          most={mostReminders}
          onChange={(change) => setValues({ ...values, ...change })}
        />
        <Card title={t("retentionPeriod")}>
          <TextInput
            label={t("retentionDays")}
            hint={t("retentionDaysHint")}
            name="retention_days"
            type="number"
            inputMode="numeric"
            min={1}
            max={36500}
            className="max-w-120"
            value={values.retention_days ?? ""}
            onChange={(event) =>
              setValues({ ...values, retention_days: event.target.value === "" ? null : Number(event.target.value) })
            }
          />
        </Card>
        {problem && <ProblemNotice problem={problem} />}
        <SaveBar label={t("save")} isUnsaved={isUnsaved} isBusy={isBusy} />
      </form>
      {dialog}
    </>
  );
}

interface AllowedMethodsProps {
  values: SettingValues;
  gateways: ShownSettings["twofactor_gateway"];
  onChange: (method: SignMethodName, isAllowed: boolean) => void;
}

/** The methods that a request may choose. One without a gateway can be removed but not added. */
function AllowedMethods({ values, gateways, onChange }: AllowedMethodsProps) {
  const t = useTranslations("administration");
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-3 text-ui font-medium">{t("allowed")}</legend>
      <p className="-mt-2 text-caption text-muted">{t("allowedHint")}</p>
      {signMethodNames.map((method) => {
        const isChosen = values.allowed_sign_methods.includes(method);
        const isDefault = method === values.sign_method;
        const isReady = isSetUp(method, gateways);
        return (
          <Checkbox
            key={method}
            label={t(`method.${method}`)}
            hint={isReady || !isGatewayName(method) ? t(`methodHint.${method}`) : t(`needs.${method}`)}
            checked={isChosen || isDefault}
            disabled={isDefault || (!isReady && !isChosen)}
            onChange={(event) => onChange(method, event.target.checked)}
          />
        );
      })}
    </fieldset>
  );
}

export type ShownSettings = z.infer<typeof settingsAnswer>;
/** The values that the form changes. */
type SettingValues = Omit<ShownSettings, "twofactor_gateway" | "signature_options">;

function valuesOf({
  twofactor_gateway: _readOnly,
  signature_options: _ofAnotherPage,
  ...values
}: ShownSettings): SettingValues {
  return values;
}

/** Whether this service can carry out the method. */
export function isSetUp(method: string, gateways: ShownSettings["twofactor_gateway"]): boolean {
  return !isGatewayName(method) || gateways.includes(method);
}

/** Adds or removes an allowed method. The order is fixed, and the default method always stays. */
export function withAllowed(values: SettingValues, method: SignMethodName, isAllowed: boolean): SettingValues {
  const allowed = new Set(values.allowed_sign_methods);
  if (isAllowed) allowed.add(method);
  else allowed.delete(method);
  return {
    ...values,
    allowed_sign_methods: signMethodNames.filter((name) => allowed.has(name) || name === values.sign_method),
  };
}

/** Changes the default method; the previous one stays allowed. */
export function withDefault(values: SettingValues, method: SettingValues["sign_method"]): SettingValues {
  return withAllowed({ ...values, sign_method: method }, method, true);
}

/** Allowed methods whose gateway is no longer configured. */
export function lostMethods({
  sign_method,
  allowed_sign_methods,
  identify_method,
  twofactor_gateway,
}: ShownSettings): string[] {
  const chosen = new Set<string>([sign_method, ...allowed_sign_methods, ...identify_method]);
  return [...chosen].filter((method) => !isSetUp(method, twofactor_gateway));
}
