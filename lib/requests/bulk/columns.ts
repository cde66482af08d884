import type { TemplateField, TemplateRole } from "@/db/schema/templates";
import { takesValue, type FieldType } from "@/lib/platform/field-rules/details";
import { groupsOf } from "../create-from-template";

/** The purpose of a column of the file. */
export type Target =
  | { kind: "person"; role: string; member: PersonMember }
  | { kind: "title" }
  | { kind: "value"; field: string };

export type PersonMember = "email" | "displayName" | "language" | "phone";

/** A column of the template, with its header in the example file. */
export interface KnownColumn {
  header: string;
  target: Target;
  /** No row can be sent without it. */
  isRequired: boolean;
  /** Whether the example file contains it; other columns are merely accepted. */
  isShown: boolean;
  /** Normalised headers that match it. */
  names: string[];
}

const memberNames: Record<PersonMember, { shown: string; others: readonly string[] }> = {
  email: { shown: "e-mail", others: ["mail", "e-mail address", "email address", "endereço de e-mail"] },
  displayName: { shown: "name", others: ["nome", "full name", "nome completo"] },
  language: { shown: "language", others: ["idioma", "língua"] },
  phone: { shown: "phone", others: ["telefone", "mobile", "phone number", "celular"] },
};

export const titleHeader = "Document title";
const titleNames = [titleHeader, "title", "document", "document name", "título", "título do documento", "documento"];

/** Methods that need a phone number. */
const byPhone: ReadonlySet<string> = new Set(["sms", "signal"]);

/** Whether a person of this role may need a number: `signMethod` is the instance's default for roles without one. */
export function mayNeedPhone({ signMethod, identifyMethod }: TemplateRole, defaultMethod: string): boolean {
  return byPhone.has(signMethod ?? defaultMethod) || identifyMethod === "sms";
}

/**
 * The columns of a template's file, in the order of the example. Image fields have no column, and radio buttons have
 * one per group.
 */
export function knownColumns(
  { roles, fields }: { roles: readonly TemplateRole[]; fields: readonly TemplateField[] },
  defaultMethod: string,
): KnownColumn[] {
  const [only] = roles.length === 1 ? roles : [];
  const people = roles.flatMap((role) =>
    (Object.keys(memberNames) as PersonMember[]).map((member): KnownColumn => {
      const { shown, others } = memberNames[member];
      return {
        header: `${role.name} ${shown}`,
        target: { kind: "person", role: role.name, member },
        isRequired: member === "email",
        isShown:
          member === "email" || member === "displayName" || (member === "phone" && mayNeedPhone(role, defaultMethod)),
        names: [shown, ...others].flatMap((name) => [
          normalise(`${role.name} ${name}`),
          ...(only ? [normalise(name)] : []),
        ]),
      };
    }),
  );
  const title: KnownColumn = {
    header: titleHeader,
    target: { kind: "title" },
    isRequired: false,
    isShown: true,
    names: titleNames.map(normalise),
  };
  const taken = new Set([...people, title].flatMap(({ names }) => names));
  const values = fields
    .filter(({ type }) => hasOwnColumn(type))
    .map(({ name, type, calculate }) => ({ name, isShown: takesValue(type) && !calculate }));
  const groups = groupsOf(fields)
    .filter((group) => !fields.some(({ name }) => name === group))
    .map((name) => ({ name, isShown: true }));
  const columns = [...values, ...groups].map(({ name, isShown }): KnownColumn => {
    const isFree = !taken.has(normalise(name));
    return {
      header: isFree ? name : `Field ${name}`,
      target: { kind: "value", field: name },
      isRequired: false,
      isShown,
      names: [...(isFree ? [normalise(name)] : []), normalise(`Field ${name}`), normalise(`Campo ${name}`)],
    };
  });
  return [...people, title, ...columns];
}

/**
 * Whether the field's name may be a header. Radio buttons have one column for each group, and images none. A column of
 * an automatic field is accepted and left out of the example.
 */
function hasOwnColumn(type: FieldType): boolean {
  switch (type) {
    case "date":
    case "name":
    case "email":
    case "text":
    case "number":
    case "phone":
    case "day":
    case "dropdown":
    case "checkbox":
      return true;
    case "radio":
    case "signature":
    case "initial":
    case "stamp":
      return false;
  }
}

/** Headers are compared without case, spaces, punctuation and accents: `TENANT_EMAIL` equals `Tenant e-mail`. */
export function normalise(header: string): string {
  const letters = header
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");
  // A header of symbols only, such as "%".
  return letters === "" ? header.trim().toLowerCase() : letters;
}

export interface MatchedColumns {
  /** By position in the file; null for a column that the template does not have. */
  byPosition: (KnownColumn | null)[];
  unknown: string[];
  /** Headers that name a column a second time. */
  repeated: string[];
  missing: KnownColumn[];
}

/** Finds the template's columns in a file's header. */
export function matchColumns(header: readonly string[], known: readonly KnownColumn[]): MatchedColumns {
  const byName = new Map<string, KnownColumn>();
  for (const column of known) for (const name of column.names) if (!byName.has(name)) byName.set(name, column);
  const found = new Set<KnownColumn>();
  const [unknown, repeated]: [string[], string[]] = [[], []];
  const byPosition = header.map((cell) => {
    if (cell.trim() === "") return null;
    const column = byName.get(normalise(cell)) ?? null;
    if (column === null) unknown.push(cell);
    else if (found.has(column)) repeated.push(cell);
    if (column === null || found.has(column)) return null;
    found.add(column);
    return column;
  });
  return {
    byPosition,
    unknown,
    repeated,
    missing: known.filter((column) => column.isRequired && !found.has(column)),
  };
}
