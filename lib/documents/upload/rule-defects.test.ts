import pino from "pino";
import { expect, test } from "vitest";
import { notCompared } from "@/lib/pades/verify/report/picture-report";
import { makeSignedForm, verify } from "@/lib/pades/verify/testing/signed-files";
import { logRuleDefects } from "./uploaded-signatures";

function logged(report: Parameters<typeof logRuleDefects>[1]): unknown[] {
  const lines: unknown[] = [];
  logRuleDefects(
    { log: pino({ base: null, timestamp: false }, { write: (line: string) => void lines.push(JSON.parse(line)) }) },
    report,
  );
  return lines;
}

test("logs a verdict that pictures decided against the rules, with the file's hash and the place", async () => {
  const report = verify(await makeSignedForm());
  const place = { page: 1, top: 8, left: 16, width: 24, height: 32, renderer: "pdfjs" as const };
  const signatures = report.signatures.map((record) => ({
    ...record,
    pictures: { ...notCompared, code: "different" as const, overrules: true, places: [place] },
  }));
  expect(logged({ ...report, signatures })).toEqual([
    {
      level: 50,
      sha256: report.sha256,
      field: "Sig1",
      places: [place],
      msg: "verification: the rules permitted a change that pictures show",
    },
  ]);
});

test("does not report a difference that the rules also reject", async () => {
  const report = verify(await makeSignedForm());
  const signatures = report.signatures.map((record) => ({
    ...record,
    pictures: { ...notCompared, code: "different" as const },
  }));
  expect(logged({ ...report, signatures })).toEqual([]);
});
