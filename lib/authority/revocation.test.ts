import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { accountSigningKeys } from "@/db/schema/accounts";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import type { Ctx } from "@/lib/context/context";
import { setSigningPassword } from "@/lib/signing/proof/set-signing-password";
import { actingAs, makeAccount } from "@/lib/testing/accounts";
import { useTestContext } from "@/lib/testing/test-context";
import { makeSingleUseSigner } from "./document-signer";
import { answerOcsp, revocationListAt } from "./revocation";
import { openssl, useOpensslFolder } from "./testing/openssl-folder";

const db = useRolledBackDatabase();
const makeContext = useTestContext();
const { file, save, read, saveCertificate, saveInstance } = useOpensslFolder();
const listNames = { issuing: "crl", root: "root.crl" };
const revokedAt = new Date("2026-01-02T03:04:05.678Z");
let ctx: Ctx;

beforeEach(async () => {
  ctx = makeContext(db(), { publicUrl: "https://sign.example.org" });
  await saveInstance(ctx);
});

/** Creates an account's signing key and stores its certificate, optionally revoked. */
async function accountKey(name: string, isRevoked: boolean): Promise<void> {
  const facts = await setSigningPassword(ctx, actingAs(await makeAccount(ctx)), {
    signPassword: "a quiet green harbour",
  });
  const where = eq(accountSigningKeys.serialNumber, facts.serialNumber);
  if (isRevoked) await ctx.db.update(accountSigningKeys).set({ revokedAt }).where(where);
  const [row] = await ctx.db.select().from(accountSigningKeys).where(where);
  await saveCertificate(name, row?.certificate ?? Buffer.alloc(0));
}

describe("the revocation lists", () => {
  const readList = (name: string, ...what: string[]): Promise<string> =>
    openssl("crl", "-inform", "DER", "-in", file(name), ...what);

  test("are signed by their authority, contain its number and key, and are at the addresses in the certificates", async () => {
    for (const name of ["issuing", "root"] as const) {
      save("list", await revocationListAt(ctx, listNames[name]));
      const output = await readList("list", "-CAfile", file("ca.pem"), "-noout", "-text");
      expect(output).toMatch(/Version 2[\s\S]*Authority Key Identifier[\s\S]*CRL Number[\s\S]*No Revoked Certificates/);
      expect(output).toContain("verify OK");
    }
    const place = (name: string): Promise<string> =>
      openssl("x509", "-in", file(`${name}.pem`), "-noout", "-ext", "crlDistributionPoints");
    expect(await place("issuing")).toContain("URI:https://sign.example.org/pki/root.crl");
    expect(await place("seal")).toMatch(/URI:https:\/\/sign\.example\.org\/pki\/crl$/m);
  });

  test("make a verifier reject a revoked certificate and accept the others @exhaustive", async () => {
    await accountKey("good", false);
    await accountKey("revoked", true);
    for (const name of ["issuing", "root"] as const) save(`${name}.crl`, await revocationListAt(ctx, listNames[name]));
    save("lists.pem", Buffer.from((await readList("issuing.crl")) + (await readList("root.crl"))));
    const check = (name: string): Promise<string> =>
      openssl(
        "verify",
        "-x509_strict",
        "-crl_check_all",
        "-CAfile",
        file("ca.pem"),
        "-CRLfile",
        file("lists.pem"),
        file(`${name}.pem`),
      );
    expect(await check("good")).toContain("good.pem: OK");
    expect(await check("seal")).toContain("seal.pem: OK");
    expect(await check("revoked")).toContain("certificate revoked");
    expect(await readList("issuing.crl", "-noout", "-text")).toContain("Revocation Date: Jan  2 03:04:05 2026 GMT");
  });

  test("are never dated before a revocation that they list @exhaustive", async () => {
    const facts = await setSigningPassword(ctx, actingAs(await makeAccount(ctx)), {
      signPassword: "a quiet green harbour",
    });
    await ctx.db
      .update(accountSigningKeys)
      .set({ revokedAt: await ctx.now() })
      .where(eq(accountSigningKeys.serialNumber, facts.serialNumber));
    save("list", await revocationListAt(ctx, "crl"));
    const output = await readList("list", "-noout", "-text");
    const timeOf = (label: string): number => Date.parse(new RegExp(`${label}: (.* GMT)`).exec(output)?.[1] ?? "");
    expect(timeOf("Last Update")).toBeGreaterThanOrEqual(timeOf("Revocation Date"));
  });

  test("have an increasing number, and name the next update a day later @exhaustive", async () => {
    const numbers: bigint[] = [];
    for (let count = 0; count < 2; count++) {
      save("list", await revocationListAt(ctx, "crl"));
      numbers.push(BigInt((await readList("list", "-noout", "-crlnumber")).trim().replace("crlNumber=", "")));
    }
    expect(numbers[1]).toBeGreaterThan(numbers[0] ?? 0n);
    const times = (await readList("list", "-noout", "-lastupdate", "-nextupdate")).match(/\w{3} .* GMT/g) ?? [];
    expect(Date.parse(times[1] ?? "") - Date.parse(times[0] ?? "")).toBe(24 * 3600 * 1000);
  });
});

interface Question {
  issuer: string;
  names: string[];
  options?: string[];
}

/** Makes openssl write a request, and stores the response in the file "answer". */
async function ask({ issuer, names, options = [] }: Question): Promise<void> {
  const certificates = names.flatMap((name) => [...options, "-cert", file(`${name}.pem`)]);
  await openssl("ocsp", "-issuer", file(`${issuer}.pem`), ...certificates, "-reqout", file("request"));
  save("answer", await answerOcsp(ctx, read("request")));
}

/** Makes openssl verify the response: signature, chain, statuses, and the nonce of its request. */
async function judge({ issuer, names, options = [] }: Question): Promise<string> {
  const certificates = names.flatMap((name) => [...options, "-cert", file(`${name}.pem`)]);
  return openssl(
    "ocsp",
    "-reqin",
    file("request"),
    "-no_nonce",
    "-respin",
    file("answer"),
    "-issuer",
    file(`${issuer}.pem`),
    ...certificates,
    "-CAfile",
    file("root.pem"),
    "-resp_text",
  );
}

describe("an OCSP answer", () => {
  test.each([
    ["-sha1 @exhaustive", "-sha1"],
    ["-sha256", "-sha256"],
  ] as const)(
    "reports good, revoked and unknown, requested by %s, in one signed answer, and malformedRequest for anything but a request",
    async (_name, hash) => {
      await accountKey("good", false);
      await accountKey("revoked", true);
      await saveCertificate(
        "act",
        (await makeSingleUseSigner(ctx, { displayName: "Ana", email: "ana@example.org", proof: "mailbox access" }))
          .certificate,
      );
      const question = { issuer: "issuing", names: ["good", "seal", "revoked", "act"], options: [hash] };
      await ask(question);
      const output = await judge(question);
      expect(output).toContain("Response verify OK");
      expect(output).toMatch(
        /good\.pem: good[\s\S]*seal\.pem: good[\s\S]*revoked\.pem: revoked[\s\S]*Jan {2}2 03:04:05 2026 GMT[\s\S]*act\.pem: unknown/,
      );
      expect(output).toContain("Next Update");
      expect(output).not.toMatch(/WARNING|error/i);
      const request = read("request");
      const asksNothing = Buffer.from("300430023000", "hex");
      for (const bytes of [
        Buffer.alloc(0),
        Buffer.from("text"),
        request.subarray(0, -1),
        Buffer.concat([request, Buffer.from([0])]),
        asksNothing,
        Buffer.alloc(8192, 0x30),
      ]) {
        expect(await answerOcsp(ctx, bytes)).toEqual(Buffer.from("30030a0101", "hex"));
      }
    },
  );

  test("is never dated before a revocation that it reports @exhaustive", async () => {
    await accountKey("revoked", false);
    await ctx.db.update(accountSigningKeys).set({ revokedAt: await ctx.now() });
    const question = { issuer: "issuing", names: ["revoked"] };
    await ask(question);
    const output = await judge(question);
    const timeOf = (label: string): number => Date.parse(new RegExp(`${label}: (.* GMT)`).exec(output)?.[1] ?? "");
    for (const label of ["This Update", "Produced At"])
      expect(timeOf(label)).toBeGreaterThanOrEqual(timeOf("Revocation Time"));
  });

  test("about the issuing authority is signed by the root @exhaustive", async () => {
    const question = { issuer: "root", names: ["issuing"] };
    await ask(question);
    expect(await judge(question)).toMatch(/issuing\.pem: good[\s\S]*Response verify OK/);
  });

  test("returns the nonce, and omits it when there was none @exhaustive", async () => {
    await ask({ issuer: "issuing", names: ["seal"] });
    const nonce = /Nonce:\s+(\w+)/;
    const certificates = nonce.exec(await openssl("ocsp", "-reqin", file("request"), "-req_text"))?.[1];
    const answered = nonce.exec(await openssl("ocsp", "-respin", file("answer"), "-noverify", "-resp_text"))?.[1];
    expect([certificates?.length, answered]).toEqual([36, certificates]);
    await ask({ issuer: "issuing", names: ["seal"], options: ["-no_nonce"] });
    expect(await openssl("ocsp", "-respin", file("answer"), "-noverify", "-resp_text")).not.toContain("Nonce");
  });

  test.each([
    ["a hash that no client uses @exhaustive", { issuer: "issuing", names: ["seal"], options: ["-sha512"] }],
    ["an issuer that is not ours @exhaustive", { issuer: "seal", names: ["seal"] }],
  ] as [string, Question][])("is unauthorized for %s", async (_what, question) => {
    await ask(question);
    expect(await openssl("ocsp", "-respin", file("answer"))).toContain("unauthorized (6)");
  });

  test("is unauthorized when it would need the signatures of two authorities @exhaustive", async () => {
    const [ofIssuing, ofRoot] = [
      ["-issuer", file("issuing.pem"), "-cert", file("seal.pem")],
      ["-issuer", file("root.pem"), "-cert", file("issuing.pem")],
    ];
    await openssl("ocsp", ...ofIssuing, ...ofRoot, "-reqout", file("request"));
    save("answer", await answerOcsp(ctx, read("request")));
    expect(await openssl("ocsp", "-respin", file("answer"))).toContain("unauthorized (6)");
  });
});
