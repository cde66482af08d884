"use client";

import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useRef, useState, type FormEvent } from "react";
import { asProblem, callApi, type ApiProblem } from "@/components/api/call";
import { ProblemNotice } from "@/components/api/problem-notice";
import { FormDialog } from "@/components/ui/dialog";
import { Select, TextArea, TextInput } from "@/components/ui/inputs";
import { useToast } from "@/components/ui/toast";
import { formatDateInput, isolate } from "@/lib/platform/locale/format";
import type { DirectLinkWire } from "@/lib/requests/direct-links/schema";
import type { TemplateWire } from "@/lib/requests/templates/schema";
import { entriesOf, noPerson, rolesForVisitors, toInput, type LinkEntries, type PersonEntry } from "./link-entries";

interface DirectLinkDialogProps {
  template: Pick<TemplateWire, "id" | "roles" | "version">;
  /** Null for a new link. */
  link: DirectLinkWire | null;
  onClose: () => void;
}

/** Creates or changes a direct link. */
export function DirectLinkDialog({ template, link, onClose }: DirectLinkDialogProps) {
  const t = useTranslations("links.form");
  const router = useRouter();
  const toast = useToast();
  const form = useRef<HTMLFormElement>(null);
  const [entries, setEntries] = useState(() => entriesOf(link, template.roles, t("standardName")));
  const [today] = useState(() => formatDateInput(new Date()));
  const [isShown, setShown] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  const others = template.roles.map(({ name }) => name).filter((name) => name !== entries.role);
  const change = (changes: Partial<LinkEntries>) => setEntries((before) => ({ ...before, ...changes }));

  async function save(event: FormEvent) {
    event.preventDefault();
    setShown(true);
    const isMissing = others.some((role) => isWithoutAddress(entries.people[role] ?? noPerson));
    if (entries.name.trim() === "" || isMissing) {
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus());
      return;
    }
    setBusy(true);
    setProblem(null);
    const path = `/templates/${template.id}/direct-links`;
    const json = toInput(entries, others);
    try {
      if (link) await callApi("PATCH", `${path}/${link.id}`, { json });
      else await callApi("POST", path, { json });
      toast(t(link ? "saved" : "created"));
      onClose();
      router.refresh();
    } catch (error) {
      setProblem(asProblem(error));
      setBusy(false);
    }
  }

  const visitorRoles = rolesForVisitors(template.roles).map(({ name }) => ({ value: name, label: name }));
  const isKnown = visitorRoles.some(({ value }) => value === entries.role);
  return (
    <FormDialog
      onOpenChange={onClose}
      width="medium"
      fillsPhone
      title={t(link ? "editTitle" : "newTitle")}
      cancelLabel={t("cancel")}
      submitLabel={t(link ? "save" : "create")}
      isBusy={isBusy}
      form={{ ref: form, noValidate: true, onSubmit: (event) => void save(event), className: "flex flex-col gap-5" }}
    >
      {problem && <ProblemNotice problem={problem} />}
      <TextInput
        label={t("name")}
        hint={t("nameHint")}
        maxLength={100}
        autoComplete="off"
        value={entries.name}
        error={isShown && entries.name.trim() === "" && t("problem.name")}
        onChange={(event) => change({ name: event.target.value })}
      />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Select
          label={t("role")}
          hint={t("roleHint")}
          value={entries.role}
          options={(isKnown ? visitorRoles : [{ value: entries.role, label: entries.role }, ...visitorRoles]).map(
            (option) => ({ ...option, lang: "" }),
          )}
          onChange={(event) => change({ role: event.target.value })}
        />
        <Select
          label={t("version")}
          value={entries.version}
          options={[
            { value: "", label: t("latest") },
            ...Array.from({ length: template.version }, (_, index) => String(template.version - index)).map(
              (version) => ({ value: version, label: t("pinned", { version }) }),
            ),
          ]}
          onChange={(event) => change({ version: event.target.value })}
        />
      </div>
      {others.length > 0 && (
        <fieldset className="flex flex-col gap-4">
          <legend className="mb-3 text-reading font-semibold">{t("people")}</legend>
          {others.map((role) => (
            <PersonFields
              key={role}
              role={role}
              person={entries.people[role] ?? noPerson}
              isShown={isShown}
              onChange={(person) => change({ people: { ...entries.people, [role]: person } })}
            />
          ))}
        </fieldset>
      )}
      <fieldset>
        <legend className="mb-3 text-reading font-semibold">{t("limits")}</legend>
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <TextInput
            label={t("endsAt")}
            required={false}
            type="date"
            min={today}
            value={entries.lastDay}
            onChange={(event) => change({ lastDay: event.target.value })}
          />
          {(["maxUses", "maxUsesPerDay", "maxUsesPerAddress"] as const).map((limit) => (
            <TextInput
              key={limit}
              label={t(limit)}
              required={false}
              type="number"
              min={1}
              max={1_000_000}
              inputMode="numeric"
              value={entries[limit]}
              onChange={(event) => change({ [limit]: event.target.value })}
            />
          ))}
        </div>
      </fieldset>
      <TextArea
        label={t("embed")}
        hint={t("embedHint")}
        required={false}
        rows={2}
        value={entries.embedOrigins}
        onChange={(event) => change({ embedOrigins: event.target.value })}
      />
    </FormDialog>
  );
}

function isWithoutAddress({ ask, email }: PersonEntry): boolean {
  return !ask && !email.includes("@");
}

interface PersonFieldsProps {
  role: string;
  person: PersonEntry;
  isShown: boolean;
  onChange: (person: PersonEntry) => void;
}

function PersonFields({ role, person, isShown, onChange }: PersonFieldsProps) {
  const t = useTranslations("links.form");
  const named = isolate(role);
  return (
    <div className="flex flex-col gap-3">
      <Select
        label={t("way", { role: named })}
        value={person.ask ? "ask" : "preset"}
        options={[
          { value: "preset", label: t("preset") },
          { value: "ask", label: t("ask") },
        ]}
        onChange={(event) => onChange({ ...person, ask: event.target.value === "ask" })}
      />
      {!person.ask && (
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <TextInput
            label={t("email", { role: named })}
            type="email"
            autoComplete="off"
            maxLength={254}
            value={person.email}
            error={isShown && isWithoutAddress(person) && t("problem.email")}
            onChange={(event) => onChange({ ...person, email: event.target.value })}
          />
          <TextInput
            label={t("personName", { role: named })}
            required={false}
            autoComplete="off"
            maxLength={255}
            value={person.displayName}
            onChange={(event) => onChange({ ...person, displayName: event.target.value })}
          />
        </div>
      )}
    </div>
  );
}
