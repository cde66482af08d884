"use client";

import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { callApi } from "@/components/api/call";
import { chooseLanguage } from "@/components/language/language-switch";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Select } from "@/components/ui/select";
import { useToast } from "@/components/ui/toast";
import { languageCodes, languages, toLanguage } from "@/lib/platform/locale/languages";
import { FormProblem } from "./form-problem";
import { useSubmit } from "./use-submit";

/** The account's language, used for its e-mails and, from now on, in this browser. Empty until the account chooses one. */
export function LanguageCard({ language }: { language: string | null }) {
  const t = useTranslations("account.account");
  const router = useRouter();
  const toast = useToast();
  const [value, setValue] = useState(toLanguage(language));
  const { isBusy, problem, onSubmit } = useSubmit(async () => {
    await callApi("PATCH", "/account/me", { json: { language: value } });
    if (value) chooseLanguage(value);
    toast(t("languageSaved"));
    router.refresh();
  });
  return (
    <Card title={t("language")}>
      <form onSubmit={onSubmit} className="flex max-w-120 flex-col gap-4">
        <Select
          label={t("languageSelect")}
          hint={t("languageLead")}
          value={value ?? ""}
          options={[
            { value: "", label: t("languageNone") },
            ...languageCodes.map((code) => ({
              value: code,
              label: languages[code].ownName,
              lang: languages[code].tag,
            })),
          ]}
          onChange={(event) => setValue(toLanguage(event.target.value))}
        />
        <FormProblem problem={problem} fields={[]} />
        <div>
          <Button type="submit" busy={isBusy}>
            {t("languageSave")}
          </Button>
        </div>
      </form>
    </Card>
  );
}
