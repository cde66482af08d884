import { setImmediate as immediate } from "node:timers/promises";
import type { BulkPerson } from "@/db/schema/bulk";
import type { TemplateField, TemplateRole, TemplateVersion } from "@/db/schema/templates";
import type { Ctx } from "@/lib/context/context";
import type { Settings } from "@/lib/context/settings/read";
import { mostPatternSteps } from "@/lib/documents/fields/budget";
import { faultText } from "@/lib/documents/fields/fault-text";
import { fileName } from "@/lib/documents/schema";
import { DomainError, invalid } from "@/lib/platform/errors";
import { isTicked, readTick } from "@/lib/platform/field-rules/details";
import { faultOf } from "@/lib/platform/field-rules/faults";
import { matches, sizeOfPattern } from "@/lib/platform/field-rules/pattern";
import { languageCodes, languages, toLanguage } from "@/lib/platform/locale/languages";
import { longestEmail, normaliseEmail } from "@/lib/platform/plain-text";
import { readSigners } from "@/lib/requests/signers/read-signers";
import { choiceName, choicesOf, usersOf } from "../create-from-template";
import { personName } from "../state/schema";
import { mayNeedPhone, type KnownColumn, type MatchedColumns } from "./columns";
import type { CsvRow } from "./csv";
import type { BulkProblem, BulkProblemCode } from "./schema";

/** A row as it will be sent. */
export interface ReadRow {
  number: number;
  title: string | null;
  people: BulkPerson[];
  values: Record<string, string>;
}

export interface RowRules {
  version: Pick<TemplateVersion, "roles" | "fields">;
  settings: Settings;
  matched: MatchedColumns;
  allowsDuplicates: boolean;
}

const longestValue = 1000;
/**
 * The apostrophe that files such as ours put before a cell such as +491701234567, so that a spreadsheet does not run
 * it.
 */
const defused = /^'(?=[=+\-@])/;

/**
 * The rows that can be sent, and every problem of the others. Creates nothing. Throws errors that concern all rows:
 * `gateway_not_configured`, `method_not_allowed_here`, and `validation_failed` for contradictions in the template.
 */
export async function checkRows(
  ctx: Ctx,
  rows: readonly CsvRow[],
  rules: RowRules,
): Promise<{ good: ReadRow[]; problems: BulkProblem[] }> {
  const problems: BulkProblem[] = [];
  const read: ReadRow[] = [];
  const fields = fieldsByName(rules.version.fields);
  for (const row of rows) {
    const { content, found } = readRow(ctx, row, rules, fields);
    problems.push(...found);
    read.push(content);
    // Checking a large file takes longer than other requests should wait.
    await immediate();
  }
  problems.push(...findDuplicates(read, rules), ...(await findUndrawable(ctx, read, rules)));
  problems.sort((a, b) => (a.row ?? 0) - (b.row ?? 0));
  const bad = new Set(problems.map(({ row }) => row));
  return { good: read.filter(({ number }) => !bad.has(number)), problems };
}

function readRow(
  ctx: Pick<Ctx, "limits" | "gateways">,
  { number, cells }: CsvRow,
  rules: RowRules,
  fields: NamedFields,
): { content: ReadRow; found: BulkProblem[] } {
  const { version, matched } = rules;
  const found: BulkProblem[] = [];
  const note = (code: BulkProblemCode, column: string | null, detail: string): void => {
    found.push({ row: number, column, code, detail });
  };
  const content: ReadRow = { number, title: null, people: version.roles.map(blankPerson), values: {} };
  for (const [position, column] of matched.byPosition.entries()) {
    const cell = (cells[position] ?? "").trim().replace(defused, "");
    if (column !== null && cell !== "") readCell(content, column, cell, fields, note);
  }
  if (cells.slice(matched.byPosition.length).some((cell) => cell.trim() !== ""))
    note("cells_extra", null, "The row has more cells than the header");
  checkPeople(ctx, content, rules, note);
  return { content, found };
}

/** An index of a template's fields, because a file may have two million cells. */
interface NamedFields {
  field(name: string): TemplateField | undefined;
  choices(group: string): TemplateField[];
  /**
   * Counts the steps of matching a cell. Throws `validation_failed` when a file's cells take more steps than two
   * documents may.
   */
  match(pattern: string, cell: string): void;
}

function fieldsByName(fields: readonly TemplateField[]): NamedFields {
  const named = new Map(fields.map((field) => [field.name, field]));
  const groups = new Map<string, TemplateField[]>();
  let steps = 0;
  return {
    field: (name) => named.get(name),
    choices(group) {
      const choices = groups.get(group) ?? choicesOf(fields, group);
      groups.set(group, choices);
      return choices;
    },
    match(pattern, cell) {
      steps += sizeOfPattern(pattern) * cell.length;
      if (steps > 2 * mostPatternSteps)
        throw invalid("/csv", "too_large", "The values take too long to check against the patterns of their fields");
    },
  };
}

type Note = (code: BulkProblemCode, column: string | null, detail: string) => void;

function blankPerson({ name }: TemplateRole): BulkPerson {
  return { role: name, email: "", displayName: null, language: null, phone: null };
}

function readCell(
  content: ReadRow,
  { header, target }: KnownColumn,
  cell: string,
  fields: NamedFields,
  note: Note,
): void {
  if (target.kind === "title") {
    const title = fileName.safeParse(cell);
    if (title.success) content.title = title.data;
    else note("title_invalid", header, `${header} needs at most 255 characters on one line`);
  } else if (target.kind === "value") {
    if (readValue(target.field, header, cell, fields, note)) content.values[target.field] = cell;
  } else {
    const person = content.people.find(({ role }) => role === target.role);
    if (person) readMember(person, target.member, header, cell, note);
  }
}

/** Whether the field, or the group of radio buttons, can have this value. */
function readValue(name: string, header: string, cell: string, fields: NamedFields, note: Note): boolean {
  const field = fields.field(name);
  const choices = field ? [] : fields.choices(name);
  if (cell.length > longestValue) {
    note("value_too_long", header, `${header} needs at most ${longestValue} characters`);
    return false;
  }
  if (choices.length > 0 && !choices.some((choice) => choiceName(choice) === cell)) {
    note("option_unknown", header, `${header} needs one of ${choices.map(choiceName).join(", ")}`);
    return false;
  }
  if (!field) return true;
  if (isTicked(field.type)) {
    if (readTick(cell) !== null) return true;
    note("option_unknown", header, `${header} is a ${field.type}: write true or false`);
    return false;
  }
  if (field.rules?.pattern !== undefined) fields.match(field.rules.pattern, cell);
  const fault = faultOf({ type: field.type, rules: field.rules ?? null }, cell, matches);
  if (fault)
    note(fault.code === "not_an_option" ? "option_unknown" : "value_invalid", header, `${header} ${faultText(fault)}`);
  return fault === null;
}

function readMember(
  person: BulkPerson,
  member: "email" | "displayName" | "language" | "phone",
  header: string,
  cell: string,
  note: Note,
): void {
  if (member === "email") person.email = normaliseEmail(cell);
  else if (member === "phone") person.phone = cell;
  else if (member === "language") {
    person.language = readLanguage(cell);
    if (person.language === null)
      note("language_unknown", header, `${header} needs one of ${languageCodes.join(", ")}`);
  } else {
    const name = personName.safeParse(cell);
    if (name.success) person.displayName = name.data || null;
    else note("name_invalid", header, `${header} needs at most 255 characters on one line`);
  }
}

/** Accepts a code, a tag, or the language's own name. */
function readLanguage(cell: string): string | null {
  const wanted = cell.toLowerCase();
  const byName = languageCodes.find(
    (code) =>
      languages[code].ownName.toLowerCase().replace(/ \(.*/, "") === wanted ||
      languages[code].tag.toLowerCase() === wanted,
  );
  return byName ?? toLanguage(wanted);
}

const personCodes: Readonly<Record<string, { member: string; codes: Readonly<Record<string, BulkProblemCode>> }>> = {
  email: {
    member: "e-mail",
    codes: {
      required: "address_missing",
      email_invalid: "address_malformed",
      too_long: "address_too_long",
      duplicate: "address_repeated",
    },
  },
  phone: { member: "phone", codes: { phone_invalid: "phone_malformed" } },
};

const addressTexts: Partial<Record<BulkProblemCode, string>> = {
  address_missing: "is empty",
  address_malformed: "is not an e-mail address",
  address_too_long: `needs at most ${longestEmail} characters`,
  address_repeated: "has the address of another person in this row",
  phone_malformed: "is not a phone number in international form, such as +491701234567",
};

/** Runs the same checks as the release, so that the results agree. */
function checkPeople(
  ctx: Pick<Ctx, "limits" | "gateways">,
  { people }: ReadRow,
  { version, settings }: RowRules,
  note: Note,
): void {
  const { roles } = version;
  const named = Object.fromEntries(people.map(({ role, ...person }) => [role, personInput(person)]));
  try {
    readSigners(ctx, usersOf(roles, [], named, settings), { settings, mayNameById: false });
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== "validation_failed") throw error;
    for (const { pointer, code } of error.violations) {
      const [, index, name] = /^\/users\/(\d+)\/(\w+)/.exec(pointer) ?? [];
      const known = personCodes[name ?? ""];
      const mapped = known?.codes[code];
      // A fault in the template itself, such as a CC without e-mails: every row would fail.
      if (index === undefined || !known || !mapped) throw error;
      const column = `${roles[Number(index)]?.name ?? ""} ${known.member}`;
      note(mapped, column, `${column} ${addressTexts[mapped] ?? ""}`);
    }
  }
  for (const [index, role] of roles.entries())
    if (isPhoneMissing(role, people[index], settings))
      note("phone_missing", `${role.name} phone`, `${role.name} phone is empty, and a code is sent to it`);
}

/** People with an account may have stored a number in it. */
function isPhoneMissing(role: TemplateRole, person: BulkPerson | undefined, settings: Settings): boolean {
  const identifyMethod = role.identifyMethod ?? settings.identifyMethods[0];
  const needs = mayNeedPhone({ ...role, identifyMethod: identifyMethod ?? null }, settings.signMethod);
  return needs && !person?.phone && identifyMethod !== "account";
}

/** A person as input for `POST /templates/{id}/requests`. */
export function personInput({ email, displayName, language, phone }: Omit<BulkPerson, "role">) {
  return {
    email,
    displayName,
    phone,
    ...(language === null ? {} : { language: toLanguage(language) }),
  };
}

/** Duplicate rows, and rows for the same people. The first of several is accepted. */
function findDuplicates(rows: readonly ReadRow[], { allowsDuplicates }: RowRules): BulkProblem[] {
  const byContent = new Map<string, number>();
  const byPeople = new Map<string, number>();
  return rows.flatMap(({ number, title, people, values }): BulkProblem[] => {
    const addresses = people.map(({ email }) => email);
    if (addresses.every((email) => email === "")) return [];
    const whom = JSON.stringify(addresses);
    const contents = JSON.stringify([addresses, title, Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1))]);
    const [sameRow, samePeople] = [byContent.get(contents), byPeople.get(whom)];
    if (sameRow === undefined) byContent.set(contents, number);
    if (samePeople === undefined) byPeople.set(whom, number);
    if (sameRow !== undefined)
      return [{ row: number, column: null, code: "duplicate_row", detail: `The row is the same as row ${sameRow}` }];
    if (samePeople === undefined || allowsDuplicates) return [];
    return [
      {
        row: number,
        column: null,
        code: "duplicate_address",
        detail: `The row has the same addresses as row ${samePeople}`,
      },
    ];
  });
}

/** Names and values are drawn on the pages, so our fonts must have every glyph. One engine call checks all of them. */
async function findUndrawable(ctx: Ctx, rows: readonly ReadRow[], { matched }: RowRules): Promise<BulkProblem[]> {
  const texts = rows.flatMap(({ number, people, values }) => [
    ...people.flatMap(({ role, displayName }) =>
      displayName ? [{ number, text: displayName, column: `${role} name` }] : [],
    ),
    ...Object.entries(values).map(([field, text]) => ({ number, text, column: headerOf(matched, field) })),
  ]);
  const drawn = [...new Set(texts.map(({ text }) => text.replace(/\p{Cc}/gu, " ")))].filter(
    (text) => text.trim() !== "",
  );
  const missing = drawn.length === 0 ? [] : await ctx.engine.missingGlyphs(drawn);
  if (missing.length === 0) return [];
  return texts.flatMap(({ number, text, column }): BulkProblem[] => {
    const characters = missing.filter((character) => text.includes(character));
    if (characters.length === 0) return [];
    return [
      {
        row: number,
        column,
        code: "glyph_missing",
        detail: `${column} has characters that cannot be drawn on the document: ${characters.join(" ")}`,
      },
    ];
  });
}

function headerOf({ byPosition }: MatchedColumns, field: string): string {
  const column = byPosition.find((known) => known?.target.kind === "value" && known.target.field === field);
  return column?.header ?? field;
}
