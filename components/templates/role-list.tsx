"use client";

import { Plus, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { RequestList } from "@/components/documents/signers/attachment-request-list";
import {
  mayAttach,
  requestEntries,
  stepsOf,
  toRequestInput,
  type RequestEntry,
} from "@/components/documents/signers/signer-entry";
import { SigningOrder } from "@/components/documents/signers/signing-order";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { Checkbox, Select, TextInput } from "@/components/ui/inputs";
import { SignerMark } from "@/components/ui/signer-mark";
import type { SignMethodName } from "@/lib/context/sign-methods/method-names";
import type { TemplateWire } from "@/lib/requests/templates/schema";

const kinds = ["signer", "approver", "viewer", "cc"] as const;

interface RoleListProps {
  entries: readonly RoleEntry[];
  problems: ReadonlyMap<string, RoleProblem>;
  /** Names of roles that have fields and so cannot be removed. */
  used?: ReadonlySet<string>;
  /** Null: names only. */
  methods: readonly SignMethodName[] | null;
  /** The largest attachment that the service accepts; null if files cannot be requested here. */
  attachmentBytes: number | null;
  isInOrder: boolean;
  onChange: (entries: RoleEntry[]) => void;
  onOrder: (isInOrder: boolean) => void;
}

/** The roles of a template, one row each. */
export function RoleList({
  entries,
  problems,
  used,
  methods,
  attachmentBytes,
  isInOrder,
  onChange,
  onOrder,
}: RoleListProps) {
  const t = useTranslations("templates.settings");
  const names = useTranslations("documents.signers");
  const change = (key: string, changes: Partial<RoleEntry>) =>
    onChange(entries.map((entry) => (entry.key === key ? { ...entry, ...changes } : entry)));
  return (
    <div className="flex flex-col gap-4">
      <div className="-mx-5 divide-y divide-hairline border-y border-hairline">
        {entries.map((entry, index) => {
          const problem = problems.get(entry.key);
          const hasFields = entry.storedName !== null && (used?.has(entry.storedName) ?? false);
          return (
            <div
              key={entry.key}
              role="group"
              aria-label={t("role", { number: index + 1 })}
              className="flex items-start gap-3 px-5 py-4"
            >
              <SignerMark number={index + 1} size={28} className="mt-8" />
              <div className="grid min-w-0 flex-1 gap-3 sm:grid-cols-2">
                <TextInput
                  label={t("roleName")}
                  maxLength={100}
                  autoComplete="off"
                  value={entry.name}
                  error={problem && t(`problem.${problem}`)}
                  onChange={(event) => change(entry.key, { name: event.target.value })}
                />
                {methods !== null && (
                  <>
                    <Select
                      label={t("actsAs")}
                      disabled={hasFields}
                      hint={hasFields ? names("roleFixed") : undefined}
                      value={entry.role}
                      options={kinds.map((kind) => ({ value: kind, label: names(`roles.${kind}`) }))}
                      onChange={(event) => {
                        const role = kinds.find((kind) => kind === event.target.value);
                        if (role) change(entry.key, { role });
                      }}
                    />
                    <MethodSelect
                      value={entry.signMethod}
                      methods={methods}
                      onChange={(signMethod) => change(entry.key, { signMethod })}
                    />
                    <TextInput
                      label={t("message")}
                      required={false}
                      hint={t("messageHint")}
                      maxLength={2000}
                      className="sm:col-span-2"
                      value={entry.message}
                      onChange={(event) => change(entry.key, { message: event.target.value })}
                    />
                  </>
                )}
                {attachmentBytes !== null && mayAttach(entry) && (
                  <div className="sm:col-span-2">
                    <RequestList
                      number={index + 1}
                      requests={entry.attachmentRequests}
                      maxBytes={attachmentBytes}
                      onChange={(attachmentRequests) => change(entry.key, { attachmentRequests })}
                    />
                  </div>
                )}
              </div>
              {entries.length > 1 && !hasFields && (
                <IconButton
                  className="mt-7"
                  label={t("remove", { number: index + 1 })}
                  icon={<X />}
                  onClick={() => onChange(entries.filter(({ key }) => key !== entry.key))}
                />
              )}
            </div>
          );
        })}
      </div>
      <div>
        <Button icon={<Plus aria-hidden className="size-4" />} onClick={() => onChange([...entries, emptyRole()])}>
          {t("add")}
        </Button>
      </div>
      {entries.length > 1 && (
        <Checkbox
          label={t("inOrder")}
          hint={t("inOrderHint")}
          checked={isInOrder}
          onChange={(event) => onOrder(event.target.checked)}
        />
      )}
      {isInOrder && entries.length > 1 && (
        <SigningOrder
          entries={entries}
          nameOf={({ name }, number) => name.trim() || t("role", { number })}
          onChange={onChange}
        />
      )}
    </div>
  );
}

interface MethodSelectProps {
  value: SignMethodName | null;
  methods: readonly SignMethodName[];
  onChange: (method: SignMethodName | null) => void;
}

function MethodSelect({ value, methods, onChange }: MethodSelectProps) {
  const t = useTranslations("templates.settings");
  const names = useTranslations("documents.signers.methods");
  const offered = value !== null && !methods.includes(value) ? [...methods, value] : methods;
  return (
    <Select
      label={t("method")}
      value={value ?? ""}
      options={[
        { value: "", label: t("standardMethod") },
        ...offered.map((method) => ({ value: method, label: names(method) })),
      ]}
      onChange={(event) => onChange(offered.find((method) => method === event.target.value) ?? null)}
    />
  );
}

type Role = TemplateWire["roles"][number];

/** A role as shown in its form. */
export interface RoleEntry {
  key: string;
  /** The stored name; null for a new role. When the role is renamed, its fields follow. */
  storedName: string | null;
  name: string;
  message: string;
  signMethod: Role["signMethod"];
  identifyMethod: Role["identifyMethod"];
  role: Role["role"];
  copyAt: Role["copyAt"];
  /** In a set order: whether the role is in the same step as the one above. */
  withPrevious: boolean;
  notify: boolean;
  attachmentRequests: readonly RequestEntry[];
}

/** Rows in the order in which roles sign. */
export function entriesOf(roles: readonly Role[]): RoleEntry[] {
  const sorted = [...roles].sort((a, b) => a.signingOrder - b.signingOrder);
  const isInOrder = new Set(sorted.map(({ signingOrder }) => signingOrder)).size > 1;
  return sorted.map(
    ({ name, description, signMethod, identifyMethod, role, copyAt, signingOrder, ...rest }, index) => ({
      key: name,
      storedName: name,
      name,
      message: description ?? "",
      signMethod,
      identifyMethod,
      role,
      copyAt,
      withPrevious: isInOrder && sorted[index - 1]?.signingOrder === signingOrder,
      notify: rest.notify,
      attachmentRequests: requestEntries(rest.attachmentRequests),
    }),
  );
}

export function emptyRole(name = ""): RoleEntry {
  return {
    key: crypto.randomUUID(),
    storedName: null,
    name,
    message: "",
    signMethod: null,
    identifyMethod: null,
    role: "signer",
    copyAt: [],
    withPrevious: false,
    notify: true,
    attachmentRequests: [],
  };
}

type RoleProblem = "missing" | "duplicate";

/** Problems with names of roles, by row. */
export function roleProblems(entries: readonly RoleEntry[]): Map<string, RoleProblem> {
  const problems = new Map<string, RoleProblem>();
  const taken = new Set<string>();
  for (const { key, name } of entries) {
    const trimmed = name.trim();
    if (trimmed === "") problems.set(key, "missing");
    else if (taken.has(trimmed)) problems.set(key, "duplicate");
    taken.add(trimmed);
  }
  return problems;
}

/** The roles as input for an API call. */
export function toRoles(entries: readonly RoleEntry[], isInOrder: boolean) {
  const steps = stepsOf(entries);
  return entries.map(({ name, message, signMethod, identifyMethod, role, copyAt, notify, ...entry }, index) => ({
    name: name.trim(),
    description: message.trim() || null,
    signMethod,
    identifyMethod,
    role,
    ...(role === "cc" && copyAt.length > 0 ? { copyAt } : {}),
    ...(mayAttach({ role }) ? { attachmentRequests: toRequestInput(entry.attachmentRequests) } : {}),
    notify,
    signingOrder: isInOrder ? (steps[index] ?? 1) : 1,
  }));
}

/** The fields with the new names of their roles. */
export function renameRoles(fields: TemplateWire["fields"], entries: readonly RoleEntry[]): TemplateWire["fields"] {
  const names = new Map(entries.map(({ storedName, name }) => [storedName, name.trim()]));
  return fields.map((field) => ({ ...field, role: names.get(field.role) ?? field.role }));
}
