import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { makeTestAuthority } from "@/lib/pades/testing/certificates";
import {
  append,
  fileUuid,
  makeCompleted,
  makeSignedForm,
  signWith,
  verify,
  type Completed,
} from "@/lib/pades/verify/testing/signed-files";
import { signatureFieldName } from "@/lib/pdf/fields/prepared-field";
import { makePdf } from "@/lib/pdf/testing/make-pdf";
import { sha256Hex } from "@/lib/platform/blobs/sha256";

function pdfsig(bytes: Buffer): string {
  const folder = mkdtempSync(path.join(tmpdir(), "paraph-verify-"));
  try {
    const file = path.join(folder, "file.pdf");
    writeFileSync(file, bytes);
    return execFileSync("pdfsig", ["-nocert", file], { encoding: "utf8" });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe("a file that this instance completed", () => {
  let file: Completed;
  const ours = () => ({ ours: { rootCertificates: [file.authority.certificate] } });
  beforeAll(async () => {
    file = await makeCompleted();
  });

  test("is intact_later_allowed for every signature but the seal, which is intact over the whole file", () => {
    const report = verify(file.bytes, ours());
    const found = Object.fromEntries(
      report.signatures.map(({ field, verdict, coverage }) => [
        field.replace(`paraph-${fileUuid}-`, ""),
        [verdict, coverage],
      ]),
    );
    expect(found).toEqual({
      certify: ["intact_later_allowed", "revision"],
      s1: ["intact_later_allowed", "revision"],
      s2: ["intact_later_allowed", "revision"],
      seal: ["intact", "whole_file"],
    });
    expect(report.verdict).toBe("intact_later_allowed");
    expect(report.sha256).toBe(sha256Hex(file.bytes));
  });

  test("is valid for pdfsig as well, signature by signature", () => {
    expect(pdfsig(file.bytes).match(/Signature is Valid/g)).toHaveLength(4);
  });

  test("has chains to this instance only when its root is configured", () => {
    expect(verify(file.bytes, ours()).signatures.map(({ chain }) => chain)).toEqual(["ours", "ours", "ours", "ours"]);
    expect(verify(file.bytes).signatures.map(({ chain }) => chain)).toEqual([
      "unknown",
      "unknown",
      "unknown",
      "unknown",
    ]);
    expect(verify(file.bytes).verdict).toBe("intact_later_allowed");
  });

  test("names the signer, the claimed time, the level and the reason", () => {
    const report = verify(file.bytes, ours());
    const sealed = report.signatures.find(({ field }) => field.endsWith("-seal"));
    expect(sealed).toMatchObject({
      reason: "audit head 1234",
      level: "B-B",
      signedAt: "2026-03-01T12:00:00.000Z",
      kind: "signature",
    });
    const signer = report.signatures.find(({ field }) => field.endsWith("-s1"))?.signer;
    expect(signer?.name.commonName).toBe("Signer 1");
    expect(signer?.issuer).toBe("CN=Test Root, O=Paraph Tests");
  });

  test("is green at every stage after the first signature", () => {
    for (const stage of file.stages.slice(1)) {
      expect(verify(stage, ours()).verdict).toMatch(/^intact/);
    }
  });

  test("has the verdict none before anything is signed", () => {
    expect(verify(file.stages[0] ?? Buffer.alloc(0)).verdict).toBe("none");
  });

  test("is green when it was an xref-stream file", async () => {
    const streams = await makeCompleted({ base: makePdf({ pages: [{}], xref: "stream" }) });
    expect(verify(streams.bytes).verdict).toBe("intact_later_allowed");
  });
});

describe("a field that a withdrawn signer left empty", () => {
  test("makes the file modified when it is filled after the seal, even with a key of this instance", async () => {
    const file = await makeCompleted({ signed: 1 });
    const forged = await signWith(file.bytes, signatureFieldName(fileUuid, 2), await file.authority.issue("Insider"));
    const report = verify(forged, { ours: { rootCertificates: [file.authority.certificate] } });
    expect(report.verdict).toBe("modified");
    const sealed = report.signatures.find(({ field }) => field.endsWith("-seal"));
    expect(sealed?.changes.findings).toMatchObject([{ code: "locked_field_changed" }]);
  });

  test("makes the file modified when an outsider fills it before the seal", async () => {
    const file = await makeCompleted({ signed: 1 });
    const stranger = await (await makeTestAuthority()).issue("Mallory");
    const forged = await signWith(file.stages[2] ?? file.bytes, signatureFieldName(fileUuid, 2), stranger);
    for (const options of [{ ours: { rootCertificates: [file.authority.certificate] } }, {}]) {
      const record = verify(forged, options).signatures.find(({ field }) => field.endsWith("-s2"));
      expect(record).toMatchObject({ verdict: "modified", intact: true });
    }
  });
});

describe("a file certified by this instance", () => {
  test("is modified when a foreign form field is filled later, which DocMDP would permit", async () => {
    const withField = "/AcroForm<</Fields[1000 0 R]>>";
    const base = makePdf({
      pages: [{ extra: "/Annots[1000 0 R]" }],
      catalogExtra: withField,
      objects: ["<</Type/Annot/Subtype/Widget/FT/Tx/T(Total)/F 4/Rect[10 10 90 30]>>"],
    });
    const file = await makeCompleted({ base });
    const filled = append(file.bytes, (revision) => {
      revision.replace(1000, 0, "<</Type/Annot/Subtype/Widget/FT/Tx/T(Total)/F 4/Rect[10 10 90 30]/V(1,000,000)>>");
    });
    const report = verify(filled, { ours: { rootCertificates: [file.authority.certificate] } });
    expect(report.verdict).toBe("modified");
    expect(report.signatures[0]?.changes.findings).toMatchObject([
      { code: "locked_field_changed", params: { field: "Total" } },
    ]);
  });
});

describe("a form signed elsewhere", () => {
  test("is intact as it was signed", async () => {
    expect(verify(await makeSignedForm()).verdict).toBe("intact");
  });

  test("is intact_later_allowed after an unlocked field was filled in", async () => {
    const filled = append(await makeSignedForm(), (revision) => {
      revision.replace(6, 0, "<</Type/Annot/P 3 0 R/Subtype/Widget/FT/Tx/T(Name)/F 4/Rect[10 100 110 120]/V(Ada)>>");
    });
    const report = verify(filled);
    expect(report.verdict).toBe("intact_later_allowed");
    expect(report.signatures[0]?.changes).toEqual({
      level: "permitted",
      items: ['the form field "Name" was filled in'],
      findings: [{ code: "field_filled", params: { field: "Name" }, text: 'the form field "Name" was filled in' }],
    });
  });
});
