import { execFileSync } from "node:child_process";
import { createWriteStream, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ZipFile } from "yazl";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import { parseStrictJson } from "@/lib/api/http/body/strict-json";
import { authorityPem } from "@/lib/authority/document-signer";
import type { Ctx } from "@/lib/context/context";
import { makePdf } from "@/lib/pdf/testing/make-pdf";
import { useTestContext } from "@/lib/testing/test-context";
import { downloadBundle } from "../download-bundle";
import type { ChainDocument } from "../schema";
import { completedScenario, type CompletedScenario } from "../testing/completed-scenario";
import { useVerifyCommand } from "../testing/run-verify";
import { checkInput } from "./check-input";
import type { Note, Problem, ProblemCode } from "./findings";
import { bundleParts, readBundle, type UnpackedBundle } from "./read-bundle";

const db = useRolledBackDatabase();
const context = useTestContext();
const verify = useVerifyCommand();
let folder = "";
beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), "paraph-refuted-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Contents = Partial<Record<string, Buffer>>;

const sha256 = /^[0-9a-f]{64}$/;

function place(name: string, bytes: Buffer | string): string {
  const target = path.join(mkdtempSync(path.join(folder, "given-")), name);
  writeFileSync(target, bytes);
  return target;
}

async function contentsOf(
  ctx: Ctx,
  { requester, file }: CompletedScenario,
): Promise<Required<Record<keyof UnpackedBundle, Buffer>>> {
  const zip = path.join(mkdtempSync(path.join(folder, "fetched-")), "bundle.zip");
  await pipeline((await downloadBundle(ctx, requester, { uuid: file.uuid })).stream, createWriteStream(zip));
  const parts = (await readBundle(zip, mkdtempSync(path.join(folder, "unpacked-")))) as Required<UnpackedBundle>;
  return Object.fromEntries(bundleParts.map((name) => [name, readFileSync(parts[name])])) as Record<
    keyof UnpackedBundle,
    Buffer
  >;
}

async function zipOf(contents: Contents): Promise<string> {
  const zip = new ZipFile();
  for (const [name, bytes] of Object.entries(contents)) if (bytes) zip.addBuffer(bytes, name);
  zip.end();
  const target = path.join(mkdtempSync(path.join(folder, "zip-")), "bundle.zip");
  await pipeline(zip.outputStream, createWriteStream(target));
  return target;
}

/** Only read by the tests, so one pair serves all of them. */
let bundles: ReturnType<typeof makeTwoBundles> | null = null;
const twoBundles = () => (bundles ??= makeTwoBundles());

async function makeTwoBundles() {
  const ctx = context(db());
  const pdf = makePdf({ pages: [{}], sizeBytes: 20_000 });
  const [one, two] = [
    await completedScenario(ctx, [{ name: "Ana" }], pdf),
    await completedScenario(ctx, [{ name: "Bo" }], pdf),
  ];
  return {
    first: await contentsOf(ctx, one),
    second: await contentsOf(ctx, two),
    authorities: await authorityPem(ctx),
  };
}

function run(...args: string[]): { status: number | null; stdout: string; stderr: string } {
  const { status, stdout, stderr } = verify(...args);
  return { status, stdout, stderr };
}

type Reported<Finding> = Finding & { text: string };

/** The exit code and the findings of `--json`. */
function judge(...args: string[]): { status: number | null; problems: object[]; notes: object[] } {
  const { status, stdout } = verify("--json", ...args);
  const { problems, notes } = JSON.parse(stdout) as { problems: Reported<Problem>[]; notes: Reported<Note>[] };
  for (const { text } of [...problems, ...notes]) expect(text).not.toBe("");
  const withoutText = ({ text: _text, ...finding }: Reported<Problem | Note>): object => finding;
  return { status, problems: problems.map(withoutText), notes: notes.map(withoutText) };
}

describe("the arguments of npm run verify @exhaustive", () => {
  test("are all used, or it exits with 2 and names the unusable one @exhaustive", async () => {
    const { first, second } = await twoBundles();
    const [one, two] = [place("one.pdf", first["document.pdf"]), place("two.pdf", second["document.pdf"])];
    const chain = place("chain.json", first["chain.json"]);
    for (const junk of [
      place("junk.json", "[]"),
      place("empty.json", ""),
      place("utf16.json", Buffer.from(`\uFEFF${first["chain.json"].toString()}`, "utf16le")),
    ]) {
      expect(run(one, junk)).toMatchObject({
        status: 2,
        stderr: expect.stringContaining(`${junk} is not a PDF, a bundle`),
      });
    }
    expect(run(one, two)).toMatchObject({
      status: 2,
      stderr: expect.stringContaining(`${two} is a PDF: the second file must be a bundle or a chain`),
    });
    expect(run(chain, one)).toMatchObject({
      status: 2,
      stderr: expect.stringContaining(`${chain} is a chain: the first of two files must be a PDF`),
    });
    expect(run(one, chain, two)).toMatchObject({ status: 2, stderr: expect.stringContaining(two) });
    expect(run("--roots=x", one)).toMatchObject({ status: 2, stderr: expect.stringContaining("--roots=x") });
    expect(run(`--ca=${chain}`, one)).toMatchObject({
      status: 2,
      stderr: expect.stringContaining(`${chain} contains no root certificate`),
    });
    const marked = place("marked.json", Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), first["chain.json"]]));
    expect(run(one, marked)).toMatchObject({ status: 0, stdout: expect.stringMatching(/^chain {5}\d+ events/m) });
  });

  test("identifies the certificates by the fingerprint of the root, or as the given root @exhaustive", async () => {
    const { first, authorities } = await twoBundles();
    const [zip, ca] = [await zipOf(first), place("ca.pem", authorities)];
    const root =
      first["certificates.pem"]
        .toString()
        .match(/SHA-256 ([0-9a-f]{64})/g)
        ?.at(-1) ?? "";
    const alone = run(zip);
    expect(alone.status).toBe(0);
    expect(alone.stdout).toContain(
      `Everything given is valid, but the service that sealed it was not verified. Compare the fingerprint of the root, ${root}, with the one published by the service at /pki/ca.crt, or give --ca=`,
    );
    expect(alone.stdout).toMatch(/chain unknown/);
    const named = run(`--ca=${ca}`, zip);
    expect(named).toMatchObject({
      status: 0,
      stdout: expect.stringContaining(
        "Everything given is valid and sealed by the service whose root certificate you gave.",
      ),
    });
    expect(named.stdout).not.toMatch(/chain unknown/);
    expect(judge(`--ca=${ca}`, place("chain.json", first["chain.json"]))).toMatchObject({
      status: 1,
      problems: [{ code: "no_seal_for_authority", params: {} }],
    });
    expect(run().stderr).toContain("--ca=ROOT.pem");
  });
});

/** The findings without the pictures of pages, for which the command starts two programs. */
async function findingsIn(zip: string, given?: string): Promise<{ problems: Problem[]; notes: Note[] }> {
  const foreign: string[] = [];
  const attachments = new Map<string, string>();
  const parts = await readBundle(
    zip,
    mkdtempSync(path.join(folder, "forged-")),
    (name) => foreign.push(name),
    (name, file) => attachments.set(name, file),
  );
  return checkInput(
    {
      document: given ?? parts["document.pdf"] ?? null,
      evidence: parts["evidence.pdf"] ?? null,
      chain: parts["chain.json"] ?? null,
      bundle: { parts, foreign, attachments },
    },
    (bytes) => parseStrictJson(bytes, 32),
  );
}

describe("a forged bundle", () => {
  test.each(["chain.json", "evidence.pdf", "document.pdf", "certificates.pem", "README.txt"])(
    "is reported as incomplete without %s @exhaustive",
    async (name) => {
      const { first } = await twoBundles();
      const { problems } = await findingsIn(await zipOf({ ...first, [name]: undefined }));
      expect(problems).toEqual([{ code: "entry_missing", params: { name } }]);
    },
  );

  test("is refused with another document's evidence, even without a chain to compare @exhaustive", async () => {
    const { first, second } = await twoBundles();
    const { problems } = await findingsIn(
      await zipOf({ ...first, "chain.json": undefined, "evidence.pdf": second["evidence.pdf"] }),
    );
    expect(problems).toEqual([
      { code: "evidence_seal_missing", params: {} },
      { code: "entry_missing", params: { name: "chain.json" } },
      { code: "closed_entry_mismatch", params: { name: "evidence.pdf" } },
    ]);
  });

  test("is rejected with a document.pdf other than the given one, and a later or earlier revision is reported @exhaustive", async () => {
    const { first, second } = await twoBundles();
    const given = place("given.pdf", first["document.pdf"]);
    const zip = await zipOf({ ...first, "document.pdf": second["document.pdf"] });
    expect((await findingsIn(zip, given)).problems).toContainEqual({ code: "given_pdf_unrelated", params: {} });
    const chain = JSON.parse(first["chain.json"].toString()) as ChainDocument;
    const signed = chain.data.find(({ type }) => type === "signed");
    const earlier = first["document.pdf"].subarray(0, Number(signed?.doc.size));
    expect((await findingsIn(await zipOf(first), place("earlier.pdf", earlier))).notes).toContainEqual({
      code: "given_pdf_earlier",
      params: {},
    });
    expect((await findingsIn(await zipOf({ ...first, "document.pdf": earlier }), given)).notes).toContainEqual({
      code: "given_pdf_later",
      params: {},
    });
  });

  test("is refused with certificates that are not the document's: flipped, replaced, added, or under another fingerprint @exhaustive", async () => {
    const { first, second } = await twoBundles();
    const pem = first["certificates.pem"].toString();
    const problemsWith = async (text: string): Promise<object[]> =>
      (await findingsIn(await zipOf({ ...first, "certificates.pem": Buffer.from(text) }))).problems;
    const named = (code: ProblemCode, subject: string): object => ({
      code,
      params: { subject: expect.stringContaining(subject) as string, sha256: expect.stringMatching(sha256) as string },
    });
    const at = pem.indexOf("-----BEGIN") + 120;
    expect(await problemsWith(`${pem.slice(0, at)}${pem[at] === "A" ? "B" : "A"}${pem.slice(at + 1)}`)).toContainEqual(
      named("certificate_missing", "CN="),
    );
    const replaced = await problemsWith(second["certificates.pem"].toString());
    expect(replaced).toContainEqual(named("certificate_missing", "CN=Ana"));
    expect(replaced).toContainEqual(named("certificate_unexpected", "CN=Bo"));
    const key = path.join(folder, "foreign.key");
    const foreign = execFileSync(
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
        key,
        "-subj",
        "/CN=Paraph Root CA",
        "-days",
        "2",
      ],
      { stdio: ["ignore", "pipe", "ignore"] },
    ).toString();
    expect(await problemsWith(`${pem}\n${foreign}`)).toContainEqual(
      named("certificate_unexpected", "CN=Paraph Root CA"),
    );
    expect(await problemsWith(pem.replace(/SHA-256 [0-9a-f]{4}/, "SHA-256 0000"))).toContainEqual({
      code: "certificate_fingerprints_mismatch",
      params: {},
    });
  });

  test("is rejected with a foreign part, and another README or service is reported as unproven @exhaustive", async () => {
    const { first } = await twoBundles();
    const extended = await zipOf({ ...first, "evil\u202E.sh": Buffer.from("x") });
    expect(judge(extended).problems).toEqual([{ code: "entry_unexpected", params: { name: "evil\u202E.sh" } }]);
    expect(run(extended).stdout).toMatch(/^PROBLEM {3}.*evil\[U\+202E\]\.sh/m);
    expect((await findingsIn(await zipOf({ ...first, "README.txt": Buffer.from("Trust me.") }))).notes).toContainEqual({
      code: "readme_reworded",
      params: {},
    });
    const chain = { ...(JSON.parse(first["chain.json"].toString()) as ChainDocument), service: "https://evil.example" };
    expect(
      (await findingsIn(await zipOf({ ...first, "chain.json": Buffer.from(JSON.stringify(chain)) }))).notes,
    ).toContainEqual({
      code: "service_not_verified",
      params: { service: "https://evil.example" },
    });
  });
});
