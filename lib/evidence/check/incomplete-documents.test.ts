import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import { parseStrictJson } from "@/lib/api/http/body/strict-json";
import { edit } from "@/lib/pades/verify/testing/edit-object";
import { append, makeSignedForm } from "@/lib/pades/verify/testing/signed-files";
import { requestCode } from "@/lib/signing/proof/request-code";
import { sign } from "@/lib/signing/sign";
import { newestCode, readBytes, readFile, releasedScenario } from "@/lib/signing/testing/signing-scenario";
import { useTestContext } from "@/lib/testing/test-context";
import { readChain } from "../read-chain";
import { completedScenario } from "../testing/completed-scenario";
import { useVerifyCommand } from "../testing/run-verify";
import { checkInput, type CheckedInput } from "./check-input";

const db = useRolledBackDatabase();
const context = useTestContext();
let folder = "";
beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), "paraph-incomplete-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function place(name: string, bytes: Buffer | string): string {
  const target = path.join(mkdtempSync(path.join(folder, "given-")), name);
  writeFileSync(target, bytes);
  return target;
}

function check(document: string, chain: string | null): CheckedInput {
  return checkInput({ document, evidence: null, chain }, (bytes) => parseStrictJson(bytes, 32));
}

const run = useVerifyCommand();

test("reports a completed document cut back to before its last signer as a problem with its chain, and exits with 3 without @exhaustive", async () => {
  const ctx = context(db());
  const scenario = await completedScenario(ctx, [{ name: "Ana" }, { name: "Bo" }, { name: "Cy" }]);
  const bytes = await readBytes(ctx, scenario.fileId);
  const chain = await readChain(ctx, scenario.file);
  const second = chain.data.filter(({ type }) => type === "signed")[1];
  const cut = place("cut.pdf", bytes.subarray(0, Number(second?.doc.size)));
  expect(check(cut, place("chain.json", JSON.stringify(chain))).problems).toContainEqual({
    code: "earlier_state",
    params: { pdf: "document", signed: 2, prepared: 3, sealed: false },
  });
  const alone = check(cut, null);
  expect(alone).toMatchObject({
    problems: [],
    document: { verdict: "intact_later_allowed", completeness: { code: "incomplete", signed: 2, prepared: 3 } },
  });
  const { status, stdout } = run(cut);
  expect(status).toBe(3);
  expect(stdout).toContain("Everything given is valid, but the document is not complete: 2 of 3 signed, not sealed.");
});

test("accepts an unaltered unfinished document with its chain, and exits with 3", async () => {
  const ctx = context(db());
  const {
    fileId,
    signers: [ana],
  } = await releasedScenario(ctx, [{ name: "Ana" }, { name: "Bo" }]);
  await requestCode(ctx, ana.actor, { fileId });
  await sign(ctx, ana.actor, {
    target: { fileId },
    code: await newestCode(ctx),
    consent: { version: "1", locale: "en" },
  });
  const document = place("document.pdf", await readBytes(ctx, fileId));
  const chain = place("chain.json", JSON.stringify(await readChain(ctx, await readFile(ctx, fileId))));
  expect(check(document, chain)).toMatchObject({
    problems: [],
    document: { completeness: { code: "incomplete", signed: 1, prepared: 2, sealed: false } },
  });
  expect(run(document, chain)).toMatchObject({
    status: 3,
    stdout: expect.stringMatching(/^outcome {3}incomplete$[^]*^complete {2}no: 1 of 2 signed, not sealed$/m),
  });
  expect(JSON.parse(run("--json", document, chain).stdout)).toMatchObject({ document: { outcome: "incomplete" } });
});

test("exits with 3 for a form filled in after a signature, and names the field's place @exhaustive", async () => {
  const signed = await makeSignedForm({
    widgets: ["/FT/Sig/T(Sig1)/F 132/Rect[10 10 110 60]", "/FT/Tx/T(Sum)/F 4/V()/Rect[10 100 110 120]"],
  });
  const { status, stdout } = run(place("filled.pdf", append(signed, edit(6, { V: "(100)" }))));
  expect(stdout).toContain(
    'warning   the field "Sum" was filled or cleared after Sig1 signed, on page 1 (rectangle 10 100 110 120)',
  );
  expect(stdout).toContain("a field was filled or a signature added over content that a signer did not see");
  expect(status).toBe(3);
});
