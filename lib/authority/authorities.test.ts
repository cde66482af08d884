import { describe, expect, test } from "vitest";
import type { Db } from "@/db/client";
import { useCommittedDatabase, useRolledBackDatabase } from "@/db/testing/test-database";
import type { Ctx } from "@/lib/context/context";
import { verifyPdf } from "@/lib/pades/verify/verify-pdf";
import { fromBuffer } from "@/lib/pdf/syntax/byte-source";
import { pdfsig, qpdfCheck } from "@/lib/pdf/testing/outside-tools";
import { makeSecretBox } from "@/lib/platform/secrets/secret-box";
import { requestCode } from "@/lib/signing/proof/request-code";
import { setSigningPassword } from "@/lib/signing/proof/set-signing-password";
import { sign } from "@/lib/signing/sign";
import { newestCode, readBytes, readFile, releasedScenario } from "@/lib/signing/testing/signing-scenario";
import { actingAs, makeAccount } from "@/lib/testing/accounts";
import { useTestContext } from "@/lib/testing/test-context";
import { verifyFile } from "@/lib/verification/verify-file";
import { rotateKey } from "./authorities";
import { authorityPem, rootCertificates } from "./document-signer";
import { instanceKeys } from "./instance-keys";
import { revocationListAt } from "./revocation";
import { openssl, useOpensslFolder } from "./testing/openssl-folder";

const db = useRolledBackDatabase();
const makeContext = useTestContext();
const { file, save, saveInstance } = useOpensslFolder();
const secret = "one and the same secret of good length";
/** Simulates another process: its own key cache, the same database. */
const process = (on: Db = db()): Ctx =>
  makeContext(on, { secrets: makeSecretBox(secret), publicUrl: "https://sign.example.org" });
const signPassword = "a quiet green harbour";

async function administrator(ctx: Ctx) {
  return actingAs(await makeAccount(ctx, { role: "admin" }));
}

describe("a new key", () => {
  test("lets requests in progress finish: certified and signed under the old authority, signed and sealed under the new one, all ours", async () => {
    const ctx = process();
    const admin = await administrator(ctx);
    const {
      fileId,
      signers: [ana, bo],
    } = await releasedScenario(ctx, [
      { name: "Ana", method: "password" },
      { name: "Bo", method: "password" },
    ]);
    for (const { actor } of [ana, bo]) await setSigningPassword(ctx, actor, { signPassword });
    await sign(ctx, ana.actor, { target: { fileId }, password: signPassword });
    const old = await instanceKeys(ctx);
    await rotateKey(process(), admin, { key: "issuing" });
    await sign(ctx, bo.actor, { target: { fileId }, password: signPassword });
    const final = await readBytes(ctx, fileId);
    expect(pdfsig(final).every(({ isValid }) => isValid)).toBe(true);
    expect(qpdfCheck(final)).toBe(0);
    const { verdict, signatures } = await verifyFile(ctx, await readFile(ctx, fileId));
    expect([verdict, ...signatures.map(({ chain }) => chain)]).toEqual([
      "intact_later_allowed",
      "ours",
      "ours",
      "ours",
      "ours",
    ]);
    expect(verifyPdf(fromBuffer(final)).verdict).toBe("intact_later_allowed");
    const now = await instanceKeys(ctx);
    expect([
      now.issuer.chain.toString() === old.issuer.chain.toString(),
      now.issuer.certificate.equals(old.issuer.certificate),
    ]).toEqual([true, false]);
    expect((await rootCertificates(ctx)).some((der) => old.issuer.chain.some((root) => root.equals(der)))).toBe(true);
    expect((await authorityPem(ctx)).match(/BEGIN/g)?.length).toBeGreaterThanOrEqual(3);
  });

  test("of the authority has its own list, and the previous one stays available under the old key @exhaustive", async () => {
    const ctx = process();
    const admin = await administrator(ctx);
    await saveInstance(ctx);
    const oldPlace =
      /pki\/(\S+)/.exec(
        await openssl("x509", "-in", file("seal.pem"), "-noout", "-ext", "crlDistributionPoints"),
      )?.[1] ?? "";
    await rotateKey(ctx, admin, { key: "issuing" });
    save("list", await revocationListAt(ctx, oldPlace));
    expect(
      await openssl("crl", "-inform", "DER", "-in", file("list"), "-CAfile", file("ca.pem"), "-noout", "-text"),
    ).toContain("verify OK");
    await saveInstance(ctx);
    const newPlace =
      /pki\/(\S+)/.exec(
        await openssl("x509", "-in", file("seal.pem"), "-noout", "-ext", "crlDistributionPoints"),
      )?.[1] ?? "";
    expect(newPlace).not.toBe(oldPlace);
    save("list", await revocationListAt(ctx, newPlace));
    save("lists.pem", Buffer.from(await openssl("crl", "-inform", "DER", "-in", file("list"))));
    expect(
      await openssl("crl", "-inform", "DER", "-in", file("list"), "-CAfile", file("ca.pem"), "-noout", "-text"),
    ).toContain("verify OK");
    expect(
      await openssl(
        "verify",
        "-x509_strict",
        "-crl_check",
        "-CAfile",
        file("ca.pem"),
        "-CRLfile",
        file("lists.pem"),
        file("seal.pem"),
      ),
    ).toContain("OK");
    await expect(revocationListAt(ctx, "crl/0123456789abcdef")).rejects.toMatchObject({ code: "not_found" });
  });

  test("requires an administrator with a fresh log-in", async () => {
    const ctx = process();
    const admin = await administrator(ctx);
    await expect(rotateKey(ctx, actingAs(await makeAccount(ctx)), { key: "seal" })).rejects.toMatchObject({
      code: "forbidden",
    });
    await expect(rotateKey(ctx, { ...admin, signedInAt: null }, { key: "seal" })).rejects.toMatchObject({
      code: "reauth_required",
    });
  });

  test("is used for codes at once: the single-use certificate is issued by the new authority @exhaustive", async () => {
    const ctx = process();
    const admin = await administrator(ctx);
    const {
      fileId,
      signers: [ana],
    } = await releasedScenario(ctx, [{ name: "Ana" }]);
    await rotateKey(ctx, admin, { key: "issuing" });
    await requestCode(ctx, ana.actor, { fileId });
    await sign(ctx, ana.actor, { target: { fileId }, code: await newestCode(ctx) });
    expect(
      (await verifyFile(ctx, await readFile(ctx, fileId))).signatures.map(({ chain, verdict }) => [
        chain,
        verdict === "intact" || verdict === "intact_later_allowed",
      ]),
    ).toEqual([
      ["ours", true],
      ["ours", true],
      ["ours", true],
    ]);
  });
});

describe("two rotations at the same moment", () => {
  const database = useCommittedDatabase();

  test("is used by every process from its next signature, and two concurrent rotations leave one key in use", async () => {
    const [one, other] = [process(database().db), process(database().db)];
    const admin = await administrator(one);
    const before = (await instanceKeys(other)).seal.certificate;
    await Promise.all([rotateKey(one, admin, { key: "seal" }), rotateKey(other, admin, { key: "seal" })]);
    const [here, there] = [await instanceKeys(one), await instanceKeys(other)];
    expect(here.seal.certificate.equals(there.seal.certificate)).toBe(true);
    expect(here.seal.certificate.equals(before)).toBe(false);
    expect(here.issuer.certificate.equals(there.issuer.certificate)).toBe(true);
  });
});
