import { execFileSync } from "node:child_process";
import { createWriteStream, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ZipFile } from "yazl";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import { authorityPem } from "@/lib/authority/document-signer";
import { makePdf } from "@/lib/pdf/testing/make-pdf";
import type { Ctx } from "@/lib/platform/context";
import { useTestContext } from "@/lib/testing/test-context";
import { downloadBundle } from "../download-bundle";
import type { ChainDocument } from "../schema";
import { completedScenario, type CompletedScenario } from "../testing/completed-scenario";
import { useVerifyCommand } from "../testing/run-verify";
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

function run(...args: string[]): { status: number | null; stdout: string; stderr: string; problems: string[] } {
  const { status, stdout, stderr } = verify(...args);
  return {
    status,
    stdout,
    stderr,
    problems: [...stdout.matchAll(/^PROBLEM {3}(.*)$/gm)].map(([, problem]) => problem ?? ""),
  };
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
      stderr: expect.stringContaining(`${chain} is a chain: of two files the first one must be a PDF`),
    });
    expect(run(one, chain, two)).toMatchObject({ status: 2, stderr: expect.stringContaining(two) });
    expect(run("--roots=x", one)).toMatchObject({ status: 2, stderr: expect.stringContaining("--roots=x") });
    expect(run(`--ca=${chain}`, one)).toMatchObject({
      status: 2,
      stderr: expect.stringContaining(`${chain} holds no root certificate`),
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
      `holds by itself; whose service sealed it was not checked: fingerprint of the root ${root}, compare it with the one that the service publishes at /pki/ca.crt, or give --ca=`,
    );
    expect(alone.stdout).toMatch(/chain unknown/);
    const named = run(`--ca=${ca}`, zip);
    expect(named).toMatchObject({
      status: 0,
      stdout: expect.stringContaining("Everything that was given holds: sealed by the service whose root you named."),
    });
    expect(named.stdout).not.toMatch(/chain unknown/);
    expect(run(`--ca=${ca}`, place("chain.json", first["chain.json"]))).toMatchObject({
      status: 1,
      problems: ["nothing that was given has a seal that could lead to the root certificate that you named"],
    });
    expect(run().stderr).toContain("--ca=ROOT.pem");
  });
});

describe("a forged bundle", () => {
  test.each(["chain.json", "evidence.pdf", "document.pdf", "certificates.pem", "README.txt"])(
    "is reported as incomplete without %s @exhaustive",
    async (name) => {
      const { first } = await twoBundles();
      const { status, problems } = run(await zipOf({ ...first, [name]: undefined }));
      expect([status, problems]).toEqual([1, [`the bundle has no ${name}`]]);
    },
  );

  test("is refused with another document's evidence, even without a chain to compare @exhaustive", async () => {
    const { first, second } = await twoBundles();
    const { status, problems } = run(
      await zipOf({ ...first, "chain.json": undefined, "evidence.pdf": second["evidence.pdf"] }),
    );
    expect([status, problems]).toEqual([
      1,
      [
        "the evidence document has no seal for this document",
        "the bundle has no chain.json",
        "evidence.pdf is not the file that the closing record names",
      ],
    ]);
  });

  test("is rejected with a document.pdf other than the given one, and a later or earlier revision is reported @exhaustive", async () => {
    const { first, second } = await twoBundles();
    const given = place("given.pdf", first["document.pdf"]);
    const zip = await zipOf({ ...first, "document.pdf": second["document.pdf"] });
    expect(run(given, zip).problems).toContain(
      "the PDF that was given is not the document.pdf in the bundle, and no other revision of it",
    );
    const chain = JSON.parse(first["chain.json"].toString()) as ChainDocument;
    const signed = chain.data.find(({ type }) => type === "signed");
    const earlier = first["document.pdf"].subarray(0, Number(signed?.doc.size));
    expect(run(place("earlier.pdf", earlier), await zipOf(first)).stdout).toContain(
      "note      the PDF that was given is an earlier revision of the document.pdf in the bundle",
    );
    expect(run(given, await zipOf({ ...first, "document.pdf": earlier })).stdout).toContain(
      "note      the PDF that was given is a later revision of the document.pdf in the bundle",
    );
  });

  test("is refused with certificates that are not the document's: flipped, replaced, added, or under another fingerprint @exhaustive", async () => {
    const { first, second } = await twoBundles();
    const pem = first["certificates.pem"].toString();
    const problemsWith = async (text: string): Promise<string[]> =>
      run(await zipOf({ ...first, "certificates.pem": Buffer.from(text) })).problems;
    const at = pem.indexOf("-----BEGIN") + 120;
    expect(
      (await problemsWith(`${pem.slice(0, at)}${pem[at] === "A" ? "B" : "A"}${pem.slice(at + 1)}`)).join(),
    ).toMatch(/certificates\.pem lacks a certificate of the document’s signatures/);
    const replaced = (await problemsWith(second["certificates.pem"].toString())).join("\n");
    expect(replaced).toMatch(/lacks a certificate .*CN=Ana/);
    expect(replaced).toMatch(/holds a certificate that no signature leads to: .*CN=Bo/);
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
    expect((await problemsWith(`${pem}\n${foreign}`)).join("\n")).toMatch(
      /holds a certificate that no signature leads to: CN=Paraph Root CA/,
    );
    expect(await problemsWith(pem.replace(/SHA-256 [0-9a-f]{4}/, "SHA-256 0000"))).toContainEqual(
      "certificates.pem says fingerprints that are not those of its certificates",
    );
  });

  test("is rejected with a foreign part, and another README or service is reported as unproven @exhaustive", async () => {
    const { first } = await twoBundles();
    expect(run(await zipOf({ ...first, "evil\u202E.sh": Buffer.from("x") })).problems).toEqual([
      "the bundle holds evil[U+202E].sh, which is not part of a bundle and was not read",
    ]);
    expect(run(await zipOf({ ...first, "README.txt": Buffer.from("Trust me.") })).stdout).toContain(
      "note      README.txt is not the text that this version writes",
    );
    const chain = { ...(JSON.parse(first["chain.json"].toString()) as ChainDocument), service: "https://evil.example" };
    expect(run(await zipOf({ ...first, "chain.json": Buffer.from(JSON.stringify(chain)) })).stdout).toContain(
      "note      the service that chain.json names, https://evil.example, is not vouched for",
    );
  });
});
