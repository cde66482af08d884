"use client";

import { ImageUp } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useRef, useState, type ChangeEvent } from "react";
import type { z } from "zod";
import { useSubmitWithReauth } from "@/components/account/reauth-dialog";
import { callApi, violationOf } from "@/components/api/call";
import { ProblemNotice } from "@/components/api/problem-notice";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { TextInput } from "@/components/ui/inputs";
import { Notice } from "@/components/ui/notice";
import { SaveBar, useUnsaved } from "@/components/ui/save-bar";
import { useToast } from "@/components/ui/toast";
import type { brandingAnswer } from "@/lib/context/settings/schema";
import { brandColours, normalColour, productColours } from "@/lib/platform/brand";

type Branding = z.infer<typeof brandingAnswer>;

const links = ["privacyUrl", "termsUrl", "imprintUrl"] as const;

interface Values {
  name: string;
  colour: string;
  replyTo: string;
  privacyUrl: string;
  termsUrl: string;
  imprintUrl: string;
}

/** Name, logo, colour, reply address and legal links, saved together. */
export function BrandingForm({ branding, email }: { branding: Branding; email: string }) {
  const t = useTranslations("administration.branding");
  const router = useRouter();
  const toast = useToast();
  const [values, setValues] = useState<Values>(() => valuesOf(branding));
  /** A chosen file as a data URL, null for none, undefined for the stored one. */
  const [logo, setLogo] = useState<string | null | undefined>(undefined);
  const [saved, setSaved] = useState(values);
  // The page's value is outdated until the page is refreshed.
  const [storedLogo, setStoredLogo] = useState(branding.logoUrl);
  const isUnsaved = logo !== undefined || JSON.stringify(values) !== JSON.stringify(saved);
  useUnsaved(isUnsaved);
  const { isBusy, problem, onSubmit, dialog } = useSubmitWithReauth(save, {
    title: t("prove.title"),
    description: t("prove.body"),
    email,
    confirmLabel: t("save"),
  });
  async function save() {
    const stored = await callApi<Branding>("PUT", "/admin/branding", { json: changeOf(values, logo) });
    setValues(valuesOf(stored));
    setSaved(valuesOf(stored));
    setStoredLogo(stored.logoUrl);
    setLogo(undefined);
    toast(t("saved"));
    router.refresh();
  }
  const set = (name: keyof Values) => (event: ChangeEvent<HTMLInputElement>) =>
    setValues({ ...values, [name]: event.target.value });
  const wrong = (name: keyof Values) => violationOf(problem, `/${name}`) && t(`wrong.${name}`);
  const shownLogo = logo === undefined ? storedLogo : logo;
  return (
    <>
      <form onSubmit={onSubmit} className="flex flex-col gap-6">
        <Card title={t("identity")}>
          <div className="flex max-w-120 flex-col gap-5">
            <TextInput
              label={t("name")}
              hint={t("nameHint")}
              name="name"
              required={false}
              maxLength={60}
              autoComplete="off"
              value={values.name}
              onChange={set("name")}
              error={wrong("name")}
            />
            <LogoChoice
              logo={shownLogo}
              wrong={violationOf(problem, "/logo/base64") !== undefined}
              onChange={setLogo}
            />
            <ColourChoice value={values.colour} onChange={(colour) => setValues({ ...values, colour })} />
          </div>
        </Card>
        <Card title={t("contact")}>
          <div className="flex max-w-120 flex-col gap-5">
            <TextInput
              label={t("replyTo")}
              hint={t("replyToHint")}
              name="replyTo"
              type="email"
              required={false}
              autoComplete="off"
              value={values.replyTo}
              onChange={set("replyTo")}
              error={wrong("replyTo")}
            />
            {links.map((name) => (
              <TextInput
                key={name}
                label={t(name)}
                name={name}
                type="url"
                inputMode="url"
                placeholder="https://"
                required={false}
                autoComplete="off"
                value={values[name]}
                onChange={set(name)}
                onBlur={() => setValues({ ...values, [name]: withScheme(values[name]) })}
                error={wrong(name)}
              />
            ))}
          </div>
        </Card>
        {problem && <ProblemNotice problem={problem} />}
        <SaveBar label={t("save")} isUnsaved={isUnsaved} isBusy={isBusy} />
      </form>
      {dialog}
    </>
  );
}

interface LogoChoiceProps {
  logo: string | null;
  wrong: boolean;
  onChange: (logo: string | null) => void;
}

function LogoChoice({ logo, wrong, onChange }: LogoChoiceProps) {
  const t = useTranslations("administration.branding");
  const input = useRef<HTMLInputElement>(null);

  function choose(event: ChangeEvent<HTMLInputElement>) {
    const file = event.target.files?.[0];
    event.target.value = "";
    if (!file) return;
    const reader = new FileReader();
    reader.addEventListener("load", () => typeof reader.result === "string" && onChange(reader.result));
    reader.readAsDataURL(file);
  }

  return (
    <div>
      <p className="mb-1.5 text-ui font-medium">{t("logo")}</p>
      {logo && (
        <div className="mb-3 flex gap-3">
          <span className="inline-flex h-16 flex-1 items-center justify-center rounded-control border border-hairline bg-paper px-4">
            <img src={logo} alt={t("logoOnLight")} className="max-h-10 max-w-full" />
          </span>
          <span className="inline-flex h-16 flex-1 items-center justify-center rounded-control bg-paper-ink px-4">
            {/* As in the header, where a logo has a paper background in the dark theme. */}
            <img src={logo} alt={t("logoOnDark")} className="max-h-10 max-w-full rounded-control bg-paper p-1" />
          </span>
        </div>
      )}
      <div className="flex flex-wrap gap-2">
        <Button icon={<ImageUp aria-hidden className="size-4" />} onClick={() => input.current?.click()}>
          {t(logo ? "changeLogo" : "chooseLogo")}
        </Button>
        {logo && (
          <Button variant="quiet" onClick={() => onChange(null)}>
            {t("removeLogo")}
          </Button>
        )}
      </div>
      <input
        ref={input}
        type="file"
        accept="image/png,image/svg+xml"
        aria-label={t("logoFile")}
        tabIndex={-1}
        onChange={choose}
        className="sr-only"
      />
      <p className={wrong ? "mt-1.5 text-caption text-danger" : "mt-1.5 text-caption text-muted"}>
        {t(wrong ? "wrong.logo" : "logoHint")}
      </p>
    </div>
  );
}

function ColourChoice({ value, onChange }: { value: string; onChange: (colour: string) => void }) {
  const t = useTranslations("administration.branding");
  const colours = value === "" ? null : brandColours(value);
  return (
    <div>
      <div className="flex items-start gap-3">
        <TextInput
          label={t("colour")}
          hint={t("colourHint")}
          name="colour"
          required={false}
          maxLength={7}
          autoComplete="off"
          spellCheck={false}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          error={value !== "" && !colours && t("wrong.colour")}
          className="flex-1"
        />
        {/* Beside the input, below its label. */}
        <div className="shrink-0 pt-5">
          <input
            type="color"
            aria-label={t("pick")}
            value={normalColour(value) ?? productColours.light.primary.toLowerCase()}
            onChange={(event) => onChange(event.target.value)}
            className="mt-1.5 h-9 w-12 rounded-control border border-control bg-surface p-1"
          />
        </div>
      </div>
      {colours && (
        <div className="mt-3 flex flex-wrap items-center gap-3" aria-hidden>
          {([colours.light, colours.dark] as const).map((palette, index) => (
            <span
              key={index}
              className="inline-flex h-9 items-center rounded-control px-3.5 text-ui font-medium"
              style={{ background: palette.primary, color: palette.onPrimary }}
            >
              {t(index === 0 ? "onLight" : "onDark")}
            </span>
          ))}
        </div>
      )}
      {colours?.isAdjusted && (
        <Notice tone="info" title={t("adjusted")} className="mt-3">
          {t("adjustedBody", { given: value, shown: colours.light.primary })}
        </Notice>
      )}
    </div>
  );
}

/** People type "example.org/privacy". */
function withScheme(url: string): string {
  const given = url.trim();
  return given === "" || /^[a-z][a-z+.-]*:/i.test(given) ? given : `https://${given}`;
}

function valuesOf({ name, colour, replyTo, privacyUrl, termsUrl, imprintUrl }: Branding): Values {
  return {
    name: name ?? "",
    colour: colour ?? "",
    replyTo: replyTo ?? "",
    privacyUrl: privacyUrl ?? "",
    termsUrl: termsUrl ?? "",
    imprintUrl: imprintUrl ?? "",
  };
}

/** An empty field removes what was stored. */
function changeOf(values: Values, logo: string | null | undefined) {
  const given = Object.fromEntries(
    Object.entries(values).map(([name, value]: [string, string]) => [name, value.trim() === "" ? null : value.trim()]),
  );
  return { ...given, ...(logo === undefined ? {} : { logo: logo === null ? null : { base64: logo } }) };
}
