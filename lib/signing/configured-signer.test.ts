import { X509Certificate } from "node:crypto";
import { writeFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import {
  authorityPem,
  issueAccountCertificate,
  makeSingleUseSigner,
  rootCertificates,
  sealSigner,
} from "@/lib/authority/document-signer";
import { instanceKeys } from "@/lib/authority/instance-keys";
import { answerOcsp } from "@/lib/authority/revocation";
import { openssl, useOpensslFolder } from "@/lib/authority/testing/openssl-folder";
import type { Ctx } from "@/lib/context/context";
import { useVerifyCommand } from "@/lib/evidence/testing/run-verify";
import { signFields } from "@/lib/pades/sign-fields";
import { makeTestAuthority } from "@/lib/pades/testing/certificates";
import { outcomeOf } from "@/lib/pades/verify/report/report";
import { verifyPdf } from "@/lib/pades/verify/verify-pdf";
import { signatureFieldName } from "@/lib/pdf/fields/prepared-field";
import { fromBuffer } from "@/lib/pdf/syntax/byte-source";
import { opensslVerifies, pdfsig, qpdfCheck } from "@/lib/pdf/testing/outside-tools";
import { requestCode } from "@/lib/signing/proof/request-code";
import { setSigningPassword } from "@/lib/signing/proof/set-signing-password";
import { useTestContext } from "@/lib/testing/test-context";
import { verifyFile } from "@/lib/verification/verify-file";
import { openConfiguredSigner, type ConfiguredSigner } from "@/lib/x509/key-services/configured-signer";
import { authorityExtensions, useOperatorFiles } from "@/lib/x509/testing/operator-files";
import { makeKeyPair } from "@/lib/x509/wrapped-key";
import { sign } from "./sign";
import { signedCmsOf } from "./testing/signed-cms";
import { newestCode, readBytes, readFile, releasedScenario, type Scenario } from "./testing/signing-scenario";

const db = useRolledBackDatabase();
const context = useTestContext();
const { file, make, pack, bundle } = useOperatorFiles();
const folder = useOpensslFolder();
const verifyCommand = useVerifyCommand();
const person = { displayName: "Ana", email: "ana@example.org", proof: "mailbox access" };
let seal: ConfiguredSigner;
let authority: ConfiguredSigner;

beforeAll(async () => {
  make("Operator Root", { extensions: authorityExtensions, kind: "rsa2048" });
  const ownIdentifier = "subjectKeyIdentifier=0102030405";
  make("Operator Authority", {
    extensions: [...authorityExtensions, ownIdentifier],
    kind: "rsa2048",
    issuer: "Operator Root",
  });
  make("Operator Seal", { kind: "rsa2048", issuer: "Operator Authority" });
  const soon = new Date(Date.now() + 60_000);
  seal = await openConfiguredSigner(
    { kind: "p12", file: pack("Operator Seal", "secret", ["Operator Authority", "Operator Root"]), password: "secret" },
    soon,
  );
  authority = await openConfiguredSigner(
    {
      kind: "pair",
      name: "SIGNER",
      certificateFile: bundle("Operator Authority", "Operator Root"),
      key: { kind: "file", file: file("Operator Authority.key") },
    },
    soon,
  );
});

const configured = (signer: ConfiguredSigner | null, changes: Partial<Ctx> = {}): Ctx =>
  context(db(), { configuredSigners: () => Promise.resolve(signer ? [signer] : []), ...changes });
const top = (signer: ConfiguredSigner): Buffer => signer.chain.at(-1) ?? Buffer.alloc(0);

async function signByCode(ctx: Ctx, { fileId, signers: [ana] }: Scenario): Promise<Buffer> {
  await requestCode(ctx, ana.actor, { fileId });
  const {
    file: { status },
  } = await sign(ctx, ana.actor, { target: { fileId }, code: await newestCode(ctx) });
  expect(status).toBe("signed");
  return readBytes(ctx, fileId);
}

const chainsOf = async (ctx: Ctx, fileId: number): Promise<[string, string][]> =>
  (await verifyFile(ctx, await readFile(ctx, fileId))).signatures.map(({ chain, verdict }) => [chain, verdict]);
const allOurs = [
  ["ours", "intact_later_allowed"],
  ["ours", "intact_later_allowed"],
  ["ours", "intact"],
];

describe("an operator's certificate", () => {
  test("certifies and seals, signers get certificates of the instance, and external tools accept and name all of them", async () => {
    const ctx = configured(seal);
    const scenario = await releasedScenario(ctx, [{ name: "Ana" }]);
    const final = await signByCode(ctx, scenario);
    expect(pdfsig(final).map(({ signer, isValid }) => [signer, isValid])).toEqual([
      ["Operator Seal", true],
      ["Ana", true],
      ["Operator Seal", true],
    ]);
    expect(qpdfCheck(final)).toBe(0);
    const underOperator = signedCmsOf(final).map(({ cms, data }) => opensslVerifies(cms, data, top(seal)));
    expect(underOperator).toEqual([true, false, true]);
    expect(await chainsOf(ctx, scenario.fileId)).toEqual(allOurs);
  });

  test("documents still verify as this instance's after the operator removes it, and ca.crt never contains it @exhaustive", async () => {
    const before = configured(seal);
    const scenario = await releasedScenario(before, [{ name: "Ana" }]);
    const final = await signByCode(before, scenario);
    const after = configured(null);
    const { signatures } = verifyPdf(fromBuffer(final), { ours: { rootCertificates: await rootCertificates(after) } });
    expect(signatures.map(({ chain, verdict }) => [chain, verdict])).toEqual(allOurs);
    expect((await authorityPem(after)).match(/BEGIN/g)).toHaveLength(2);
  });

  test("a verifier without our roots finds the document intact, and still detects a foreign signature in a prepared field @exhaustive", async () => {
    const ctx = configured(seal);
    const scenario = await releasedScenario(ctx, [{ name: "Ana" }]);
    const released = await readBytes(ctx, scenario.fileId);
    expect(verifyPdf(fromBuffer(await signByCode(ctx, scenario))).verdict).toBe("intact_later_allowed");
    const [uuid, stranger] = [
      (await readFile(ctx, scenario.fileId)).uuid,
      await (await makeTestAuthority()).issue("Ana"),
    ];
    const fieldName = signatureFieldName(uuid, scenario.signers[0].signRequestId);
    const plan = {
      fieldName,
      content: null,
      fills: [],
      images: {},
      signedAt: new Date(),
      name: "Ana",
      reason: null,
      expectedSha256: null,
    };
    const { tail } = await signFields(fromBuffer(released), plan, stranger.makeCms);
    expect(verifyPdf(fromBuffer(Buffer.concat([released, tail]))).verdict).toBe("modified");
  });

  test("after it is replaced, its documents stay ours, and a request it certified is finished with the new one @exhaustive", async () => {
    const first = configured(seal);
    const [done, underWay] = [
      await releasedScenario(first, [{ name: "Ana" }]),
      await releasedScenario(first, [{ name: "Ana" }]),
    ];
    await signByCode(first, done);
    const second = configured(authority);
    const final = await signByCode(second, underWay);
    expect(pdfsig(final).map(({ signer, isValid }) => [signer, isValid])).toEqual([
      ["Operator Seal", true],
      ["Ana", true],
      ["Paraph Seal", true],
    ]);
    for (const ctx of [second, configured(null)])
      for (const { fileId } of [done, underWay]) expect(await chainsOf(ctx, fileId)).toEqual(allOurs);
  });

  test("signs nothing after it expires while the server runs", async () => {
    const later = new Date(Date.now() + 40 * 86_400_000);
    for (const signer of [seal, authority]) {
      await expect(sealSigner({ ...configured(signer), now: () => Promise.resolve(later) })).rejects.toMatchObject({
        code: "key_unavailable",
      });
    }
    await expect(
      makeSingleUseSigner({ ...configured(authority), now: () => Promise.resolve(later) }, person),
    ).rejects.toMatchObject({ code: "key_unavailable" });
  });
});

describe("an operator's authority", () => {
  test("issues certificates to signers and the seal, and its chain is in every signature", async () => {
    const ctx = configured(authority);
    const scenario = await releasedScenario(ctx, [{ name: "Ana" }]);
    const final = await signByCode(ctx, scenario);
    expect(pdfsig(final).map(({ signer, isValid }) => [signer, isValid])).toEqual([
      ["Paraph Seal", true],
      ["Ana", true],
      ["Paraph Seal", true],
    ]);
    for (const { cms, data } of signedCmsOf(final)) expect(opensslVerifies(cms, data, top(authority))).toBe(true);
    expect(await chainsOf(ctx, scenario.fileId)).toEqual(allOurs);
    expect(verifyPdf(fromBuffer(final)).verdict).toBe("intact_later_allowed");
    // The instance created no authority of its own, because nothing needs one.
    expect((await authorityPem(ctx)).match(/BEGIN/g)).toHaveLength(2);
  });

  test("has its own seal certificate, which a later process finds again", async () => {
    const ctx = configured(authority);
    const [first, own] = [await sealSigner(ctx), await sealSigner(configured(null))];
    expect((await sealSigner(configured(authority))).certificate.equals(first.certificate)).toBe(true);
    expect(own.certificate.equals(first.certificate)).toBe(false);
    expect(new X509Certificate(first.certificate).checkIssued(new X509Certificate(authority.certificate))).toBe(true);
  });

  test.each([
    ["came", null, "authority"],
    ["went", "authority", null],
  ] as const)(
    "that %s later does not change the chain of an existing signing-password key @exhaustive",
    async (_what, atFirst, later) => {
      const pick = (which: "authority" | null): ConfiguredSigner | null => (which ? authority : null);
      const first = configured(pick(atFirst));
      // The key's authority exists before the release, which includes it in the certification.
      await instanceKeys(first);
      const scenario = await releasedScenario(configured(pick(later), { secrets: first.secrets }), [
        { name: "Ana", method: "password" },
      ]);
      const [ana] = scenario.signers;
      await setSigningPassword(first, ana.actor, { signPassword: "a quiet green harbour" });
      const ctx = configured(pick(later));
      await sign(ctx, ana.actor, { target: { fileId: scenario.fileId }, password: "a quiet green harbour" });
      const final = await readBytes(ctx, scenario.fileId);
      expect(pdfsig(final).every(({ isValid }) => isValid)).toBe(true);
      expect(await chainsOf(ctx, scenario.fileId)).toEqual(allOurs);
      expect(verifyPdf(fromBuffer(final)).verdict).toBe("intact_later_allowed");
    },
  );

  test("that is removed before the signer signs leaves a file that is intact without our roots, and ends the offline check with 3 @exhaustive", async () => {
    const before = configured(authority);
    const scenario = await releasedScenario(before, [{ name: "Ana" }]);
    const after = configured(null, { secrets: before.secrets });
    const bytes = await signByCode(after, scenario);
    const report = verifyPdf(fromBuffer(bytes));
    expect(report.signatures.map(({ chain, verdict }) => [chain, verdict])).toEqual([
      ["unknown", "intact_later_allowed"],
      ["unknown", "intact_later_allowed"],
      ["unknown", "intact"],
    ]);
    expect(report.notices.map(({ code }) => code)).toContain("authority_changed");
    expect(outcomeOf(report)).toBe("authority_changed");
    const document = file("finished elsewhere.pdf");
    writeFileSync(document, bytes);
    expect(verifyCommand(document)).toMatchObject({
      status: 3,
      stdout: expect.stringContaining("completed by a different authority than the one that certified it"),
    });
    expect(await chainsOf(after, scenario.fileId)).toEqual(allOurs);
  });

  test("is named byte for byte as issuer, and answers OCSP for its certificates @exhaustive", async () => {
    const ctx = configured(authority, { publicUrl: "https://sign.example.org" });
    const { publicKey } = await makeKeyPair("p256");
    await folder.saveCertificate("person", await issueAccountCertificate(ctx, person, publicKey));
    await folder.saveCertificate("seal", (await sealSigner(ctx)).certificate);
    const [root, issuer] = [file("Operator Root.pem"), file("Operator Authority.pem")];
    expect(
      await openssl("verify", "-x509_strict", "-CAfile", root, "-untrusted", issuer, folder.file("person.pem")),
    ).toContain("OK");
    const hashOf = (what: string, path: string): Promise<string> => openssl("x509", "-in", path, "-noout", what);
    expect(await hashOf("-issuer_hash_old", folder.file("person.pem"))).toBe(await hashOf("-subject_hash_old", issuer));
    const output = await openssl("x509", "-in", folder.file("person.pem"), "-noout", "-text");
    expect(output).toMatch(/Authority Key Identifier:\s*(keyid:)?01:02:03:04:05/);
    expect(output).toContain("OCSP - URI:https://sign.example.org/pki/ocsp");
    expect(output).not.toContain("CRL Distribution");
    const question = ["-issuer", issuer, "-cert", folder.file("seal.pem")];
    await openssl("ocsp", ...question, "-reqout", folder.file("request"), "-no_nonce");
    folder.save("answer", await answerOcsp(ctx, folder.read("request")));
    const answer = await openssl(
      "ocsp",
      "-respin",
      folder.file("answer"),
      ...question,
      "-CAfile",
      root,
      "-verify_other",
      issuer,
    );
    expect(answer).toMatch(/seal\.pem: good[\s\S]*Response verify OK/);
  });
});
