import { X509Certificate } from "node:crypto";
import { expect, test } from "vitest";
import { instanceKeys as table } from "@/db/schema/accounts";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import { makeSecretBox } from "@/lib/platform/secrets/secret-box";
import { useTestContext } from "@/lib/testing/test-context";
import { authorityPem, makeSingleUseSigner, sealSigner } from "./document-signer";
import { instanceKeys, revocationPlaces } from "./instance-keys";

const db = useRolledBackDatabase();
const context = useTestContext();

test("creates the keys once, and a process that starts later finds them", async () => {
  const secrets = () => makeSecretBox("one and the same secret of good length");
  const first = await instanceKeys(context(db(), { secrets: secrets() }));
  const later = await instanceKeys(context(db(), { secrets: secrets() }));
  expect(later.issuer.chain).toEqual(first.issuer.chain);
  expect(later.seal.key.publicKey.equals(first.seal.key.publicKey)).toBe(true);
});

test("cannot open the keys with another APP_SECRET, returns key_unavailable and leaves them unchanged", async () => {
  await instanceKeys(context(db()));
  const stored = await context(db()).db.select().from(table);
  await expect(
    instanceKeys(context(db(), { secrets: makeSecretBox("another secret that is long enough") })),
  ).rejects.toMatchObject({ code: "key_unavailable" });
  expect(await context(db()).db.select().from(table)).toEqual(stored);
});

test("adds a seal when SIGNING_KEY_TYPE changes, and keeps the authorities and the old seal", async () => {
  const ctx = context(db());
  const p256 = await instanceKeys(ctx);
  const rsa = await instanceKeys(context(db(), { secrets: ctx.secrets, signingKeyType: "rsa2048" }));
  expect(rsa.issuer.chain).toEqual(p256.issuer.chain);
  expect(rsa.seal.key.publicKey.asymmetricKeyType).toBe("rsa");
  expect((await ctx.db.select().from(table)).map((row) => row.name).sort()).toEqual([
    "issuing",
    "root",
    "seal-p256",
    "seal-rsa2048",
  ]);
});

test("gives every signer the whole chain, and each signature a single-use key", async () => {
  const ctx = context(db());
  const person = { displayName: "Ana", email: "ana@example.org", proof: "mailbox access" };
  const [one, other, seal] = [
    await makeSingleUseSigner(ctx, person),
    await makeSingleUseSigner(ctx, person),
    await sealSigner(ctx),
  ];
  const keyOf = (der: Buffer) =>
    new X509Certificate(der).publicKey.export({ type: "spki", format: "der" }).toString("hex");
  expect(keyOf(one.certificate)).not.toBe(keyOf(other.certificate));
  for (const { certificate, chain } of [one, seal]) {
    const [issuing, root] = chain.map((der) => new X509Certificate(der));
    expect(issuing && new X509Certificate(certificate).verify(issuing.publicKey)).toBe(true);
    expect(root && issuing?.verify(root.publicKey)).toBe(true);
  }
});

test("exports root and issuing authority as PEM, without a private key", async () => {
  const pem = await authorityPem(context(db()));
  expect(pem.match(/BEGIN CERTIFICATE/g)).toHaveLength(2);
  expect(new X509Certificate(pem).subject).toContain("Root CA");
  expect(pem).not.toContain("PRIVATE");
});

test.each([
  ["http://localhost:3000", null],
  ["http://127.0.0.1:3000", null],
  ["http://[::1]:3000", null],
  [
    "https://sign.example.org",
    { crlUrl: "https://sign.example.org/pki/crl", ocspUrl: "https://sign.example.org/pki/ocsp" },
  ],
])("certificates name revocation addresses at %s only where they can be reached", (publicUrl, places) => {
  expect(revocationPlaces(publicUrl, "crl")).toEqual(places);
});
