import { X509Certificate } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import { startLocalTsa, type LocalTsa } from "@/lib/pades/testing/local-tsa";
import type { Ctx } from "@/lib/platform/context";
import { guardedOutbound } from "@/lib/platform/outbound/guarded-outbound";
import { useTestContext } from "@/lib/testing/test-context";
import { fetchIssuer, fetchOnce, foreignRevocation, gatherValidationData } from "./gather-validation-data";
import { askingOf, useLocalTsa } from "./testing/stamping";

const db = useRolledBackDatabase();
const context = useTestContext();
const tsa = useLocalTsa();
let other: LocalTsa;
beforeAll(async () => {
  other = await startLocalTsa();
});
afterAll(() => other.close());

const asking = (changes: Partial<Ctx> = {}): Ctx => context(db(), { ...askingOf(tsa()), ...changes });

async function ask(ctx: Ctx, at: LocalTsa = tsa()): Promise<{ ocspAnswers: number; revocationLists: number }> {
  const [certificate, issuer] = [
    new X509Certificate(await at.authority.der("tsa")),
    new X509Certificate(await at.authority.der("root")),
  ];
  const { ocspAnswers, revocationLists } = await foreignRevocation(ctx, fetchOnce(ctx), certificate, issuer);
  return { ocspAnswers: ocspAnswers.length, revocationLists: revocationLists.length };
}

describe("what a foreign authority says of its certificate", () => {
  test.each(["responder", "root"] as const)("goes in when the answer is signed by the %s", async (signer) => {
    tsa().ocsp = signer;
    expect(await ask(asking())).toEqual({ ocspAnswers: 1, revocationLists: 0 });
  });

  test("does not go in when somebody signed it whom the issuer has not charged; its list does instead", async () => {
    tsa().ocsp = "tsa";
    expect(await ask(asking())).toEqual({ ocspAnswers: 0, revocationLists: 1 });
  });

  test("is its list where nobody answers by OCSP", async () => {
    tsa().ocsp = "off";
    expect(await ask(asking())).toEqual({ ocspAnswers: 0, revocationLists: 1 });
  });

  test("goes in as well when it is that the certificate was revoked", async () => {
    other.authority.revoke();
    expect(await ask(asking({ outbound: guardedOutbound({ allow: [new URL(other.origin).host] }) }), other)).toEqual({
      ocspAnswers: 1,
      revocationLists: 0,
    });
  });

  test("is not asked for where we may not call", async () => {
    expect(await ask(asking({ outbound: guardedOutbound({ allow: [] }) }))).toEqual({
      ocspAnswers: 0,
      revocationLists: 0,
    });
  });

  test("does not go in once it is too old", async () => {
    const inAYear = new Date(Date.now() + 365 * 86_400_000);
    expect(await ask({ ...asking(), now: () => Promise.resolve(inAYear) })).toEqual({
      ocspAnswers: 0,
      revocationLists: 0,
    });
  });
});

test("an issuer that travels with nobody is fetched from where the certificate says, and only the true one is taken", async () => {
  const ctx = asking();
  const certificate = new X509Certificate(await tsa().authority.der("tsa"));
  expect((await fetchIssuer(fetchOnce(ctx), certificate))?.equals(await tsa().authority.der("root"))).toBe(true);
  const wrong = await other.authority.der("root");
  expect(await fetchIssuer(() => Promise.resolve(wrong), certificate)).toBeNull();
});

test("a document that names hundreds of addresses makes us call a few, each once", async () => {
  const called: string[] = [];
  const ctx = asking({
    outbound: {
      ...guardedOutbound({ allow: [] }),
      download: (url) => {
        called.push(url);
        return notThere();
      },
    },
  });
  const fetch = fetchOnce(ctx);
  for (let index = 0; index < 200; index++) await fetch(`http://host-${index % 100}.example/ocsp`, 1000);
  expect(called).toHaveLength(24);
  expect(new Set(called).size).toBe(24);
});

async function* notThere(): AsyncGenerator<Uint8Array> {
  await Promise.resolve();
}

test("the same certificate is asked about once, however many signatures lead to it", async () => {
  const ctx = asking();
  const party = { signer: await tsa().authority.der("tsa"), certificates: [await tsa().authority.der("root")] };
  const signatures = ["A", "B", "C"].map((vriKey) => ({ field: vriKey, isTimestamp: false, vriKey, parties: [party] }));
  const gathered = await gatherValidationData(ctx, signatures);
  expect(
    gathered.map(({ vriKey, certificates, ocspAnswers }) => [vriKey, certificates.length, ocspAnswers.length]),
  ).toEqual([
    ["A", 2, 1],
    ["B", 2, 1],
    ["C", 2, 1],
  ]);
  expect(new Set(gathered.flatMap(({ ocspAnswers }) => ocspAnswers)).size).toBe(1);
});
