import { beforeAll, describe, expect, test } from "vitest";
import { seal } from "@/lib/pades/seal";
import { makeTestAuthority, type TestAuthority, type TestSigner } from "@/lib/pades/testing/certificates";
import { finding, type Finding } from "@/lib/pades/verify/report/findings";
import { noFindings, type VerificationReport } from "@/lib/pades/verify/report/report";
import {
  append,
  fileUuid,
  makeCompleted,
  signWith,
  verify,
  type Completed,
} from "@/lib/pades/verify/testing/signed-files";
import {
  certificationFieldName,
  inputFieldName,
  sealFieldName,
  signatureFieldName,
  timestampFieldName,
} from "@/lib/pdf/fields/prepared-field";
import { fromBuffer } from "@/lib/pdf/syntax/byte-source";
import { makePdf } from "@/lib/pdf/testing/make-pdf";
import { foreignFieldLock, refuseForeignKeys, type InstanceSignature } from "./instance-fields";

const uuid = "0b8f7a52-6f0e-4c1d-9d3a-2a1f6f1c9e01";

function problemsOf(field: string, isTimestamp: boolean): Finding[] {
  const signature: InstanceSignature = {
    field,
    isTimestamp,
    certifies: false,
    end: 0,
    chain: "unknown",
    signer: null,
    certificates: [],
    reason: null,
    findings: noFindings(),
  };
  refuseForeignKeys([signature]);
  return signature.findings.modified;
}

test("locks every field of a certified file except those with the preparation's names", () => {
  const certification = { field: `paraph-${uuid}-certify`, certifies: true } as InstanceSignature;
  const isLocked = foreignFieldLock([certification]);
  const own = [
    signatureFieldName(uuid, 1),
    inputFieldName(uuid, 1, 2),
    sealFieldName(uuid),
    timestampFieldName(uuid, 1),
  ];
  expect(own.filter(isLocked)).toEqual([]);
  expect(["Sum", `paraph-${uuid}-note`, `paraph-${uuid}-s1.more`].filter(isLocked)).toHaveLength(3);
});

test.each([signatureFieldName(uuid, 11), sealFieldName(uuid)])(
  "a timestamp in %s, which was prepared for a signature, is a modification regardless of its authority",
  (field) => {
    expect(problemsOf(field, true)).toEqual([finding("prepared_field_timestamped")]);
  },
);

test("a timestamp in a field that was added for it is permitted, from any authority", () => {
  expect(problemsOf(timestampFieldName(uuid, 1), true)).toEqual([]);
  expect(problemsOf("Timestamp1", true)).toEqual([]);
});

function found(report: VerificationReport): Record<string, [string, string, string]> {
  return Object.fromEntries(
    report.signatures.map(({ field, verdict, chain, decidedBy }) => [
      field.replace(`paraph-${fileUuid}-`, ""),
      [verdict, chain, decidedBy.code === "prepared_field_foreign_key" ? "foreign key" : ""],
    ]),
  );
}

describe("a file that another instance prepared, certified and sealed", () => {
  let other: Completed;
  let ours: TestAuthority;
  const options = () => ({ ours: { rootCertificates: [ours.certificate] } });
  beforeAll(async () => {
    [other, ours] = [await makeCompleted(), await makeTestAuthority()];
  });

  test("is intact with an unknown chain, whether or not this instance's roots are configured", () => {
    const expected = {
      certify: ["intact_later_allowed", "unknown", ""],
      s1: ["intact_later_allowed", "unknown", ""],
      s2: ["intact_later_allowed", "unknown", ""],
      seal: ["intact", "unknown", ""],
    };
    expect(found(verify(other.bytes, options()))).toEqual(expected);
    expect(found(verify(other.bytes))).toEqual(expected);
  });

  test("is modified when one prepared field is signed with a key of an authority other than the certification's, even one of ours", async () => {
    const unsealed = other.stages[2] ?? other.bytes;
    for (const intruder of [ours, await makeTestAuthority()]) {
      const forged = await signWith(unsealed, signatureFieldName(fileUuid, 2), await intruder.issue("Mallory"));
      const report = verify(forged, options());
      expect(report.verdict).toBe("modified");
      expect(found(report).s2).toEqual(["modified", intruder === ours ? "ours" : "unknown", "foreign key"]);
    }
  });

  const lines = { content: { kind: "image" as const, image: null, lines: ["999999 EUR"] } };
  const sealedBy = async (unsealed: Buffer, signer: TestSigner): Promise<Buffer> => {
    const details = { signedAt: new Date("2026-03-01T12:00:00Z"), name: null, reason: null, expectedSha256: null };
    const plan = { fieldName: sealFieldName(fileUuid), withdrawnFieldNames: [], ...details };
    return Buffer.concat([unsealed, (await seal(fromBuffer(unsealed), plan, signer.makeCms)).tail]);
  };

  test("is intact with an unknown chain and notices when the service changed its authority before the second signer", async () => {
    const next = await makeTestAuthority();
    const signed = await signWith(
      other.stages[2] ?? other.bytes,
      signatureFieldName(fileUuid, 2),
      await next.issue("Signer 2"),
      lines,
    );
    const sealed = await sealedBy(signed, await next.issue("Paraph Service"));
    for (const given of [options(), {}]) {
      const report = verify(sealed, given);
      expect(found(report)).toEqual({
        certify: ["intact_later_allowed", "unknown", ""],
        s1: ["intact_later_allowed", "unknown", ""],
        s2: ["intact_later_allowed", "unknown", ""],
        seal: ["intact", "unknown", ""],
      });
      expect(report.notices).toMatchObject([
        {
          code: "authority_changed",
          file: fileUuid,
          fields: [signatureFieldName(fileUuid, 2), sealFieldName(fileUuid)],
        },
        {
          code: "later_signature_shown",
          field: signatureFieldName(fileUuid, 2),
          page: 1,
          unseenBy: [certificationFieldName(fileUuid), signatureFieldName(fileUuid, 1)],
        },
      ]);
    }
    // The service itself recognises its own authorities.
    for (const known of [other.authority, next]) {
      const report = verify(sealed, { ours: { rootCertificates: [known.certificate] } });
      expect(report.verdict).toBe("modified");
    }
    const both = { ours: { rootCertificates: [other.authority.certificate, next.certificate] } };
    expect(verify(sealed, both)).toMatchObject({ verdict: "intact_later_allowed", notices: [] });
  });

  test("is intact when the authority of the certification sealed it over a signer's key of another one", async () => {
    const signed = await signWith(
      other.stages[2] ?? other.bytes,
      signatureFieldName(fileUuid, 2),
      await (await makeTestAuthority()).issue("Signer 2"),
    );
    const report = verify(await sealedBy(signed, await other.authority.issue("Paraph Service")));
    expect(report).toMatchObject({ verdict: "intact_later_allowed", notices: [] });
    expect(found(report).s2).toEqual(["intact_later_allowed", "unknown", ""]);
  });

  test("is modified when the seal's authority is neither the certification's nor the signer's, and when it came first", async () => {
    const unsealed = other.stages[2] ?? other.bytes;
    const [one, two] = [await makeTestAuthority(), await makeTestAuthority()];
    const field = signatureFieldName(fileUuid, 2);
    const signed = await signWith(unsealed, field, await one.issue("Mallory"));
    expect(found(verify(await sealedBy(signed, await two.issue("Mallory")))).s2?.[0]).toBe("modified");
    const sealed = await sealedBy(unsealed, await one.issue("Mallory"));
    expect(verify(await signWith(sealed, field, await one.issue("Mallory"))).verdict).toBe("modified");
    const late = await signWith(
      await sealedBy(unsealed, await other.authority.issue("Paraph")),
      field,
      await one.issue("Mallory"),
    );
    expect(found(verify(late)).s2?.[0]).toBe("modified");
  });

  test("is modified when a form field that Paraph did not prepare is filled after the certification, with and without roots", async () => {
    const widget = "<</Type/Annot/Subtype/Widget/FT/Tx/T(Total)/F 4/Rect[10 10 90 30]>>";
    const base = makePdf({
      pages: [{ extra: "/Annots[1000 0 R]" }],
      catalogExtra: "/AcroForm<</Fields[1000 0 R]>>",
      objects: [widget],
    });
    const filled = append((await makeCompleted({ base })).bytes, (revision) =>
      revision.replace(1000, 0, widget.replace(">>", "/V(1,000,000)>>")),
    );
    for (const given of [options(), {}]) {
      const report = verify(filled, given);
      expect(report.verdict).toBe("modified");
      expect(report.signatures[0]?.changes.findings).toMatchObject([
        { code: "locked_field_changed", params: { field: "Total" } },
      ]);
    }
  });
});

describe("a file of ours", () => {
  test("is modified when an outsider fills a prepared field", async () => {
    const file = await makeCompleted({ signed: 1 });
    const forged = await signWith(
      file.stages[2] ?? file.bytes,
      signatureFieldName(fileUuid, 2),
      await (await makeTestAuthority()).issue("Mallory"),
    );
    const report = verify(forged, { ours: { rootCertificates: [file.authority.certificate] } });
    expect(found(report)).toMatchObject({
      s1: ["intact_later_allowed", "ours", ""],
      s2: ["modified", "unknown", "foreign key"],
    });
  });

  test("is modified when an uncertified file's signers lead to two authorities", async () => {
    const [one, two] = [await makeTestAuthority(), await makeTestAuthority()];
    const prepared = (await makeCompleted()).stages[0] ?? Buffer.alloc(0);
    const first = await signWith(prepared, signatureFieldName(fileUuid, 1), await one.issue("Ana"));
    const mixed = await signWith(first, signatureFieldName(fileUuid, 2), await two.issue("Mallory"));
    for (const rootCertificates of [[], [one.certificate], [two.certificate]]) {
      expect(found(verify(mixed, { ours: { rootCertificates } })).s2?.[0]).toBe("modified");
    }
    const alike = await signWith(first, signatureFieldName(fileUuid, 2), await one.issue("Bo"));
    expect(verify(alike).verdict).toBe("intact_later_allowed");
  });
});
