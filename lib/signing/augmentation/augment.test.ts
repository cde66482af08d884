import { X509Certificate } from "node:crypto";
import { writeFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import { allAuthorities } from "@/lib/authority/authorities";
import { rootCertificates } from "@/lib/authority/document-signer";
import type { Ctx } from "@/lib/context/context";
import { withPlaces } from "@/lib/documents/storage/segments";
import { readCurrentFile } from "@/lib/documents/whole-version";
import { listSignatures } from "@/lib/pades/augmentation/list-signatures";
import { signFields } from "@/lib/pades/sign-fields";
import { makeTestAuthority, type TestSigner } from "@/lib/pades/testing/certificates";
import { FILE_UUID, SIGNED_AT } from "@/lib/pades/testing/sign-document";
import { verifyPdf } from "@/lib/pades/verify/verify-pdf";
import { prepareDocument } from "@/lib/pdf/fields/prepare";
import { signatureFieldName } from "@/lib/pdf/fields/prepared-field";
import { fromBuffer } from "@/lib/pdf/syntax/byte-source";
import { makePdf } from "@/lib/pdf/testing/make-pdf";
import { mutoolSignatures, opensslVerifies, pdfsig, qpdfCheck } from "@/lib/pdf/testing/outside-tools";
import { sha256Hex } from "@/lib/platform/blobs/sha256";
import { signedCmsOf } from "@/lib/signing/testing/signed-cms";
import {
  eventTypes,
  readBytes,
  readEvents,
  readFile,
  readSignRequest,
  releasedScenario,
  type ScenarioSigner,
} from "@/lib/signing/testing/signing-scenario";
import { useTestContext } from "@/lib/testing/test-context";
import { openConfiguredSigner, type ConfiguredSigner } from "@/lib/x509/key-services/configured-signer";
import { authorityExtensions, useOperatorFiles } from "@/lib/x509/testing/operator-files";
import { augmentFile } from "./augment";
import { readStore, storeOf } from "./testing/read-store";
import { askingOf, signAll, useLocalTsa } from "./testing/stamping";

const db = useRolledBackDatabase();
const context = useTestContext();
const tsa = useLocalTsa();
const { file, make, pack, bundle } = useOperatorFiles();
let operator: Record<"seal" | "authority", ConfiguredSigner>;

beforeAll(async () => {
  make("Operator Root", { extensions: authorityExtensions });
  make("Operator Authority", { extensions: authorityExtensions, kind: "rsa2048", issuer: "Operator Root" });
  make("Operator Seal", { kind: "rsa2048", issuer: "Operator Authority" });
  const soon = new Date(Date.now() + 60_000);
  operator = {
    seal: await openConfiguredSigner(
      {
        kind: "p12",
        file: pack("Operator Seal", "secret", ["Operator Authority", "Operator Root"]),
        password: "secret",
      },
      soon,
    ),
    authority: await openConfiguredSigner(
      {
        kind: "pair",
        name: "SIGNER",
        certificateFile: bundle("Operator Authority", "Operator Root"),
        key: { kind: "file", file: file("Operator Authority.key") },
      },
      soon,
    ),
  };
});

const stamping = (changes: Partial<Ctx> = {}): Ctx => context(db(), { ...askingOf(tsa()), ...changes });

async function augmented(
  ctx: Ctx,
  signers: readonly ScenarioSigner[],
): Promise<{ sealed: Buffer; final: Buffer; fileId: number; signRequestIds: number[] }> {
  const scenario = await releasedScenario(ctx, signers);
  const sealed = await signAll(ctx, scenario);
  await augmentFile(ctx, scenario.fileId);
  return {
    sealed,
    final: await readBytes(ctx, scenario.fileId),
    fileId: scenario.fileId,
    signRequestIds: scenario.signers.map(({ signRequestId }) => signRequestId),
  };
}

/** The token covers the bytes of its ByteRange and chains to the authority's root. */
async function opensslStamped(token: Buffer, data: Buffer): Promise<boolean> {
  const { authority } = tsa();
  writeFileSync(authority.file("token"), token);
  writeFileSync(authority.file("data"), data);
  return (
    await authority.openssl("ts", "-verify", "-token_in", "-in", "token", "-data", "data", "-CAfile", "root.pem")
  ).includes("Verification: OK");
}

/** Signed with another program, which chooses its own field name and does not certify the document. */
async function elsewhereSigned(bytes: Buffer, signer: TestSigner): Promise<Buffer> {
  const prepared = prepareDocument(fromBuffer(bytes), {
    fileUuid: FILE_UUID,
    signers: [{ signRequestId: 7, fields: [] }],
    maxPages: 10,
    expectedSha256: null,
  });
  const [ours, theirs] = [
    signatureFieldName(FILE_UUID, 7),
    signatureFieldName(FILE_UUID, 7).replace("paraph", "others"),
  ];
  const whole = Buffer.concat([
    bytes,
    Buffer.from(prepared.tail.toString("latin1").replaceAll(ours, theirs), "latin1"),
  ]);
  const plan = {
    fieldName: theirs,
    content: null,
    fills: [],
    images: {},
    signedAt: SIGNED_AT,
    name: "Elsewhere",
    reason: null,
    expectedSha256: null,
  };
  return Buffer.concat([whole, (await signFields(fromBuffer(whole), plan, signer.makeCms)).tail]);
}

describe("augmenting a completed document", () => {
  test.each([
    ["one signer", 1, {}],
    ["three, with RSA keys", 3, { signingKeyType: "rsa2048" }],
    ["ten", 10, {}],
  ] as const)(
    "of %s: every signature verifies as B-LTA, pdfsig, mutool, qpdf and openssl accept it, and no earlier byte changed @exhaustive",
    async (_what, count, changes) => {
      const ctx = stamping(changes);
      const { sealed, final, signRequestIds } = await augmented(
        ctx,
        Array.from({ length: count }, (_, index) => ({ name: `Signer ${index}` })),
      );
      expect(verifyPdf(fromBuffer(sealed)).signatures.map(({ level }) => level)).toEqual(Array(count + 2).fill("B-T"));
      expect(final.subarray(0, sealed.length).equals(sealed)).toBe(true);
      const report = verifyPdf(fromBuffer(final), {
        ours: { rootCertificates: await rootCertificates(ctx) },
        milliseconds: 20_000,
      });
      expect(report.signatures.map(({ kind, level, verdict }) => [kind, level, verdict])).toEqual([
        ...Array(count + 2).fill(["signature", "B-LTA", "intact_later_allowed"]),
        ["doc_timestamp", null, "intact"],
      ]);
      expect(qpdfCheck(final)).toBe(0);
      // Poppler cannot check document timestamps.
      expect(pdfsig(final).map(({ isValid, coversAll }) => [isValid, coversAll])).toEqual([
        ...Array(count + 2).fill([true, false]),
        [false, true],
      ]);
      expect(
        mutoolSignatures(final)
          .slice(0, -1)
          .every((sentence) => !/invalid|changed|modified/i.test(sentence)),
      ).toBe(true);
      const [root] = await rootCertificates(ctx);
      const signed = signedCmsOf(final);
      for (const { cms, data } of signed.slice(0, -1))
        expect(opensslVerifies(cms, data, root ?? Buffer.alloc(0))).toBe(true);
      const last = signed.at(-1);
      expect(await opensslStamped(last?.cms ?? Buffer.alloc(0), last?.data ?? Buffer.alloc(0))).toBe(true);
      for (const id of signRequestIds)
        expect(await readSignRequest(ctx, id)).toMatchObject({
          signature: { level: "B-LTA", timestamp: expect.any(String) },
        });
    },
  );

  test.each(["seal", "authority"] as const)(
    "under an operator's own %s reaches B-LTA, with that chain in the DSS @exhaustive",
    async (which) => {
      const ctx = stamping({ configuredSigners: () => Promise.resolve([operator[which]]) });
      const { final } = await augmented(ctx, [{ name: "Ana" }]);
      const levels = verifyPdf(fromBuffer(final), {
        ours: { rootCertificates: await rootCertificates(ctx) },
      }).signatures.map(({ level, verdict }) => [level, verdict]);
      expect(levels).toEqual([...Array(3).fill(["B-LTA", "intact_later_allowed"]), [null, "intact"]]);
      const held = storeOf(final).certificates.map((der) => new X509Certificate(der).subject);
      for (const name of ["Operator Authority", "Operator Root", "Time root"])
        expect(held.some((subject) => subject.includes(name))).toBe(true);
      expect(pdfsig(final).map(({ isValid }) => isValid)).toEqual([true, true, true, false]);
    },
  );

  test("that was uploaded with foreign signatures keeps them, with their certificates in the DSS @exhaustive", async () => {
    const ctx = stamping();
    const stranger = await makeTestAuthority();
    const signed = await elsewhereSigned(makePdf({ pages: [{}] }), await stranger.issue("Elsewhere"));
    const scenario = await releasedScenario(ctx, [{ name: "Ana" }], signed);
    const sealed = await signAll(ctx, scenario);
    await augmentFile(ctx, scenario.fileId);
    const final = await readBytes(ctx, scenario.fileId);
    expect(final.subarray(0, sealed.length).equals(sealed)).toBe(true);
    const report = verifyPdf(fromBuffer(final), { ours: { rootCertificates: await rootCertificates(ctx) } });
    expect(report.signatures.map(({ level, verdict, chain }) => [level, verdict, chain])).toEqual([
      // The authority of these signatures publishes no revocation data, so there is nothing to store.
      ["B-T", "intact_later_allowed", "unknown"],
      ["B-LTA", "intact_later_allowed", "ours"],
      ["B-LTA", "intact_later_allowed", "ours"],
      [null, "intact", "unknown"],
    ]);
    expect(
      pdfsig(final)
        .filter(({ isSigned }) => isSigned)
        .map(({ isValid }) => isValid),
    ).toEqual([true, true, true, false]);
    expect(storeOf(final).certificates.some((der) => new X509Certificate(der).subject.includes("Elsewhere"))).toBe(
      true,
    );
    expect(storeOf(final).entries.size).toBe(3);
  });

  test("stores each certificate, list and answer once, refers to them from every signature by the SHA-1 of its Contents, and records it in the trail without a second completion notice", async () => {
    const ctx = stamping();
    const { fileId, final, sealed } = await augmented(ctx, [{ name: "Ana" }, { name: "Bo" }]);
    const store = storeOf(final);
    const hashes = [...store.certificates, ...store.ocspAnswers, ...store.revocationLists].map((der) => sha256Hex(der));
    expect(new Set(hashes).size).toBe(hashes.length);
    expect([...store.entries.keys()].sort()).toEqual(
      listSignatures(fromBuffer(sealed))
        .map(({ vriKey }) => vriKey ?? "")
        .sort(),
    );
    for (const entry of store.entries.values())
      expect(entry).toMatchObject({ certificates: expect.any(Number), revocationLists: expect.any(Number) });
    // The certificates of the seal and of the authority are checked; single-use certificates cannot be revoked.
    expect(store.ocspAnswers).toHaveLength(3);
    expect(store.revocationLists).toHaveLength(2);
    const current = await readFile(ctx, fileId);
    const added = (await readEvents(ctx, fileId)).filter(({ type }) => type === "timestamp.added");
    expect(added.map(({ data }) => data.signature)).toEqual(["certification", "signer", "signer", "seal", "document"]);
    expect(added.at(-1)?.doc).toEqual({ sha256: current.sha256, size: current.size, revision: current.revision });
    expect(sha256Hex(final)).toBe(current.sha256);
    expect(current.status).toBe("signed");
    expect((await eventTypes(ctx, fileId)).slice(-2)).toEqual(["mail.queued", "timestamp.added"]);
  });

  test("stores OCSP answers that openssl accepts, from our authorities and from the timestamp authority @exhaustive", async () => {
    const ctx = stamping();
    const { final } = await augmented(ctx, [{ name: "Ana" }]);
    const store = await readStore(final, [
      ...(await allAuthorities(ctx)).map(({ certificate }) => certificate),
      await tsa().authority.der("root"),
    ]);
    expect(store.lists).toEqual(["verify OK", "verify OK"]);
    expect(store.answers.every((answer) => /Cert Status: good/.test(answer))).toBe(true);
  });

  test("doubles the reserved space when the authority's token does not fit @exhaustive", async () => {
    const ctx = stamping();
    const scenario = await releasedScenario(ctx, [{ name: "Ana" }]);
    await signAll(ctx, scenario);
    const {
      file: { uuid, sha256 },
      segments,
    } = await readCurrentFile(ctx, scenario.fileId);
    const token = Buffer.alloc(15_000, 7);
    let calls = 0;
    const spec = { fileUuid: uuid, maxPages: 10, expectedSha256: sha256, signatures: [] };
    const { timestamp } = await withPlaces(ctx, { uuid }, segments, (places) =>
      ctx.engine.augment(places, spec, () => {
        calls += 1;
        return token;
      }),
    );
    expect(calls).toBe(2);
    expect(timestamp.includes(token.toString("hex"))).toBe(true);
  });
});
