"use client";

import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useSubmit } from "@/components/account/use-submit";
import { callApi } from "@/components/api/call";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Notice } from "@/components/ui/notice";
import { ProblemNotice } from "@/components/ui/problem-notice";
import { Select } from "@/components/ui/select";
import { useToast } from "@/components/ui/toast";
import {
  identifyMethodNames,
  signMethodNames,
  type IdentifyMethodName,
  type SignMethodName,
} from "@/lib/sign-methods/method-names";
import { AllowedMethods } from "./allowed-methods";
import {
  isSetUp,
  lostMethods,
  valuesOf,
  withAllowed,
  withDefault,
  type SettingValues,
  type ShownSettings,
} from "./setting-values";

/** What an administrator chooses for the whole service; saved as a whole. */
export function SettingsForm({ settings }: { settings: ShownSettings }) {
  const words = useTranslations("administration");
  const router = useRouter();
  const toast = useToast();
  const [values, setValues] = useState<SettingValues>(valuesOf(settings));
  const { isBusy, problem, onSubmit } = useSubmit(async () => {
    setValues(valuesOf(await callApi<ShownSettings>("PUT", "/admin/settings", { json: values })));
    toast(words("saved"));
    router.refresh();
  });
  const gateways = settings.twofactor_gateway;
  const lost = lostMethods(settings);
  const option = (method: string, label: string) => ({
    value: method,
    label: isSetUp(method, gateways) ? label : words("optionNotSetUp", { method: label }),
    disabled: !isSetUp(method, gateways),
  });
  const [identifyMethod = "account"] = values.identify_method;
  return (
    <form onSubmit={onSubmit} className="flex max-w-200 flex-col gap-6">
      {lost.length > 0 && (
        <Notice tone="warning" title={words("lostTitle")}>
          {words("lost", { methods: lost.map((method) => words(`method.${method as SignMethodName}`)).join(", ") })}
        </Notice>
      )}
      <Card title={words("signing")}>
        <div className="flex max-w-120 flex-col gap-5">
          <Select
            label={words("signMethod")}
            hint={words("signMethodHint")}
            name="sign_method"
            value={values.sign_method}
            options={signMethodNames.map((method) => option(method, words(`method.${method}`)))}
            onChange={(event) => setValues(withDefault(values, event.target.value as SignMethodName))}
          />
          <AllowedMethods
            values={values}
            gateways={gateways}
            onChange={(method, isAllowed) => setValues(withAllowed(values, method, isAllowed))}
          />
        </div>
      </Card>
      <Card title={words("identifying")}>
        <Select
          label={words("identifyMethod")}
          hint={words("identifyMethodHint")}
          name="identify_method"
          value={identifyMethod}
          className="max-w-120"
          options={identifyMethodNames.map((method) => option(method, words(`identify.${method}`)))}
          onChange={(event) => setValues({ ...values, identify_method: [event.target.value as IdentifyMethodName] })}
        />
        {!isSetUp("sms", gateways) && (
          <p className="mt-2 max-w-120 text-caption text-muted">{words("identifyNotSetUp")}</p>
        )}
      </Card>
      <Card title={words("accounts")}>
        <Select
          label={words("signup")}
          name="signup"
          value={values.signup}
          className="max-w-120"
          options={(["invited", "open"] as const).map((choice) => ({
            value: choice,
            label: words(`signupChoice.${choice}`),
          }))}
          onChange={(event) => setValues({ ...values, signup: event.target.value as SettingValues["signup"] })}
        />
      </Card>
      {problem && <ProblemNotice problem={problem} />}
      <div>
        <Button type="submit" variant="primary" busy={isBusy}>
          {words("save")}
        </Button>
      </div>
    </form>
  );
}
