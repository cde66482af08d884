import { expect, test } from "vitest";
import { signatureOptionsChange } from "@/lib/context/settings/schema";
import { contrast } from "@/lib/platform/brand";
import { baseDirection } from "@/lib/platform/geometry/field-text";
import { fillLines, groundOf, standardOptions, unknownVariables, withOptions } from "./signature-appearance";

const facts = {
  name: "Ana {{email}}",
  email: "ana@example.org",
  reason: "",
  location: "São\nPaulo",
  id: "42",
  organisation: "Harbour",
  signedAt: new Date("2026-11-26T09:05:00Z"),
};
const filled = (lines: string[], timeZone: string | null = null) => fillLines({ lines, timeZone }, facts);

test("fills the lines, omits those whose variables are all empty, and never treats a value as a template", () => {
  expect(filled(["Signed by {{ name }}", "Reason: {{reason}}", "{{reason}} / {{location}}", "Fixed"])).toEqual([
    "Signed by Ana {{email}}",
    "/ São Paulo",
    "Fixed",
  ]);
});

test("gives the time with its zone's offset from UTC", () => {
  expect(filled(["{{time}}"])).toEqual(["2026-11-26 09:05 UTC"]);
  expect(filled(["{{time}}"], "America/Sao_Paulo")).toEqual(["2026-11-26 06:05 UTC-3"]);
});

test("isolates each value in a line with right-to-left letters and takes the line's direction from the template", () => {
  const fill = (line: string, name: string) => fillLines({ lines: [line], timeZone: null }, { ...facts, name })[0];
  expect(fill("{{name}} {{time}}", "محمد")).toBe("\u200f\u2068محمد\u2069 \u20662026-11-26 09:05 UTC\u2069");
  expect(fill("{{name}}: {{organisation}}", "محمد\u2069")).toBe("\u200f\u2068محمد\u2069: \u2068Harbour\u2069");
  expect(fill("{{name}} — وقّع", "Ana")).toBe("\u2068Ana\u2069 — وقّع");
  expect(fill("Signed by {{name}}", "محمد")).toBe("Signed by \u2068محمد\u2069");
  expect(fill("{{name}}, {{email}}", "Ana")).toBe("Ana, ana@example.org");
  expect(
    ["\u200f\u2068Ana\u2069 ب", "\u2068Ana\u2069 — وقّع", "Signed by \u2068محمد\u2069", "\u2068محمد\u2069"].map(
      baseDirection,
    ),
  ).toEqual(["rtl", "rtl", "ltr", "ltr"]);
});

test("accepts only the listed variables", () => {
  expect(unknownVariables("{{name}} {{ time }}")).toEqual([]);
  expect(unknownVariables("{{city}} {{name}}")).toEqual(["city"]);
  expect(unknownVariables("{{name}")).toEqual(["{{"]);
  const lines = ["{{name}}", "{{city}}"];
  expect(signatureOptionsChange.safeParse({ appearance: { lines } }).error?.issues[0]?.path).toEqual([
    "appearance",
    "lines",
    1,
  ]);
});

test("gives black text a contrast of 7 on every background, whatever the brand's colour", () => {
  for (const colour of ["#000000", "#ffff00", "#0a6c67", "#ff0000", null]) {
    for (const background of ["light", "brand"] as const)
      expect(contrast("#000000", groundOf(background, colour).background ?? "")).toBeGreaterThan(7);
  }
  expect(groundOf("none", "#0a6c67")).toEqual({ background: null, accent: null });
});

test("changes only the options that a request names", () => {
  expect(
    withOptions(standardOptions, { appearance: { logo: true, lines: undefined }, verificationMark: "margin" }),
  ).toEqual({
    ...standardOptions,
    appearance: { ...standardOptions.appearance, logo: true },
    verificationMark: "margin",
  });
});
