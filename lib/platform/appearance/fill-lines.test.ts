import { expect, test } from "vitest";
import { contrast } from "@/lib/platform/brand/brand-colours";
import { signatureOptionsChange } from "@/lib/platform/settings/signature-options-schema";
import { fillLines, unknownVariables } from "./fill-lines";
import { groundOf } from "./ground";
import { standardOptions, withOptions } from "./options";

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

test("fills the lines, leaves out those whose variables are all empty, and never reads a value as a template", () => {
  expect(filled(["Signed by {{ name }}", "Reason: {{reason}}", "{{reason}} / {{location}}", "Fixed"])).toEqual([
    "Signed by Ana {{email}}",
    "/ São Paulo",
    "Fixed",
  ]);
});

test("states the time with the distance of its zone from UTC", () => {
  expect(filled(["{{time}}"])).toEqual(["2026-11-26 09:05 UTC"]);
  expect(filled(["{{time}}"], "America/Sao_Paulo")).toEqual(["2026-11-26 06:05 UTC-3"]);
});

test("keeps times and addresses from left to right in a line with letters from right to left", () => {
  const inArabic = { ...facts, name: "محمد" };
  expect(fillLines({ lines: ["{{name}} {{time}}", "{{email}}"], timeZone: null }, inArabic)).toEqual([
    "محمد \u200e2026-11-26 09:05 UTC\u200e",
    "ana@example.org",
  ]);
});

test("knows a closed list of variables", () => {
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

test("black text has a contrast of 7 on every background, whatever the brand's colour", () => {
  for (const colour of ["#000000", "#ffff00", "#0a6c67", "#ff0000", null]) {
    for (const background of ["light", "brand"] as const)
      expect(contrast("#000000", groundOf(background, colour).background ?? "")).toBeGreaterThan(7);
  }
  expect(groundOf("none", "#0a6c67")).toEqual({ background: null, accent: null });
});

test("a request changes the members that it names", () => {
  expect(
    withOptions(standardOptions, { appearance: { logo: true, lines: undefined }, verificationMark: "margin" }),
  ).toEqual({
    ...standardOptions,
    appearance: { ...standardOptions.appearance, logo: true },
    verificationMark: "margin",
  });
});
