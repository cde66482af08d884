import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { accountSigningKeys } from "@/db/schema/accounts";
import { signRequests } from "@/db/schema/files";
import { outboxJobs } from "@/db/schema/work";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import type { AccountActor, Ctx } from "@/lib/context/context";
import { requestCode } from "@/lib/signing/proof/request-code";
import { setSigningPassword } from "@/lib/signing/proof/set-signing-password";
import { sign } from "@/lib/signing/sign";
import { newestCode, readFile, releasedScenario } from "@/lib/signing/testing/signing-scenario";
import { actingAs, makeAccount } from "@/lib/testing/accounts";
import { only } from "@/lib/testing/representatives";
import { useTestContext } from "@/lib/testing/test-context";
import { verifyFile } from "@/lib/verification/verify-file";
import { serialNumberOf } from "@/lib/x509/certificate";
import { instanceKeys } from "./instance-keys";
import { answerOcsp, revocationListAt } from "./revocation";
import { revokeCertificate } from "./revoke-certificate";
import { listCertificates } from "./stored-certificates";
import { openssl, useOpensslFolder } from "./testing/openssl-folder";
import { toCertificatesWire } from "./wire";

const db = useRolledBackDatabase();
const makeContext = useTestContext();
const { file, save, read, saveCertificate, saveInstance } = useOpensslFolder();
const signPassword = "a quiet green harbour";
let ctx: Ctx;
let admin: AccountActor;

beforeEach(async () => {
  ctx = makeContext(db(), { publicUrl: "https://sign.example.org" });
  await saveInstance(ctx);
  admin = actingAs(await makeAccount(ctx, { role: "admin" }));
});

async function withKey(): Promise<{ owner: AccountActor; serialNumber: string; certificate: Buffer }> {
  const owner = actingAs(await makeAccount(ctx));
  const { serialNumber } = await setSigningPassword(ctx, owner, { signPassword });
  const [row] = await ctx.db.select().from(accountSigningKeys).where(eq(accountSigningKeys.serialNumber, serialNumber));
  return { owner, serialNumber, certificate: row?.certificate ?? Buffer.alloc(0) };
}

async function mailsTo(accountId: number): Promise<string[]> {
  const jobs = await ctx.db.select().from(outboxJobs).where(eq(outboxJobs.kind, "accountMail"));
  return jobs.filter(({ payload }) => payload.accountId === accountId).map(({ payload }) => String(payload.template));
}

/** openssl's OCSP answer for a certificate, given the issuer's certificate. */
async function ocspSays(name: string, issuer: string): Promise<string> {
  await openssl(
    "ocsp",
    "-issuer",
    file(`${issuer}.pem`),
    "-cert",
    file(`${name}.pem`),
    "-no_nonce",
    "-reqout",
    file("request"),
  );
  save("answer", await answerOcsp(ctx, read("request")));
  return openssl(
    "ocsp",
    "-respin",
    file("answer"),
    "-issuer",
    file(`${issuer}.pem`),
    "-cert",
    file(`${name}.pem`),
    "-CAfile",
    file("root.pem"),
    "-resp_text",
  );
}

const listText = async (der: Buffer): Promise<string> => {
  save("list", der);
  return openssl("crl", "-inform", "DER", "-in", file("list"), "-noout", "-text", "-CAfile", file("ca.pem"));
};

describe("a certificate that an administrator revokes", () => {
  test("is in the list and in OCSP at once, with reason and time, openssl rejects it, and its owner is notified", async () => {
    const { owner, serialNumber, certificate } = await withKey();
    const other = await withKey();
    await saveCertificate("revoked", certificate);
    await saveCertificate("good", other.certificate);
    const { revokedAt } = await revokeCertificate(ctx, admin, {
      serialNumber: serialNumber.toUpperCase(),
      reason: "keyCompromise",
    });
    const list = await listText(await revocationListAt(ctx, "crl"));
    expect(list).toContain("verify OK");
    expect(list).toMatch(
      new RegExp(`Serial Number: ${serialNumber.toUpperCase()}[\\s\\S]*Reason Code:\\s*Key Compromise`),
    );
    expect(await ocspSays("revoked", "issuing")).toMatch(/revoked\.pem: revoked[\s\S]*Reason: keyCompromise/);
    expect(await ocspSays("good", "issuing")).toContain("good.pem: good");
    save("lists.pem", Buffer.from(await openssl("crl", "-inform", "DER", "-in", file("list"))));
    const check = (name: string) =>
      openssl("verify", "-crl_check", "-CAfile", file("ca.pem"), "-CRLfile", file("lists.pem"), file(`${name}.pem`));
    expect([await check("revoked"), await check("good")]).toEqual([
      expect.stringContaining("certificate revoked"),
      expect.stringContaining("OK"),
    ]);
    expect(await mailsTo(owner.account.id)).toEqual(["signing_password_set", "certificate_revoked"]);
    expect(Date.now() - revokedAt.getTime()).toBeLessThan(60_000);
  });

  test("signs nothing more and reports why, and a new signing password needs a fresh log-in @exhaustive", async () => {
    const {
      fileId,
      signers: [ana],
    } = await releasedScenario(ctx, [{ name: "Ana", method: "password" }]);
    const { serialNumber } = await setSigningPassword(ctx, ana.actor, { signPassword });
    await revokeCertificate(ctx, admin, { serialNumber, reason: "unspecified" });
    const trying = sign(ctx, ana.actor, { target: { fileId }, password: signPassword });
    await expect(trying).rejects.toMatchObject({
      code: "sign_password_missing",
      detail: expect.stringContaining("was revoked on") as string,
    });
    const stale = { ...ana.actor, signedInAt: new Date(Date.now() - 3_600_000) };
    await expect(setSigningPassword(ctx, stale, { signPassword })).rejects.toMatchObject({ code: "reauth_required" });
    await setSigningPassword(ctx, ana.actor, { signPassword });
    await sign(ctx, ana.actor, { target: { fileId }, password: signPassword });
    expect((await readFile(ctx, fileId)).status).toBe("signed");
  });

  test("keeps the verdict of earlier signatures, and one replaced long ago can be revoked too @exhaustive", async () => {
    const {
      fileId,
      signers: [ana],
    } = await releasedScenario(ctx, [{ name: "Ana", method: "password" }]);
    const { serialNumber } = await setSigningPassword(ctx, ana.actor, { signPassword });
    await sign(ctx, ana.actor, { target: { fileId }, password: signPassword });
    await setSigningPassword(ctx, ana.actor, { signPassword: "another quiet green harbour" });
    await revokeCertificate(ctx, admin, { serialNumber, reason: "superseded" });
    const { verdict, signatures } = await verifyFile(ctx, await readFile(ctx, fileId));
    expect([verdict, ...signatures.map(({ chain }) => chain)]).toEqual([
      "intact_later_allowed",
      "ours",
      "ours",
      "ours",
    ]);
    const { data } = toCertificatesWire(await listCertificates(ctx, admin, { q: ana.actor.account.email }));
    expect(data.map(({ status, revocationReason }) => [status, revocationReason])).toEqual([
      ["in_use", null],
      ["revoked", "superseded"],
    ]);
  });

  test("is refused a second time, for a single-use certificate, for the root, to other accounts, and without a fresh log-in @exhaustive", async () => {
    const { owner, serialNumber } = await withKey();
    const {
      fileId,
      signers: [ana],
    } = await releasedScenario(ctx, [{ name: "Ana" }]);
    await requestCode(ctx, ana.actor, { fileId });
    await sign(ctx, ana.actor, { target: { fileId }, code: await newestCode(ctx) });
    const [signed] = await ctx.db.select().from(signRequests).where(eq(signRequests.id, ana.signRequestId));
    const singleUse = signed?.signature?.serialNumber ?? "";
    await revokeCertificate(ctx, admin, { serialNumber, reason: "superseded" });
    const root = only((await instanceKeys(ctx)).authorities.filter(({ name }) => name === "root"));
    for (const [which, why] of [
      [serialNumber, "certificate_revoked"],
      [singleUse, "key_deleted"],
      [serialNumberOf(root.certificate), "root_certificate"],
    ] as const) {
      const trying = revokeCertificate(ctx, admin, { serialNumber: which, reason: "superseded" });
      await expect(trying).rejects.toMatchObject({
        code: "certificate_not_revocable",
        reason: why,
      });
    }
    expect(
      toCertificatesWire(await listCertificates(ctx, admin, { q: singleUse })).data.map(({ kind }) => kind),
    ).toEqual(["act"]);
    await expect(
      revokeCertificate(ctx, admin, { serialNumber: "0123456789abcdef0123456789abcdef01234567", reason: "superseded" }),
    ).rejects.toMatchObject({ code: "not_found" });
    await expect(revokeCertificate(ctx, owner, { serialNumber, reason: "superseded" })).rejects.toMatchObject({
      code: "forbidden",
    });
    const stale = { ...admin, signedInAt: null };
    await expect(revokeCertificate(ctx, stale, { serialNumber, reason: "superseded" })).rejects.toMatchObject({
      code: "reauth_required",
    });
  });
});

describe("revoking the service's own certificates", () => {
  test("lists a revoked seal, and seals with another from then on @exhaustive", async () => {
    const before = (await instanceKeys(ctx)).seal;
    await revokeCertificate(ctx, admin, { serialNumber: serialNumberOf(before.certificate), reason: "keyCompromise" });
    const after = (await instanceKeys(ctx)).seal;
    expect(after.certificate.equals(before.certificate)).toBe(false);
    expect(await ocspSays("seal", "issuing")).toMatch(/seal\.pem: revoked[\s\S]*keyCompromise/);
    await saveCertificate("next", after.certificate);
    expect(await ocspSays("next", "issuing")).toContain("next.pem: good");
  });

  test("revokes everything below a revoked issuing authority, and creates a new one with its own list @exhaustive", async () => {
    const { owner, serialNumber, certificate } = await withKey();
    await saveCertificate("person", certificate);
    const { issuer: issuing } = await instanceKeys(ctx);
    const { alsoRevoked } = await revokeCertificate(ctx, admin, {
      serialNumber: serialNumberOf(issuing.certificate),
      reason: "keyCompromise",
    });
    expect(alsoRevoked).toBe(2);
    expect(await ocspSays("issuing", "root")).toMatch(/issuing\.pem: revoked[\s\S]*keyCompromise/);
    expect(await ocspSays("person", "issuing")).toMatch(/person\.pem: revoked[\s\S]*cACompromise/);
    expect(await listText(await revocationListAt(ctx, "root.crl"))).toMatch(
      /Revoked Certificates:[\s\S]*Key Compromise/,
    );
    expect(await listText(await revocationListAt(ctx, "crl"))).toContain(serialNumber.toUpperCase());
    expect(await mailsTo(owner.account.id)).toEqual(["signing_password_set", "certificate_revoked"]);
    await saveInstance(ctx);
    const place = await openssl("x509", "-in", file("seal.pem"), "-noout", "-ext", "crlDistributionPoints");
    const name = /pki\/(crl\/[0-9a-f]{16})/.exec(place)?.[1] ?? "";
    expect(await listText(await revocationListAt(ctx, name))).toMatch(
      /verify OK[\s\S]*No Revoked Certificates|No Revoked Certificates[\s\S]*verify OK/,
    );
    await setSigningPassword(ctx, owner, { signPassword });
  });
});
