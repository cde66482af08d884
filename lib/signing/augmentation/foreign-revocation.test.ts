import { X509Certificate } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import type { Ctx } from "@/lib/context/context";
import { startLocalTsa, type LocalTsa } from "@/lib/pades/testing/local-tsa";
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

describe("a foreign authority's revocation data", () => {
  test.each([
    ["responder", "responder"],
    ["root @exhaustive", "root"],
  ] as const)("is stored when the answer is signed by the %s", async (_title, signer) => {
    tsa().ocsp = signer;
    expect(await ask(asking())).toEqual({ ocspAnswers: 1, revocationLists: 0 });
  });

  test("is taken from the list if the OCSP response was signed by a key that the issuer has not authorised", async () => {
    tsa().ocsp = "tsa";
    expect(await ask(asking())).toEqual({ ocspAnswers: 0, revocationLists: 1 });
  });

  test("is taken from the list when OCSP does not answer @exhaustive", async () => {
    tsa().ocsp = "off";
    expect(await ask(asking())).toEqual({ ocspAnswers: 0, revocationLists: 1 });
  });

  test("is stored even if the certificate is revoked @exhaustive", async () => {
    other.authority.revoke();
    expect(await ask(asking({ outbound: guardedOutbound({ allow: [new URL(other.origin).host] }) }), other)).toEqual({
      ocspAnswers: 1,
      revocationLists: 0,
    });
  });

  test("is not requested from forbidden addresses", async () => {
    expect(await ask(asking({ outbound: guardedOutbound({ allow: [] }) }))).toEqual({
      ocspAnswers: 0,
      revocationLists: 0,
    });
  });

  test("is not stored once it is too old @exhaustive", async () => {
    const inAYear = new Date(Date.now() + 365 * 86_400_000);
    expect(await ask({ ...asking(), now: () => Promise.resolve(inAYear) })).toEqual({
      ocspAnswers: 0,
      revocationLists: 0,
    });
  });
});

test("a missing issuer is fetched from the address in the certificate, and only the true issuer is accepted @exhaustive", async () => {
  const ctx = asking();
  const certificate = new X509Certificate(await tsa().authority.der("tsa"));
  expect((await fetchIssuer(fetchOnce(ctx), certificate))?.equals(await tsa().authority.der("root"))).toBe(true);
  const wrong = await other.authority.der("root");
  expect(await fetchIssuer(() => Promise.resolve(wrong), certificate)).toBeNull();
});

test("a document that names hundreds of addresses triggers only a few calls, each once", async () => {
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

test("each certificate is checked once, however many signatures use it @exhaustive", async () => {
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
