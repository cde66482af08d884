"use client";

import { useLocale, useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useState } from "react";
import type { z } from "zod";
import { callApi, violationOf } from "@/components/api/call";
import { FormProblem, ProblemNotice, useViolationText } from "@/components/api/problem-notice";
import { useMailRequest } from "@/components/api/use-action";
import { chooseLanguage } from "@/components/language/language-switch";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Select, TextInput } from "@/components/ui/inputs";
import { Notice } from "@/components/ui/notice";
import { SaveBar, useUnsaved } from "@/components/ui/save-bar";
import { useToast } from "@/components/ui/toast";
import { useIsInBrowser } from "@/components/ui/use-stored";
import type { ownAccountAnswer } from "@/lib/accounts/schema";
import { byteCount } from "@/lib/platform/locale/format";
import { languageCodes, languages, toLanguage } from "@/lib/platform/locale/languages";
import { useSubmitWithReauth } from "./reauth-dialog";

type OwnAccount = z.infer<typeof ownAccountAnswer>;

interface Values {
  displayName: string;
  language: OwnAccount["language"];
  timeZone: string | null;
}

/** Name, language and time zone, saved together; address and storage in use. */
export function ProfileForm({ account, isConfirmed }: { account: OwnAccount; isConfirmed: boolean }) {
  const t = useTranslations("account.account");
  const violationText = useViolationText();
  const router = useRouter();
  const toast = useToast();
  const [saved, setSaved] = useState<Values>(() => valuesOf(account));
  const [values, setValues] = useState(saved);
  const isChanged = (Object.keys(values) as (keyof Values)[]).some((name) => values[name] !== saved[name]);
  const { isBusy, problem, onSubmit, dialog } = useSubmitWithReauth(save, {
    title: t("renameTitle"),
    description: t("renameBody"),
    email: account.email,
    confirmLabel: t("save"),
  });
  async function save() {
    const stored = valuesOf(await callApi<OwnAccount>("PATCH", "/account/me", { json: values }));
    setSaved(stored);
    setValues(stored);
    if (stored.language && stored.language !== saved.language) chooseLanguage(stored.language);
    toast(t("saved"));
    router.refresh();
  }
  useUnsaved(isChanged);
  return (
    <>
      <form onSubmit={onSubmit} className="flex flex-col gap-6">
        <Card>
          <div className="flex max-w-120 flex-col gap-5">
            <TextInput
              label={t("name")}
              hint={t("nameHint")}
              name="displayName"
              autoComplete="name"
              maxLength={255}
              required
              value={values.displayName}
              error={violationText(violationOf(problem, "/displayName"))}
              onChange={(event) => setValues({ ...values, displayName: event.target.value })}
            />
            <div className="text-ui">
              <p className="font-medium">{t("email")}</p>
              <p className="mt-1.5 wrap-anywhere">
                {account.email}
                {"\u00a0"}
                <span className="text-muted">· {t(isConfirmed ? "proved" : "unproved")}</span>
              </p>
            </div>
            {!isConfirmed && <UnprovedNotice />}
            <Storage account={account} />
          </div>
        </Card>
        <Card title={t("regional")}>
          <div className="flex max-w-120 flex-col gap-5">
            <Select
              label={t("languageSelect")}
              hint={t("languageLead")}
              value={values.language ?? ""}
              options={[
                { value: "", label: t("languageNone") },
                ...languageCodes.map((code) => ({
                  value: code,
                  label: languages[code].ownName,
                  lang: languages[code].tag,
                })),
              ]}
              onChange={(event) => setValues({ ...values, language: toLanguage(event.target.value) })}
            />
            <TimeZoneChoice value={values.timeZone} onChange={(timeZone) => setValues({ ...values, timeZone })} />
          </div>
        </Card>
        <FormProblem problem={problem} fields={["/displayName"]} />
        <SaveBar label={t("save")} isUnsaved={isChanged} isBusy={isBusy} />
      </form>
      {dialog}
    </>
  );
}

function valuesOf({ displayName, language, timeZone }: OwnAccount): Values {
  return { displayName, language, timeZone };
}

function TimeZoneChoice({ value, onChange }: { value: string | null; onChange: (zone: string | null) => void }) {
  const t = useTranslations("account.account");
  // The server may support other zones than the browser.
  const zones = useIsInBrowser() ? Intl.supportedValuesOf("timeZone") : [];
  const all = value === null || zones.includes(value) ? zones : [value, ...zones];
  return (
    <Select
      label={t("timeZone")}
      hint={t("timeZoneLead")}
      value={value ?? ""}
      options={[
        { value: "", label: t("timeZoneNone") },
        ...all.map((zone) => ({ value: zone, label: zone.replaceAll("_", " "), lang: "" })),
      ]}
      onChange={(event) => onChange(event.target.value === "" ? null : event.target.value)}
    />
  );
}

/** Accounts that only sign store nothing. */
function Storage({ account: { settings, storage } }: { account: OwnAccount }) {
  const t = useTranslations("account.account");
  const locale = useLocale();
  if (!settings.canRequestSign) return null;
  return (
    <div className="text-ui">
      <p className="font-medium">{t("storage")}</p>
      <p className="mt-1.5">
        {t("storageUsed", { used: byteCount(storage.usedBytes, locale), limit: byteCount(storage.limitBytes, locale) })}
      </p>
    </div>
  );
}

/** Says that the address is not confirmed yet, and sends the link again. */
function UnprovedNotice() {
  const t = useTranslations("account.account");
  const { step, problem, ask } = useMailRequest(() => callApi("POST", "/account/confirm/mail"));
  return (
    <>
      <Notice
        tone="warning"
        title={t("unprovedTitle")}
        action={
          step === "sent" ? null : (
            <Button busy={step === "busy"} onClick={() => void ask()}>
              {t("mailAgain")}
            </Button>
          )
        }
      >
        <p>{t("unprovedText")}</p>
        <p role="status">{step === "sent" && t("mailSent")}</p>
      </Notice>
      {problem && <ProblemNotice problem={problem} />}
    </>
  );
}
