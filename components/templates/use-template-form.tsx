"use client";

import { ArrowRight } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useId, useRef, useState, type FormEvent } from "react";
import { asProblem, callApi, type ApiProblem } from "@/components/api/call";
import { ProblemNotice } from "@/components/api/problem-notice";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Select, TextInput } from "@/components/ui/inputs";
import { PageHeader } from "@/components/ui/page-header";
import { SignerMark } from "@/components/ui/signer-mark";
import { isTicked, readTick, takesValue } from "@/lib/platform/field-rules/details";
import { faultOf } from "@/lib/platform/field-rules/faults";
import { emailPattern, normaliseEmail } from "@/lib/platform/plain-text";
import type { TemplateWire } from "@/lib/requests/templates/schema";

/**
 * Asks for the person of each role, and the values that the requester fills in. Creates a draft, which is reviewed
 * next.
 */
export function UseTemplateForm({ template }: { template: Pick<TemplateWire, "id" | "name" | "roles" | "fields"> }) {
  const t = useTranslations("templates.form");
  const router = useRouter();
  const form = useRef<HTMLFormElement>(null);
  const id = useId();
  const roles = [...template.roles].sort((a, b) => a.signingOrder - b.signingOrder);
  const fields = valuesToAsk(template.fields);
  const [name, setName] = useState(template.name);
  const [people, setPeople] = useState<Record<string, Person>>({});
  const [values, setValues] = useState<Record<string, string>>({});
  const [isShown, setShown] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  const problems = peopleProblems(
    roles.map((role) => role.name),
    people,
  );
  const personOf = (role: string): Person => people[role] ?? { email: "", displayName: "" };
  const change = (role: string, changes: Partial<Person>) =>
    setPeople({ ...people, [role]: { ...personOf(role), ...changes } });

  async function create(event: FormEvent) {
    event.preventDefault();
    setShown(true);
    const [wrong] = problems.keys();
    if (wrong !== undefined) {
      form.current?.querySelector<HTMLElement>(`[data-role="${CSS.escape(wrong)}"] input`)?.focus();
      return;
    }
    setBusy(true);
    setProblem(null);
    try {
      const { uuid } = await callApi<{ uuid: string }>("POST", `/templates/${template.id}/requests`, {
        json: {
          ...(name.trim() === "" ? {} : { name: name.trim() }),
          people: Object.fromEntries(
            roles.map((role) => {
              const { email, displayName } = personOf(role.name);
              return [role.name, { email: email.trim(), displayName: displayName.trim() || null }];
            }),
          ),
          values: Object.fromEntries(Object.entries(values).map(([field, value]) => [field, value.trim() || null])),
        },
      });
      router.push(`/documents/${uuid}/review`);
    } catch (error) {
      setProblem(asProblem(error));
      setBusy(false);
    }
  }

  return (
    <form ref={form} noValidate onSubmit={(event) => void create(event)} className="max-w-200">
      <PageHeader
        title={t("title", { name: template.name })}
        back={{ href: `/templates/${template.id}`, label: t("back") }}
      />
      <div className="flex flex-col gap-6">
        {problem && <ProblemNotice problem={problem} />}
        <TextInput
          label={t("document")}
          maxLength={255}
          autoComplete="off"
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <Card title={t("people")}>
          <div className="-m-5 mt-0 divide-y divide-hairline border-t border-hairline">
            {roles.map((role, index) => {
              const wrong = isShown ? problems.get(role.name) : undefined;
              return (
                <div
                  key={role.name}
                  role="group"
                  aria-labelledby={`${id}-${index}`}
                  data-role={role.name}
                  className="flex items-start gap-3 px-5 py-4"
                >
                  <SignerMark number={template.roles.indexOf(role) + 1} size={28} />
                  <div className="min-w-0 flex-1">
                    <p id={`${id}-${index}`} className="mb-2 font-medium wrap-anywhere">
                      <bdi>{role.name}</bdi>
                    </p>
                    <div className="grid gap-3 sm:grid-cols-2">
                      <TextInput
                        label={t("email")}
                        type="email"
                        name={`email-${index}`}
                        autoComplete="off"
                        maxLength={254}
                        value={personOf(role.name).email}
                        error={wrong && t(`problem.${wrong}`)}
                        onChange={(event) => change(role.name, { email: event.target.value })}
                      />
                      <TextInput
                        label={t("name")}
                        required={false}
                        name={`name-${index}`}
                        autoComplete="off"
                        maxLength={255}
                        value={personOf(role.name).displayName}
                        onChange={(event) => change(role.name, { displayName: event.target.value })}
                      />
                    </div>
                  </div>
                </div>
              );
            })}
          </div>
        </Card>
        {fields.length > 0 && (
          <Card title={t("values")}>
            <p className="-mt-2 mb-4 text-ui text-muted">{t("valuesHint")}</p>
            <div className="grid gap-3 sm:grid-cols-2">
              {fields.map((field) => (
                <ValueInput
                  key={field.name}
                  field={field}
                  value={values[field.name] ?? field.value}
                  onChange={(value) => setValues({ ...values, [field.name]: value })}
                />
              ))}
            </div>
          </Card>
        )}
        <div className="flex flex-wrap justify-end gap-2">
          <Button type="submit" variant="primary" busy={isBusy}>
            {t("create")}
            <ArrowRight aria-hidden className="size-4" />
          </Button>
        </div>
      </div>
    </form>
  );
}

interface Person {
  email: string;
  displayName: string;
}

type PersonProblem = "required" | "invalid" | "duplicate";

/** Problems with the addresses of the people, in the order of their roles. */
export function peopleProblems(
  roles: readonly string[],
  people: Readonly<Record<string, Person>>,
): Map<string, PersonProblem> {
  const problems = new Map<string, PersonProblem>();
  const taken = new Set<string>();
  for (const role of roles) {
    const email = normaliseEmail(people[role]?.email ?? "");
    if (email === "") problems.set(role, "required");
    else if (!emailPattern.test(email)) problems.set(role, "invalid");
    else if (taken.has(email)) problems.set(role, "duplicate");
    taken.add(email);
  }
  return problems;
}

type Field = TemplateWire["fields"][number];

/** A value that the requester can give in advance. */
interface AskedValue extends Pick<Field, "type" | "rules"> {
  /** The name in the API call: that of the field, or of a group of radio buttons. */
  name: string;
  label: string;
  value: string;
  /** The options of a dropdown or a group of radio buttons. */
  options: string[] | null;
}

/**
 * Fields that are typed in or chosen from a list, and each group of radio buttons once. Checkboxes are left to the
 * signer.
 */
function valuesToAsk(fields: readonly Field[]): AskedValue[] {
  const names = new Set<string>();
  return fields.flatMap((field): AskedValue[] => {
    const { type, rules, group } = field;
    if (type === "radio" && group !== null) {
      if (names.has(group)) return [];
      names.add(group);
      const buttons = fields.filter((other) => other.type === "radio" && other.group === group);
      const chosen = buttons.find(({ value }) => readTick(value) === true);
      const options = buttons.map((button) => button.label ?? button.name);
      return [{ type, rules, name: group, label: group, value: chosen?.label ?? chosen?.name ?? "", options }];
    }
    if (!takesValue(type) || isTicked(type) || field.calculate !== null) return [];
    const label = field.label ?? field.name;
    // The options of a text field are only suggestions.
    const options = type === "dropdown" ? (rules?.options ?? []) : null;
    return [{ type, rules, name: field.name, label, value: field.value ?? "", options }];
  });
}

interface ValueInputProps {
  field: AskedValue;
  value: string;
  onChange: (value: string) => void;
}

function ValueInput({ field, value, onChange }: ValueInputProps) {
  const t = useTranslations("templates.form");
  const label = <bdi>{field.label}</bdi>;
  if (field.options)
    return (
      <Select
        label={label}
        required={false}
        value={value}
        options={[
          { value: "", label: t("noValue") },
          ...field.options.map((option) => ({ value: option, label: option, lang: "" })),
        ]}
        onChange={({ target }) => onChange(target.value)}
      />
    );
  // Patterns are checked by the server.
  const isWrong = faultOf(field, value, null) !== null;
  return (
    <TextInput
      label={label}
      required={false}
      type={field.type === "day" ? "date" : "text"}
      autoComplete="off"
      maxLength={1000}
      value={value}
      error={isWrong ? t("valueWrong") : undefined}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
