import { requestEntries, toRequestInput, type RequestEntry } from "@/components/attachments/request-entry";
import { mayAttach, stepsOf } from "@/components/documents/signers/signer-entry";
import type { TemplateWire } from "@/lib/requests/templates/schema";

type Role = TemplateWire["roles"][number];

/** A role as its form shows it. */
export interface RoleEntry {
  key: string;
  /** As stored; null for a new role. Its fields follow a new name. */
  storedName: string | null;
  name: string;
  message: string;
  signMethod: Role["signMethod"];
  identifyMethod: Role["identifyMethod"];
  role: Role["role"];
  copyAt: Role["copyAt"];
  /** In a set order: acts together with the role above. */
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

export type RoleProblem = "missing" | "duplicate";

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

/** The roles as a call takes them. */
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
