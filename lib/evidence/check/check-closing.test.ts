import { execFileSync } from "node:child_process";
import { createHash, X509Certificate } from "node:crypto";
import { createWriteStream, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import { parseStrictJson } from "@/lib/api/http/body/strict-json";
import { makeSingleUseSigner, rootCertificates } from "@/lib/authority/document-signer";
import type { Ctx } from "@/lib/context/context";
import type { CmsMaker } from "@/lib/pades/sign-revision";
import { makeTestAuthority } from "@/lib/pades/testing/certificates";
import { describeCertificate } from "@/lib/pades/verify/cms/chain";
import { present } from "@/lib/testing/representatives";
import { useTestContext } from "@/lib/testing/test-context";
import { fingerprintOf } from "../bundle-entries";
import { closedPart, type ClosingRecord } from "../closing-record";
import { downloadBundle } from "../download-bundle";
import type { ChainDocument } from "../schema";
import { completedScenario } from "../testing/completed-scenario";
import { earlierEvidence } from "../testing/earlier-evidence";
import { checkInput, type CheckedInput } from "./check-input";
import type { NoteCode, ProblemCode } from "./findings";
import { bundleParts, readBundle, type UnpackedBundle } from "./read-bundle";

const db = useRolledBackDatabase();
const context = useTestContext();
let folder = "";
beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), "paraph-closing-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Contents = Partial<Record<keyof UnpackedBundle, Buffer>>;

async function bundled(): Promise<{ ctx: Ctx; contents: Required<Contents>; earlier: Contents }> {
  const ctx = context(db());
  const { requester, file } = await completedScenario(ctx, [{ name: "Ana" }]);
  const zip = path.join(mkdtempSync(path.join(folder, "fetched-")), "bundle.zip");
  await pipeline((await downloadBundle(ctx, requester, { uuid: file.uuid })).stream, createWriteStream(zip));
  const parts = (await readBundle(zip, mkdtempSync(path.join(folder, "unpacked-")))) as Required<UnpackedBundle>;
  const contents = Object.fromEntries(
    bundleParts.map((name) => [name, readFileSync(parts[name])]),
  ) as Required<Contents>;
  const { "closing.json": _record, "closing.p7s": _signature, ...open } = contents;
  return { ctx, contents, earlier: { ...open, "evidence.pdf": await earlierEvidence(ctx, file) } };
}

function check(contents: Contents, roots?: readonly Buffer[]): CheckedInput {
  const place = mkdtempSync(path.join(folder, "checked-"));
  const parts: UnpackedBundle = {};
  for (const name of bundleParts) {
    const bytes = contents[name];
    if (bytes === undefined) continue;
    parts[name] = path.join(place, name);
    writeFileSync(parts[name], bytes);
  }
  const given = {
    document: parts["document.pdf"] ?? null,
    evidence: parts["evidence.pdf"] ?? null,
    chain: parts["chain.json"] ?? null,
  };
  return checkInput({ ...given, bundle: { parts, foreign: [] }, ...(roots ? { roots } : {}) }, (bytes) =>
    parseStrictJson(bytes, 32),
  );
}

function chainIn(contents: Contents): ChainDocument {
  return JSON.parse(contents["chain.json"]?.toString() ?? "") as ChainDocument;
}

const asText = (value: unknown): Buffer => Buffer.from(`${JSON.stringify(value, null, 1)}\n`);

/** Without its last event, with the head adjusted: the forgery of an attacker without a key. */
function cut(contents: Contents): Contents {
  const chain = chainIn(contents);
  const data = chain.data.slice(0, -1);
  const last = data.at(-1);
  return {
    ...contents,
    "chain.json": asText({
      ...chain,
      data,
      head: { seq: last?.seq, hash: last?.hash },
      personal: chain.personal.filter(({ seq }) => seq < data.length),
    }),
  };
}

/** A consistent closing record, signed by `makeCms`. */
async function closedBy(contents: Required<Contents>, makeCms: CmsMaker): Promise<Contents> {
  const record = JSON.parse(contents["closing.json"].toString()) as ClosingRecord;
  const parts = Object.fromEntries(
    Object.keys(record.parts).map((name) => [name, closedPart(contents[name as keyof ClosingRecord["parts"]])]),
  );
  const { service, head } = chainIn(contents);
  const bytes = asText({ ...record, service, head, parts });
  return {
    ...contents,
    "closing.json": bytes,
    "closing.p7s": await makeCms(createHash("sha256").update(bytes).digest()),
  };
}

describe("the closing record", () => {
  test("vouches for every file, the service and the whole chain, for us and for openssl", async () => {
    const { ctx, contents } = await bundled();
    const roots = await rootCertificates(ctx);
    const closing = JSON.parse(contents["closing.json"].toString()) as ClosingRecord;
    const { service, data } = chainIn(contents);
    const uncovered: NoteCode[] = [
      "events_after_seal",
      "service_not_verified",
      "service_host_matches",
      "closing_absent",
    ];
    for (const checked of [check(contents), check(contents, roots)]) {
      expect(checked.problems).toEqual([]);
      expect(checked.notes).toContainEqual({
        code: "closing_covers",
        params: { at: closing.at, service, events: data.length },
      });
      expect(checked.notes.filter(({ code }) => uncovered.includes(code))).toEqual([]);
    }
    const place = mkdtempSync(path.join(folder, "openssl-"));
    const at = (name: string, bytes: Buffer): string => {
      writeFileSync(path.join(place, name), bytes);
      return path.join(place, name);
    };
    const [record, signature] = [
      at("closing.json", contents["closing.json"]),
      at("closing.p7s", contents["closing.p7s"]),
    ];
    const ca = at("ca.pem", Buffer.from(roots.map((root) => new X509Certificate(root).toString()).join("")));
    const answer = execFileSync(
      "openssl",
      [
        "cms",
        "-verify",
        "-binary",
        "-inform",
        "DER",
        "-in",
        signature,
        "-content",
        record,
        "-CAfile",
        ca,
        "-purpose",
        "any",
      ],
      { stdio: ["ignore", "pipe", "pipe"] },
    );
    expect(answer.equals(contents["closing.json"])).toBe(true);
  });

  test("rejects a bundle with any change that nothing else covers", async () => {
    const { contents } = await bundled();
    const chain = chainIn(contents);
    const pem = contents["certificates.pem"].toString();
    const at = contents["evidence.pdf"].toString("latin1").lastIndexOf("/Contents<");
    // A digit of the first certificate in the seal, outside of the signed data.
    const evidence = Buffer.from(contents["evidence.pdf"]);
    evidence.write(evidence.toString("latin1", at + 400, at + 401) === "a" ? "b" : "a", at + 400, "latin1");
    const differs = (name: string): object => ({ code: "closed_entry_mismatch", params: { name } });
    const differsIn = (fact: string): object => ({ code: "closing_fact_mismatch", params: { fact } });
    const without = (code: ProblemCode): object => ({ code, params: {} });
    const changes: [Contents, object[]][] = [
      [
        { "chain.json": asText({ ...chain, service: "https://evil.example" }) },
        [differs("chain.json"), differsIn("service")],
      ],
      [
        { "README.txt": Buffer.from(contents["README.txt"].toString().replace(chain.service, "https://evil.example")) },
        [differs("README.txt")],
      ],
      [{ "certificates.pem": Buffer.from(`Trust this one:\n${pem}`) }, [differs("certificates.pem")]],
      [{ "evidence.pdf": evidence }, [differs("evidence.pdf")]],
      [cut(contents), [differs("chain.json"), differsIn("head")]],
      [
        { "closing.json": Buffer.from(contents["closing.json"].toString().replace("http:", "ftp:")) },
        [without("closing_signature_invalid")],
      ],
      [{ "closing.p7s": contents["closing.p7s"].subarray(0, -1) }, [without("closing_signature_unreadable")]],
      [
        { "closing.p7s": Buffer.concat([contents["closing.p7s"], Buffer.from([0])]) },
        [without("closing_signature_unreadable")],
      ],
    ];
    for (const [change, problems] of changes)
      expect(check({ ...contents, ...change }).problems).toEqual(expect.arrayContaining(problems));
  });

  test("is reported as missing if it or its signature is removed, because the evidence names it @exhaustive", async () => {
    const { contents, earlier } = await bundled();
    const { "closing.json": record, "closing.p7s": signature, ...open } = contents;
    const missing = (name: string): object => ({ code: "entry_missing", params: { name } });
    expect(check(open).problems).toEqual([{ code: "closing_removed", params: {} }]);
    expect(check({ ...open, "closing.json": record }).problems).toEqual([missing("closing.p7s")]);
    expect(check({ ...open, "closing.p7s": signature }).problems).toEqual([missing("closing.json")]);
    expect(check({ ...earlier, "evidence.pdf": contents["evidence.pdf"] }).problems).toHaveLength(1);
  });

  test("must be signed by the service: not by a key with the seal's name, nor by a person certified by the service", async () => {
    const { ctx, contents } = await bundled();
    const forged = { ...contents, ...cut(contents) } as Required<Contents>;
    const roots = await rootCertificates(ctx);
    const mallory = await (await makeTestAuthority()).issue("Paraph Seal");
    const person = await makeSingleUseSigner(ctx, {
      displayName: "Paraph Seal",
      email: "mallory@example.org",
      proof: "mailbox access",
    });
    for (const { certificate, makeCms } of [mallory, person]) {
      const closed = await closedBy(forged, makeCms);
      const code = "closing_signer_unknown";
      const { subject } = describeCertificate(new X509Certificate(certificate));
      expect(check(closed).problems).toEqual([{ code, params: { subject, compared: "seals" } }]);
      expect(check(closed, roots).problems).toEqual([{ code, params: { subject, compared: "roots" } }]);
    }
  });
});

describe("a bundle of an earlier version", () => {
  test("is valid, with a note that nothing proves the events after the seal @exhaustive", async () => {
    const { earlier } = await bundled();
    const checked = check(earlier);
    expect(checked.problems).toEqual([]);
    expect(checked.notes).toContainEqual({ code: "closing_absent", params: {} });
  });

  test("is valid with a README.txt in another wording that states the same facts @exhaustive", async () => {
    const { earlier } = await bundled();
    const readme = earlier["README.txt"]?.toString() ?? "";
    const worded = readme.replace("About this bundle", "What this is").replace("How to verify", "How to check it");
    expect(worded).not.toBe(readme);
    expect(check({ ...earlier, "README.txt": Buffer.from(worded) }).problems).toEqual([]);
  });

  test("is rejected when README.txt states other facts than the chain or leaves one out, or certificates.pem leads an authority to another root @exhaustive", async () => {
    const { earlier } = await bundled();
    const readme = earlier["README.txt"]?.toString() ?? "";
    const { file, service } = chainIn(earlier);
    for (const [fact, lie, label] of [
      [file.uuid, "0b8f7a52-6f0e-4c1d-9d3a-2a1f6f1c9e01", "Document ID"],
      [file.originalSha256, "ab".repeat(32), "SHA-256 of upload"],
      [service, "https://evil.example", "Made by"],
      ["Document ID  ", "Document ID: ", "Document ID"],
    ] as const) {
      const changed = Buffer.from(readme.replace(fact, lie));
      expect(check({ ...earlier, "README.txt": changed }).problems).toEqual([
        { code: "readme_fact_mismatch", params: { label } },
      ]);
    }
    const pem = earlier["certificates.pem"]?.toString() ?? "";
    const first = new X509Certificate(pem);
    const twice = Buffer.from(
      `${pem}\n${first.subject.replaceAll("\n", " ")}\nSHA-256 ${fingerprintOf(first)}\n${first.toString()}`,
    );
    expect(check({ ...earlier, "certificates.pem": twice }).problems).toContainEqual({
      code: "certificate_repeated",
      params: { subject: first.subject.replaceAll("\n", ", "), sha256: fingerprintOf(first) },
    });
  });

  test("is rejected with evidence other than the one recorded in its chain @exhaustive", async () => {
    const { contents, earlier } = await bundled();
    const chain = chainIn(earlier);
    const handedOut = present(chain.data.at(-1));
    const event = {
      ...handedOut,
      type: "file.downloaded",
      doc: closedPart(contents["evidence.pdf"]),
      data: { version: "evidence" },
    };
    const problems = check({
      ...earlier,
      "chain.json": asText({ ...chain, data: [...chain.data.slice(0, -1), event] }),
    }).problems;
    const { seq, type, at } = event;
    expect(problems).toContainEqual({ code: "evidence_download_mismatch", params: { event: { seq, type, at } } });
  });
});
