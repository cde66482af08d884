"use client";

import { useLocale, useTranslations } from "next-intl";
import { useEffect, useId, useRef, useState, type FormEvent } from "react";
import { ProblemNotice } from "@/components/api/problem-notice";
import { CodeStep, hasOwnMessageForCode } from "@/components/signing/proof/code-step";
import { Button } from "@/components/ui/button";
import { TextInput } from "@/components/ui/inputs";
import { isolate } from "@/lib/platform/locale/format";
import { toLanguage } from "@/lib/platform/locale/languages";
import { normaliseEmail } from "@/lib/platform/plain-text";
import type { PublicLinkWire } from "@/lib/requests/direct-links/schema";
import { useVisit, type VisitDetails } from "./use-visit";

interface VisitFormProps {
  token: string;
  link: PublicLinkWire;
}

const nothing: VisitDetails = { name: "", email: "", people: {} };

/** Name, address and the other people, then the e-mailed code. */
export function VisitForm({ token, link }: VisitFormProps) {
  const visit = useVisit(token, toLanguage(useLocale()));
  const [details, setDetails] = useState(nothing);
  const { sentCode } = visit;
  if (sentCode)
    return (
      <Code
        visit={visit}
        email={sentCode.details.email}
        onChange={() => {
          setDetails(sentCode.details);
          visit.forget();
        }}
      />
    );
  return <Details link={link} visit={visit} details={details} onChange={setDetails} />;
}

type Visit = ReturnType<typeof useVisit>;

function Details({
  link,
  visit,
  details,
  onChange,
}: {
  link: PublicLinkWire;
  visit: Visit;
  details: VisitDetails;
  onChange: (details: VisitDetails) => void;
}) {
  const t = useTranslations("links.visit");
  const form = useRef<HTMLFormElement>(null);
  const [isShown, setShown] = useState(false);
  const personOf = (role: string) => details.people[role] ?? { email: "", displayName: "" };
  const problems = problemsOf(details, link);

  function send(event: FormEvent) {
    event.preventDefault();
    setShown(true);
    if (problems.size > 0) {
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus());
      return;
    }
    void visit.ask(trimmed(details, link));
  }
  const errorOf = (key: string) => {
    const problem = isShown ? problems.get(key) : undefined;
    return problem && t(`problem.${problem}`);
  };

  return (
    <form ref={form} noValidate onSubmit={send} className="mt-5 flex flex-col gap-4">
      {visit.problem && <ProblemNotice problem={visit.problem} />}
      <TextInput
        label={t("name")}
        size="signer"
        autoComplete="name"
        maxLength={255}
        value={details.name}
        error={errorOf("name")}
        onChange={(event) => onChange({ ...details, name: event.target.value })}
      />
      <TextInput
        label={t("email")}
        size="signer"
        type="email"
        inputMode="email"
        autoComplete="email"
        maxLength={254}
        value={details.email}
        error={errorOf("email")}
        onChange={(event) => onChange({ ...details, email: event.target.value })}
      />
      {link.asks.length > 0 && (
        <fieldset className="mt-2 flex flex-col gap-4">
          <legend className="mb-1 text-reading font-semibold">{t("others")}</legend>
          <p className="text-ui text-muted">{t("othersHint")}</p>
          {link.asks.map(({ name: role }) => (
            <div key={role} className="grid items-start gap-4 sm:grid-cols-2">
              <TextInput
                label={t("personEmail", { role: isolate(role) })}
                size="signer"
                type="email"
                inputMode="email"
                autoComplete="off"
                maxLength={254}
                value={personOf(role).email}
                error={errorOf(`person:${role}`)}
                onChange={(event) =>
                  onChange({
                    ...details,
                    people: { ...details.people, [role]: { ...personOf(role), email: event.target.value } },
                  })
                }
              />
              <TextInput
                label={t("personName", { role: isolate(role) })}
                required={false}
                size="signer"
                autoComplete="off"
                maxLength={255}
                value={personOf(role).displayName}
                onChange={(event) =>
                  onChange({
                    ...details,
                    people: { ...details.people, [role]: { ...personOf(role), displayName: event.target.value } },
                  })
                }
              />
            </div>
          ))}
        </fieldset>
      )}
      <Button type="submit" variant="primary" size="signer" busy={visit.isSending} className="mt-1 w-full">
        {t("send")}
      </Button>
      <p className="text-caption wrap-anywhere text-muted">{t("privacy", { sender: isolate(link.sender.name) })}</p>
    </form>
  );
}

function Code({ visit, email, onChange }: { visit: Visit; email: string; onChange: () => void }) {
  const t = useTranslations("links.visit");
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const { entering, code } = visit;
  return (
    <div className="mt-5 flex flex-col gap-4">
      <p role="status" className="text-reading wrap-anywhere">
        {t.rich("sentTo", { email, to: (chunks) => <strong className="font-semibold">{chunks}</strong> })}
      </p>
      {entering.problem && !hasOwnMessageForCode(entering.problem) && <ProblemNotice problem={entering.problem} />}
      <CodeStep id={id} signing={entering} field={field} code={code} />
      <Button type="submit" form={id} variant="primary" size="signer" busy={entering.isBusy} className="w-full">
        {t("continue")}
      </Button>
      <Button variant="quiet" size="signer" onClick={onChange} className="-ms-2 self-start px-2! text-ui!">
        {t("change")}
      </Button>
    </div>
  );
}

type Problem = "name" | "email" | "own";

function problemsOf({ name, email, people }: VisitDetails, { asks }: PublicLinkWire): Map<string, Problem> {
  const found = new Map<string, Problem>();
  if (name.trim() === "") found.set("name", "name");
  if (!email.includes("@")) found.set("email", "email");
  for (const { name: role } of asks) {
    const other = people[role]?.email.trim() ?? "";
    if (!other.includes("@")) found.set(`person:${role}`, "email");
    else if (normaliseEmail(other) === normaliseEmail(email)) found.set(`person:${role}`, "own");
  }
  return found;
}

function trimmed({ name, email, people }: VisitDetails, { asks }: PublicLinkWire): VisitDetails {
  return {
    name: name.trim(),
    email: email.trim(),
    people: Object.fromEntries(
      asks.map(({ name: role }) => [
        role,
        { email: people[role]?.email.trim() ?? "", displayName: people[role]?.displayName.trim() ?? "" },
      ]),
    ),
  };
}
