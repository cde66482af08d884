import { execFileSync } from "node:child_process";
import { createWriteStream, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { auditPersonalValues } from "@/db/schema/work";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import { parseStrictJson } from "@/lib/api/http/body/strict-json";
import { authorityPem } from "@/lib/authority/document-signer";
import type { Actor, Ctx } from "@/lib/context/context";
import { sampleHeads } from "@/lib/documents/attachments/testing/sample-files";
import { makePdf } from "@/lib/pdf/testing/make-pdf";
import { eventHash, genesis } from "@/lib/records/audit/chain";
import { uploadAttachment } from "@/lib/signing/attachments/upload";
import { finishFile } from "@/lib/signing/finish";
import { readFile, releasedScenario } from "@/lib/signing/testing/signing-scenario";
import { exactly } from "@/lib/testing/representatives";
import { useTestContext } from "@/lib/testing/test-context";
import { attachmentEntry } from "./bundle-entries";
import { checkInput, type CheckedInput } from "./check/check-input";
import type { Problem } from "./check/findings";
import { readBundle, type UnpackedBundle } from "./check/read-bundle";
import { downloadBundle } from "./download-bundle";
import type { ChainDocument, ChainEvent } from "./schema";
import { completedScenario, signAll, type CompletedScenario } from "./testing/completed-scenario";
import { useVerifyCommand } from "./testing/run-verify";

const db = useRolledBackDatabase();
const context = useTestContext();
let folder = "";

beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), "paraph-bundle-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function fetchBundle(ctx: Ctx, actor: Actor, scenario: CompletedScenario): Promise<string> {
  const target = path.join(mkdtempSync(path.join(folder, "fetched-")), "bundle.zip");
  await pipeline((await downloadBundle(ctx, actor, { uuid: scenario.file.uuid })).stream, createWriteStream(target));
  return target;
}

async function unpack(zip: string): Promise<Required<UnpackedBundle>> {
  return (await readBundle(zip, mkdtempSync(path.join(folder, "unpacked-")))) as Required<UnpackedBundle>;
}

function check(parts: UnpackedBundle, changes: { chain?: ChainDocument; document?: Buffer } = {}): CheckedInput {
  const place = mkdtempSync(path.join(folder, "checked-"));
  const placed = (name: string, bytes: Buffer | string): string => {
    const target = path.join(place, name);
    writeFileSync(target, bytes);
    return target;
  };
  return checkInput(
    {
      document: changes.document ? placed("document.pdf", changes.document) : (parts["document.pdf"] ?? null),
      evidence: parts["evidence.pdf"] ?? null,
      chain: changes.chain ? placed("chain.json", JSON.stringify(changes.chain)) : (parts["chain.json"] ?? null),
    },
    (bytes) => parseStrictJson(bytes, 32),
  );
}

function chainIn(parts: UnpackedBundle): ChainDocument {
  return JSON.parse(readFileSync(parts["chain.json"] ?? "", "utf8")) as ChainDocument;
}

/** A forgery by an attacker with the database but without the seal's key: all hashes recomputed from `from` on. */
function rewritten(chain: ChainDocument, change: (event: ChainEvent) => ChainEvent): ChainDocument {
  let prev = genesis(chain.file.uuid, chain.file.originalSha256);
  const data = chain.data.map((old) => {
    const { hash: _hash, ...content } = { ...change(old), prev };
    prev = eventHash(content);
    return { ...content, hash: prev };
  });
  const at = (seq: number) => ({ seq, hash: data[seq]?.hash ?? "" });
  return { ...chain, data, head: at(data.length - 1), sealed: chain.sealed && at(chain.sealed.seq) };
}

/** The name of an event in a finding. */
function eventAt(chain: ChainDocument, index: number): object {
  const { seq, type, at } = chain.data[index] as ChainEvent;
  return { seq, type, at };
}

function cutAfter(chain: ChainDocument, seq: number): ChainDocument {
  const data = chain.data.slice(0, seq + 1);
  return {
    ...chain,
    data,
    head: { seq, hash: data[seq]?.hash ?? "" },
    personal: chain.personal.filter((value) => value.seq <= seq),
  };
}

async function bundled(): Promise<{
  ctx: Ctx;
  scenario: CompletedScenario;
  zip: string;
  parts: Required<UnpackedBundle>;
}> {
  const ctx = context(db());
  const scenario = await completedScenario(
    ctx,
    [
      { name: "Ana Müller", fields: [{ type: "signature" }] },
      { name: "Bo", method: "password" },
    ],
    makePdf({ pages: [{}], sizeBytes: 20_000 }),
  );
  const zip = await fetchBundle(ctx, scenario.requester, scenario);
  return { ctx, scenario, zip, parts: await unpack(zip) };
}

describe("a bundle", () => {
  test("with fields that conditions left out is valid, and its evidence names them @exhaustive", async () => {
    const ctx = context(db());
    const scenario = await completedScenario(ctx, [
      {
        name: "Ana",
        fields: [
          { type: "signature" },
          { type: "checkbox", label: "Company", required: false },
          { type: "text", label: "VAT number", showWhen: 'field("Company")' },
        ],
      },
    ]);
    const parts = await unpack(await fetchBundle(ctx, scenario.requester, scenario));
    expect(check(parts).problems).toEqual([]);
    const skipped = [{ elementId: scenario.signers[0].fieldIds[2], type: "text", page: 1 }];
    expect(chainIn(parts).data.find(({ type }) => type === "signed")?.data).toMatchObject({ skipped });
  });

  test("is valid by itself, and each change up to the seal is reported", async () => {
    const { parts } = await bundled();
    const chain = chainIn(parts);
    const sealed = chain.sealed?.seq ?? 0;
    const later = chain.data.length - sealed - 1;
    const complete = check(parts);
    expect(complete).toMatchObject({
      problems: [],
      document: { verdict: "intact_later_allowed" },
      evidence: { verdict: "intact" },
    });
    expect(complete.notes).toEqual(
      expect.arrayContaining([
        { code: "seal_covers", params: { event: eventAt(chain, sealed) } },
        { code: "events_after_seal", params: { count: later } },
        { code: "begins_with_upload", params: { size: chain.file.originalSize } },
      ]),
    );

    // Truncated to before the seal, with the head adjusted.
    expect(check(parts, { chain: { ...cutAfter(chain, sealed - 1), sealed: null } }).problems).toEqual(
      expect.arrayContaining([
        {
          code: "sealed_event_missing",
          params: { head: chain.sealed?.hash, last: eventAt(chain, sealed - 1) },
        },
        { code: "signature_not_recorded", params: { field: chain.data[sealed]?.data.fieldName } },
      ]),
    );
    // Rewritten completely: the chain is consistent, but does not match the seal.
    const other = rewritten(chain, (event) =>
      event.type === "signed" ? { ...event, at: "2020-01-01T00:00:00.000Z" } : event,
    );
    expect(check(parts, { chain: other }).problems[0]).toEqual({
      code: "sealed_event_missing",
      params: { head: chain.sealed?.hash, last: eventAt(chain, chain.head.seq) },
    });
    // Another sealed event than the one in the seal.
    expect(check(parts, { chain: { ...chain, sealed: chain.head } }).problems[0]).toEqual({
      code: "sealed_event_mismatch",
      params: { event: eventAt(chain, sealed) },
    });
    // Only events after the seal may be missing, and the others show that they are.
    expect(check(parts, { chain: cutAfter(chain, sealed) }).problems).toEqual([]);
  });

  test("compares a signature's event with the bytes and the certificate in the PDF @exhaustive", async () => {
    const { parts } = await bundled();
    const chain = chainIn(parts);
    const lie = (name: "doc" | "data", members: Record<string, unknown>): Problem[] =>
      check(parts, {
        chain: rewritten(chain, (event) =>
          event.type === "signed" ? { ...event, [name]: { ...event[name], ...members } } : event,
        ),
      }).problems;
    const signed = chain.data.find(({ type }) => type === "signed") as ChainEvent;
    const event = eventAt(chain, signed.seq);
    const mismatch = { code: "signature_certificate_mismatch", params: { field: signed.data.fieldName, event } };
    expect(lie("doc", { sha256: "ab".repeat(32) })).toContainEqual({
      code: "bytes_mismatch",
      params: { size: signed.doc.size, event },
    });
    expect(lie("doc", { size: 10_000_000 })).toContainEqual({ code: "document_shorter", params: { event } });
    expect(lie("data", { serialNumber: "01" })).toContainEqual(mismatch);
    expect(lie("data", { certificateSha256: "cd".repeat(32) })).toContainEqual(mismatch);
    expect(lie("data", { fieldName: "another" })).toContainEqual({ code: "signature_missing", params: { event } });
  });

  test("is rejected if its parts belong to two documents @exhaustive", async () => {
    const ctx = context(db());
    const [one, two] = [
      await completedScenario(ctx, [{ name: "Ana" }]),
      await completedScenario(ctx, [{ name: "Bo" }]),
    ];
    const [first, second] = [
      await unpack(await fetchBundle(ctx, one.requester, one)),
      await unpack(await fetchBundle(ctx, two.requester, two)),
    ];
    const unsealed = { code: "evidence_seal_missing", params: {} };
    expect(check({ ...first, "chain.json": second["chain.json"] }).problems).toEqual(
      expect.arrayContaining([{ code: "seal_missing", params: { file: two.file.uuid } }, unsealed]),
    );
    expect(check({ ...first, "evidence.pdf": second["evidence.pdf"] }).problems).toEqual([unsealed]);
    expect(check({ ...first, "document.pdf": second["document.pdf"] }).problems[0]).toEqual({
      code: "seal_missing",
      params: { file: one.file.uuid },
    });
    expect(check({ ...first, "evidence.pdf": first["document.pdf"] }).problems[0]).toMatchObject({
      code: "evidence_seal_mismatch",
      params: { decidedBy: { code: "nothing_changed" } },
    });
  });

  test("is rejected if one byte of the document or of the evidence changed @exhaustive", async () => {
    const { parts } = await bundled();
    const chain = chainIn(parts);
    const signed = chain.data.find(({ type }) => type === "signed");
    const bytes = readFileSync(parts["document.pdf"]);
    bytes[5000] = (bytes[5000] ?? 0) ^ 1;
    expect(check(parts, { document: bytes }).problems).toEqual(
      expect.arrayContaining([
        {
          code: "verdict_not_intact",
          params: { pdf: "document", verdict: expect.stringMatching(/^(modified|invalid)$/) as string },
        },
        { code: "bytes_mismatch", params: { size: signed?.doc.size, event: eventAt(chain, signed?.seq ?? -1) } },
      ]),
    );
    const evidence = readFileSync(parts["evidence.pdf"]);
    evidence[3000] = (evidence[3000] ?? 0) ^ 1;
    writeFileSync(parts["evidence.pdf"], evidence);
    expect(check(parts).problems).toMatchObject([
      { code: "evidence_seal_mismatch", params: { decidedBy: { code: "digest_mismatch" } } },
    ]);
  });

  test("stays fully checkable after a person's values are erased @exhaustive", async () => {
    const { ctx, scenario } = await bundled();
    await ctx.db.delete(auditPersonalValues).where(eq(auditPersonalValues.fileId, scenario.fileId));
    const parts = await unpack(await fetchBundle(ctx, scenario.requester, scenario));
    const checked = check(parts);
    expect(checked.problems).toEqual([]);
    expect(checked.notes).toContainEqual({
      code: "personal_values_hidden",
      params: { count: expect.any(Number) as number },
    });
  });

  test("contains no personal values of others except those of signing in a signer's copy, and all in the requester's @exhaustive", async () => {
    const { ctx, scenario, parts } = await bundled();
    const [ana, bo] = exactly(2, scenario.signers);
    const complete = chainIn(parts);
    const copy = await unpack(await fetchBundle(ctx, bo.actor, scenario));
    const chain = chainIn(copy);
    expect(check(copy).problems).toEqual([]);
    expect(complete.personal.map(({ value }) => value)).toContain(scenario.requester.account.email);
    expect(chain.personal.map(({ value }) => value)).not.toContain(scenario.requester.account.email);
    const shownOfAna = chain.personal
      .filter(({ value }) => value === ana.actor.account.email)
      .map(({ seq }) => chain.data[seq]?.type);
    expect(shownOfAna).toEqual(["signed"]);
    expect(chain.personal.filter(({ value }) => value === bo.actor.account.email).length).toBeGreaterThan(1);
  });

  test("is a zip that an outside tool accepts, with certificates that openssl accepts, and reveals no mailed link @exhaustive", async () => {
    const { zip, parts, scenario } = await bundled();
    expect(execFileSync("unzip", ["-tq", zip]).toString()).toContain("No errors detected");
    expect(execFileSync("unzip", ["-Z1", zip]).toString().trim().split("\n")).toEqual([
      "README.txt",
      "document.pdf",
      "evidence.pdf",
      "chain.json",
      "certificates.pem",
      "closing.json",
      "closing.p7s",
    ]);
    const pem = readFileSync(parts["certificates.pem"], "utf8");
    const names =
      pem
        .match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g)
        ?.map((one) => execFileSync("openssl", ["x509", "-noout", "-subject"], { input: one }).toString()) ?? [];
    expect(names.length).toBeGreaterThanOrEqual(5);
    expect(names.at(-1)).toMatch(/Root/);
    const everything = Object.values(parts)
      .map((part) => readFileSync(part, "latin1"))
      .join();
    for (const { link } of scenario.signers) expect(everything).not.toContain(link);
  });
});

describe("npm run verify", () => {
  const verify = useVerifyCommand();
  const run = async (...args: string[]) => {
    const ended = verify(...args);
    // Postgres ends the test's transaction after 15 s of inactivity.
    await db().execute(sql`select 1`);
    return ended;
  };

  test("exits with 0 if everything is valid, 1 and the event if not, and 2 if it cannot be checked @exhaustive", async () => {
    const { ctx, zip, parts } = await bundled();
    const good = await run(parts["document.pdf"], zip);
    expect([good.status, good.stderr]).toEqual([0, ""]);
    expect(good.stdout).toMatch(
      /evidence {2}intact[\s\S]*Everything given is valid, but the service that sealed it was not verified\. /,
    );

    const chain = chainIn(parts);
    const forged = path.join(folder, "forged.json");
    writeFileSync(
      forged,
      JSON.stringify({
        ...chain,
        data: chain.data.map((event) =>
          event.type === "signed" ? { ...event, at: "2020-01-01T00:00:00.000Z" } : event,
        ),
      }),
    );
    const bad = await run(parts["document.pdf"], forged);
    expect(bad.status).toBe(1);
    expect(bad.stdout).toMatch(/^PROBLEM {3}event \d+ \(signed, 2020-01-01T00:00:00\.000Z\) was altered$/m);

    const pem = path.join(folder, "ca.pem");
    writeFileSync(pem, await authorityPem(ctx));
    expect((await run(`--ca=${pem}`, zip)).status).toBe(0);
    execFileSync(
      "openssl",
      [
        "req",
        "-x509",
        "-newkey",
        "ec",
        "-pkeyopt",
        "ec_paramgen_curve:P-256",
        "-nodes",
        "-keyout",
        path.join(folder, "another.key"),
        "-out",
        pem,
        "-subj",
        "/CN=Another",
        "-days",
        "2",
      ],
      { stdio: "ignore" },
    );
    const foreign = await run("--json", `--ca=${pem}`, zip);
    expect(foreign.status).toBe(1);
    expect((JSON.parse(foreign.stdout) as CheckedInput).problems).toMatchObject([
      { code: "seal_authority_mismatch", params: { pdf: "document" } },
      { code: "seal_authority_mismatch", params: { pdf: "evidence" } },
      { code: "closing_signer_unknown", params: { compared: "roots" } },
    ]);

    expect((await run()).status).toBe(2);
    writeFileSync(forged, '{"format":"paraph-chain-1","format":"paraph-chain-1"}');
    expect(await run(parts["document.pdf"], forged)).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/^cannot be checked: the audit trail is not valid JSON/),
    });
    expect((await run("/nowhere/at/all.pdf")).status).toBe(2);
  });
});

describe("attachments in a bundle", () => {
  async function attached() {
    const ctx = context(db());
    const people = [
      { name: "Ana", attachmentRequests: [{ label: "ID card" }] },
      { name: "Bo", attachmentRequests: [{ label: "Payslip", types: ["pdf" as const] }] },
    ] satisfies [unknown, unknown];
    const scenario = await releasedScenario(ctx, people);
    const [ana, bo] = scenario.signers;
    const send = (person: typeof ana, bytes: Buffer, name: string) =>
      uploadAttachment(ctx, person.actor, {
        ...{ u: person.link, requestId: 1, name },
        file: { stream: [bytes], formName: null },
      });
    const files = [await send(ana, sampleHeads.jpeg, "secret-front.jpg"), await send(bo, sampleHeads.pdf, "pay.pdf")];
    await signAll(ctx, scenario, people);
    await finishFile(ctx, scenario.fileId);
    const completed = { ...scenario, file: await readFile(ctx, scenario.fileId) };
    return { ctx, completed, ana, bo, files };
  }

  async function open(zip: string) {
    const into = mkdtempSync(path.join(folder, "attached-"));
    const attachments = new Map<string, string>();
    const foreign: string[] = [];
    const parts = await readBundle(
      zip,
      into,
      (name) => foreign.push(name),
      (name, file) => attachments.set(name, file),
    );
    return { parts, foreign, attachments };
  }

  const judged = (bundle: Awaited<ReturnType<typeof open>>) =>
    checkInput(
      {
        bundle,
        document: bundle.parts["document.pdf"] ?? null,
        evidence: bundle.parts["evidence.pdf"] ?? null,
        chain: bundle.parts["chain.json"] ?? null,
      },
      (bytes) => parseStrictJson(bytes, 32),
    );

  test("include all for the requester and a signer's own for the signer, under generated names @exhaustive", async () => {
    const { ctx, completed, ana, bo, files } = await attached();
    const names = files.map((file) => attachmentEntry(file));
    const complete = await open(await fetchBundle(ctx, completed.requester, completed));
    expect([...complete.attachments.keys()]).toEqual(names);
    expect(judged(complete)).toMatchObject({ problems: [] });
    expect(judged(complete).notes).toContainEqual({ code: "attachments_match", params: { count: 2 } });
    const anas = await open(await fetchBundle(ctx, ana.actor, completed));
    expect([...anas.attachments.keys()]).toEqual([names[0]]);
    expect(judged(anas).problems).toEqual([]);
    expect(judged(anas).notes).toContainEqual({ code: "attachments_not_included", params: { count: 1 } });
    const bos = await open(await fetchBundle(ctx, bo.actor, completed));
    expect(readFileSync(bos.parts["chain.json"] ?? "", "utf8")).not.toContain("secret-front");
    const document = readFileSync(complete.parts["document.pdf"] ?? "");
    expect(document.includes(sampleHeads.jpeg)).toBe(false);
  });

  test("are reported if swapped, altered, added or removed @exhaustive", async () => {
    const { ctx, completed, files } = await attached();
    const zip = await fetchBundle(ctx, completed.requester, completed);
    const [first = "", second = ""] = files.map((file) => attachmentEntry(file));
    const altered = await open(zip);
    writeFileSync(altered.attachments.get(first) ?? "", "altered");
    const recorded = chainIn(altered.parts).data.find(
      ({ type, data }) => type === "attachment.added" && data.attachmentId === files[0]?.id,
    );
    expect(judged(altered).problems).toEqual([
      { code: "attachment_mismatch", params: { name: first, seq: recorded?.seq } },
      { code: "closed_entry_mismatch", params: { name: first } },
    ]);
    const taken = await open(zip);
    taken.attachments.delete(second);
    expect(judged(taken).problems).toEqual([{ code: "closed_entry_missing", params: { name: second } }]);
    const added = await open(zip);
    added.attachments.set("attachments/1-99999.pdf", added.attachments.get(second) ?? "");
    expect(judged(added).problems).toContainEqual({
      code: "attachment_not_recorded",
      params: { name: "attachments/1-99999.pdf" },
    });
  });
});
