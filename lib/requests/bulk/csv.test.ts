import { describe, expect, test } from "vitest";
import type { TemplateField, TemplateRole } from "@/db/schema/templates";
import { knownColumns, matchColumns, normalise } from "./columns";
import { readCsv, separators, withoutFormulas } from "./csv";

const text = 'E-mail,Name,Note\r\nana@x.example,"Ana, María","two\r\nlines"\r\n,,\r\nbo@x.example,"Bo ""B"" Öst",\r\n';
const rows = [
  { number: 2, cells: ["ana@x.example", "Ana, María", "two\nlines"] },
  { number: 4, cells: ["bo@x.example", 'Bo "B" Öst', ""] },
];
const isKnown = (header: string) => ["E-mail", "Name", "Note"].includes(header);
const swapped = (bytes: Buffer) => Buffer.from(bytes).swap16();

describe("a CSV file", () => {
  const utf16 = Buffer.from(text, "utf16le");
  test.each([
    ["UTF-8", Buffer.from(text)],
    ["UTF-8 with a mark", Buffer.from(`\uFEFF${text}`)],
    ["UTF-16 LE with a mark", Buffer.from(`\uFEFF${text}`, "utf16le")],
    ["UTF-16 BE with a mark", swapped(Buffer.from(`\uFEFF${text}`, "utf16le"))],
    ["UTF-16 LE", utf16],
    ["UTF-16 BE", swapped(utf16)],
    ["line feeds only", Buffer.from(text.replaceAll("\r\n", "\n"))],
    ["carriage returns only", Buffer.from(text.replaceAll("\r\n", "\r"))],
    ["different line ends", Buffer.from(text.replace('",\r\n', '",\n').replace('lines"\r\n', 'lines"\n'))],
    ["Excel's line that names the separator", Buffer.from(`sep=,\r\n${text}`)],
  ])("in %s has the same rows, with the numbers of a spreadsheet", (_name, bytes) => {
    expect(readCsv(bytes, isKnown)).toEqual({ header: ["E-mail", "Name", "Note"], rows, separator: "," });
  });

  test.each(separators)("separated by %j is recognised by its header", (separator) => {
    const file = `E-mail${separator}Name\na@x.example${separator}Name; with, all\n`.replace(
      "Name; with, all",
      '"Name; with,\tall"',
    );
    expect(readCsv(Buffer.from(file), isKnown)).toMatchObject({
      separator,
      rows: [{ number: 2, cells: ["a@x.example", "Name; with,\tall"] }],
    });
  });

  test("in another encoding, without content, or with an open quote is refused", () => {
    expect(readCsv(Buffer.from("E-mail,Name\na@x.example,Jos\xe9", "latin1"), isKnown)).toEqual({
      fault: "encoding_unknown",
    });
    expect(readCsv(Buffer.from("\n\n"), isKnown)).toEqual({ fault: "empty" });
    expect(readCsv(Buffer.from('E-mail,Name\na@x.example,"Ana\n'), isKnown)).toEqual({ fault: "quote_unclosed" });
  });
});

test("reads a file of millions of lines or columns only up to a limit @exhaustive", () => {
  expect(readCsv(Buffer.from(`E-mail\n${"\n".repeat(5_000_000)}`), isKnown)).toEqual({ fault: "too_many_rows" });
  expect(readCsv(Buffer.from("a,".repeat(500_000)), isKnown)).toMatchObject({ header: Array(5_000).fill("a") });
});

const role = (name: string, changes: Partial<TemplateRole> = {}): TemplateRole => ({
  name,
  description: null,
  signingOrder: 1,
  signMethod: null,
  notify: true,
  ...changes,
});
const field = (name: string, type: TemplateField["type"] = "text"): TemplateField =>
  ({ name, role: "Tenant", type }) as TemplateField;

describe("the columns of a template", () => {
  const template = {
    roles: [role("Tenant", { signMethod: "sms" }), role("Landlord")],
    fields: [field("Rent"), field("Tenant name"), field("Signature", "signature"), field("Agreed", "checkbox")],
  };
  const known = knownColumns(template, "email");

  test("are listed for each role, the title and each fillable field, with a phone number only where a code needs it", () => {
    expect(known.filter(({ isShown }) => isShown).map(({ header }) => header)).toEqual([
      "Tenant e-mail",
      "Tenant name",
      "Tenant phone",
      "Landlord e-mail",
      "Landlord name",
      "Document title",
      "Rent",
      "Field Tenant name",
      "Agreed",
    ]);
  });

  test("are matched regardless of case, spaces, punctuation and accents", () => {
    const header = ["TENANT_EMAIL", " tenant  name ", "landlord E‑Mail", "Título", "rent", "Colour", "RENT", ""];
    const matched = matchColumns(header, known);
    expect(matched.byPosition.map((column) => column?.header ?? null)).toEqual([
      "Tenant e-mail",
      "Tenant name",
      "Landlord e-mail",
      "Document title",
      "Rent",
      null,
      null,
      null,
    ]);
    expect(matched).toMatchObject({ unknown: ["Colour"], repeated: ["RENT"], missing: [] });
    expect(matchColumns(["Rent"], known).missing.map(({ header: name }) => name)).toEqual([
      "Tenant e-mail",
      "Landlord e-mail",
    ]);
    expect(normalise("%")).toBe("%");
  });

  test("of a template with one role need no role name", () => {
    const one = knownColumns({ roles: [role("Signer 1")], fields: [] }, "email");
    expect(matchColumns(["Email", "Nome"], one).byPosition.map((column) => column?.header)).toEqual([
      "Signer 1 e-mail",
      "Signer 1 name",
    ]);
  });
});

const formulas = ["=1+1", "+1+1", "-1+1", "@SUM(A1)", "\t=1+1", "\uFF1D1+1", "\uFF0B1", "\uFF0D1", "\uFF20SUM(A1)"];
const titles = formulas.flatMap((formula) => [
  formula,
  `Lease;${formula}`,
  `Lease;;${formula};x`,
  `Lease\t${formula}`,
  `Lease\n${formula}`,
  ` ${formula}`,
  `Lease;"${formula}`,
  `Lease;"" \u00A0${formula}`,
]);

test.each([",", ";", "\t"])(
  "keeps every cell from starting a formula in a spreadsheet that separates at %j",
  (separator) => {
    for (const title of titles) {
      // The cells are unquoted, because a spreadsheet reads a quoted cell as a single one.
      const cells = withoutFormulas(title)
        .split(/\r?\n/)
        .flatMap((line) => line.split(separator));
      expect([title, cells.filter((cell) => /^["\s]*[=+\-@\t\uFF1D\uFF0B\uFF0D\uFF20]/.test(cell))]).toEqual([
        title,
        [],
      ]);
    }
  },
);

test("leaves text that is not a formula unchanged", () => {
  for (const title of ["Lease; 950 - 900", "ana@x.example: signed; bo@x.example: pending", "a = b", "O'Neil"])
    expect(withoutFormulas(title)).toBe(title);
});
