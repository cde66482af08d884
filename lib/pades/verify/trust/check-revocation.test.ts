import { describe, expect, test } from "vitest";
import { readCertificate, type Certificate } from "@/lib/pades/verify/cms/certificate";
import { finding } from "@/lib/pades/verify/report/findings";
import { useOpenssl } from "@/lib/pades/verify/testing/openssl-files";
import {
  bits,
  extension,
  makeAuthority,
  makeKeys,
  makeRoot,
  makeSigner,
  type Holder,
} from "@/lib/pades/verify/testing/pki";
import { makeList, makeResponse } from "@/lib/pades/verify/testing/revocation";
import { oneIn, present } from "@/lib/testing/representatives";
import { derValue, explicit, sequence } from "@/lib/x509/der";
import { checkRevocation, type RevocationAnswer } from "./check-revocation";
import { LinkBudget } from "./issued-by";
import { RevocationData } from "./revocation-data";

const { pem, der, openssl } = useOpenssl();
const now = new Date("2026-07-01T00:00:00Z");
const at = new Date("2026-06-02T12:00:00Z");
const root = makeRoot();
const ada = makeSigner("Ada", root);
const bob = makeSigner("Bob", root);
const responderPlan = { purposes: ["1.3.6.1.5.5.7.3.9"] };

interface Data {
  lists?: readonly Buffer[];
  responses?: readonly Buffer[];
}

function opened({ certificate }: Holder): Certificate {
  return present(readCertificate(certificate));
}

function stateOf(
  holder: Holder,
  { lists = [], responses = [] }: Data,
  when = at,
  issuer: Holder = root,
): RevocationAnswer {
  const data = new RevocationData();
  lists.forEach((list) => data.addList(list, { kind: "signature" }));
  responses.forEach((response) => data.addResponse(response, { kind: "signature" }));
  return checkRevocation(opened(holder), opened(issuer), { data, budget: new LinkBudget(), at: when, now });
}

/** openssl's result for the same data at the same time. */
async function opensslOnList(holder: Holder, list: Buffer): Promise<string> {
  const { output } = await openssl(
    "verify",
    "-attime",
    String(at.getTime() / 1000),
    "-crl_check",
    "-CAfile",
    pem("CERTIFICATE", root.certificate),
    "-CRLfile",
    pem("X509 CRL", list),
    pem("CERTIFICATE", holder.certificate),
  );
  return output;
}

/**
 * The statuses in a response with an accepted signature; null otherwise. openssl cannot check times here, because this
 * command has no option for the current time.
 */
async function opensslOnResponse(holder: Holder, response: Buffer): Promise<string | null> {
  const [issuer, certificate] = [pem("CERTIFICATE", root.certificate), pem("CERTIFICATE", holder.certificate)];
  const { output } = await openssl(
    "ocsp",
    "-respin",
    der(response),
    "-issuer",
    issuer,
    "-cert",
    certificate,
    "-CAfile",
    issuer,
    "-no_nonce",
    "-attime",
    String(at.getTime() / 1000),
  );
  return output.includes("Response verify OK") ? (/(good|revoked)\n/.exec(output)?.[1] ?? null) : null;
}

describe("a revocation list", () => {
  test("reports a good certificate, as openssl does", async () => {
    const list = makeList({ issuer: root, revoked: [{ holder: bob, at: "2026-05-01" }] });
    expect(stateOf(ada, { lists: [list] })).toMatchObject({
      status: "good",
      source: "crl",
      at: new Date("2026-06-01"),
      problem: null,
    });
    expect(await opensslOnList(ada, list)).toContain("OK");
  });

  test("reports a revoked certificate with time and reason, as openssl does", async () => {
    const list = makeList({
      issuer: root,
      revoked: [
        { holder: bob, at: "2026-05-02" },
        { holder: ada, at: "2026-05-01", reason: 1 },
      ],
    });
    expect(stateOf(ada, { lists: [list] })).toMatchObject({
      status: "revoked",
      source: "crl",
      revoked: { at: new Date("2026-05-01"), reason: 1 },
    });
    expect(await opensslOnList(ada, list)).toContain("certificate revoked");
  });

  test("of a hundred thousand entries is searched, without matching a number inside another entry", () => {
    const many = Array.from({ length: 2000 }, (_, index) => ({
      holder: { ...bob, serial: derValue(0x02, Buffer.from([1, 2, index >> 8, index & 0xff])) },
      at: "2026-05-01",
    }));
    const misleading = {
      holder: { ...bob, serial: derValue(0x02, Buffer.from([0x11]), ada.serial) },
      at: "2026-05-01",
    };
    expect(stateOf(ada, { lists: [makeList({ issuer: root, revoked: [...many, misleading] })] }).status).toBe("good");
    expect(
      stateOf(ada, {
        lists: [makeList({ issuer: root, revoked: [...many, misleading, { holder: ada, at: "2026-05-01" }] })],
      }).status,
    ).toBe("revoked");
  });

  const isCritical = true;
  const useless: [string, () => Data][] = [
    ["is signed by another key", () => ({ lists: [makeList({ issuer: root, signer: makeRoot() })] })],
    ["is of another authority", () => ({ lists: [makeList({ issuer: makeRoot("Other") })] })],
    [
      "is a delta",
      () => ({
        lists: [
          makeList({ issuer: root, extensions: [extension("2.5.29.27", derValue(0x02, Buffer.of(1)), isCritical)] }),
        ],
      }),
    ],
    [
      "has an unknown critical extension",
      () => ({ lists: [makeList({ issuer: root, extensions: [extension("1.2.3.4.5", sequence(), isCritical)] })] }),
    ],
    [
      "covers authorities only",
      () => ({
        lists: [
          makeList({
            issuer: root,
            extensions: [extension("2.5.29.28", sequence(derValue(0x82, Buffer.of(0xff))), isCritical)],
          }),
        ],
      }),
    ],
    [
      "covers some reasons only",
      () => ({
        lists: [
          makeList({
            issuer: root,
            extensions: [extension("2.5.29.28", sequence(derValue(0x83, Buffer.of(1, 0x40))), isCritical)],
          }),
        ],
      }),
    ],
    [
      "is indirect",
      () => ({
        lists: [
          makeList({
            issuer: root,
            extensions: [extension("2.5.29.28", sequence(derValue(0x84, Buffer.of(0xff))), isCritical)],
          }),
        ],
      }),
    ],
    [
      "is for certificates that name another place",
      () => ({
        lists: [
          makeList({
            issuer: root,
            extensions: [
              extension(
                "2.5.29.28",
                sequence(explicit(0, explicit(0, derValue(0x86, Buffer.from("http://a/1.crl"))))),
                isCritical,
              ),
            ],
          }),
        ],
      }),
    ],
    ["is from the future", () => ({ lists: [makeList({ issuer: root, from: "2026-08-01", until: "2026-08-08" })] })],
    ["is cut off", () => ({ lists: [makeList({ issuer: root }).subarray(0, 100)] })],
    ["is something else", () => ({ lists: [Buffer.from("no list"), ada.certificate] })],
  ];
  test.each(oneIn(3, useless))("that %s proves nothing", (_what, make) => {
    expect(stateOf(ada, make())).toMatchObject({
      status: "unknown",
      source: null,
      problem: finding("revocation_data_missing", { name: "Ada" }),
    });
  });

  test("for the distribution point of a certificate applies to it", () => {
    const place = derValue(0x86, Buffer.from("http://a/1.crl"));
    const scope = extension("2.5.29.28", sequence(explicit(0, explicit(0, place))), isCritical);
    const placed = makeSigner("Placed", root, {
      extensions: [extension("2.5.29.31", sequence(sequence(explicit(0, explicit(0, place)))))],
    });
    expect(stateOf(placed, { lists: [makeList({ issuer: root, extensions: [scope] })] }).status).toBe("good");
  });

  test("by a key that may not sign CRLs proves nothing", () => {
    const issuer = makeAuthority("No lists", root, { keyUsage: [bits.keyCertSign] });
    expect(stateOf(makeSigner("Ada", issuer), { lists: [makeList({ issuer })] }, at, issuer).status).toBe("unknown");
  });

  test("that ended before the relevant time is out of date; without nextUpdate it is valid for a day", () => {
    const outOfDate = {
      status: "unknown",
      source: "crl",
      problem: finding("revocation_data_outdated", { name: "Ada" }),
    };
    expect(
      stateOf(ada, { lists: [makeList({ issuer: root, from: "2026-05-01", until: "2026-05-08" })] }),
    ).toMatchObject(outOfDate);
    expect(stateOf(ada, { lists: [makeList({ issuer: root, from: "2026-06-02", until: null })] }).status).toBe("good");
    expect(stateOf(ada, { lists: [makeList({ issuer: root, from: "2026-05-20", until: null })] })).toMatchObject(
      outOfDate,
    );
  });

  test("made after a certificate expired does not prove it good, since the entry may have been dropped", () => {
    const old = makeSigner("Old", root, { until: "2026-05-15" });
    expect(stateOf(old, { lists: [makeList({ issuer: root })] }, new Date("2026-05-10")).status).toBe("unknown");
    expect(
      stateOf(
        old,
        { lists: [makeList({ issuer: root, revoked: [{ holder: old, at: "2026-05-01" }] })] },
        new Date("2026-05-10"),
      ).status,
    ).toBe("revoked");
  });
});

describe("a certificate on hold", () => {
  const on = (reason: number, from: string, until: string, extensions: Buffer[] = []): Buffer =>
    makeList({ issuer: root, from, until, extensions, revoked: [{ holder: ada, at: "2026-05-01", reason }] });
  const held = on(6, "2026-05-02", "2026-05-09");
  const delta = [extension("2.5.29.27", derValue(0x02, Buffer.of(1)), true)];

  test("is revoked until later data say otherwise", () => {
    const older = makeList({ issuer: root, from: "2026-04-01" });
    expect(stateOf(ada, { lists: [older, held] })).toMatchObject({ status: "revoked", revoked: { reason: 6 } });
    const again = on(6, "2026-06-02", "2026-06-09");
    expect(stateOf(ada, { lists: [held, makeList({ issuer: root }), again] }).status).toBe("revoked");
    expect(stateOf(ada, { lists: [held, makeList({ issuer: root }), on(1, "2026-05-03", "2026-05-09")] }).status).toBe(
      "revoked",
    );
  });

  test.each<[string, Data]>([
    ["a later list is without it", { lists: [held, makeList({ issuer: root })] }],
    ["a delta removes it", { lists: [held, on(8, "2026-06-01", "2026-06-08", delta)] }],
    ["a later response is good", { lists: [held], responses: [makeResponse({ certificate: ada, issuer: root })] }],
  ])("is good again when %s", (_how, data) => {
    expect(stateOf(ada, data)).toMatchObject({ status: "good", at: new Date("2026-06-01"), revoked: null });
  });

  test("stays on hold when a list after its expiry or a delta does not name it", () => {
    const old = makeSigner("Old", root, { until: "2026-05-15" });
    const lists = [
      makeList({ issuer: root, from: "2026-05-02", revoked: [{ holder: old, at: "2026-05-01", reason: 6 }] }),
      makeList({ issuer: root }),
    ];
    expect(stateOf(old, { lists }, new Date("2026-05-10")).status).toBe("revoked");
    expect(stateOf(ada, { lists: [held, makeList({ issuer: root, extensions: delta })] }).status).toBe("revoked");
  });

  test("is revoked by a delta alone", () => {
    expect(stateOf(ada, { lists: [on(1, "2026-06-01", "2026-06-08", delta)] }).status).toBe("revoked");
  });
});

describe("an OCSP response", () => {
  const responder = makeSigner("Responder", root, responderPlan);

  test.each([
    ["the issuer itself", root],
    ["whom the issuer charged with it", responder],
  ])("by %s counts, and for openssl too", async (_who, by) => {
    const good = makeResponse({ certificate: ada, issuer: root, responder: by });
    expect(stateOf(ada, { responses: [good] })).toMatchObject({
      status: "good",
      source: "ocsp",
      at: new Date("2026-06-01"),
    });
    expect(await opensslOnResponse(ada, good)).toBe("good");
    const revoked = makeResponse({
      certificate: ada,
      issuer: root,
      responder: by,
      revoked: { at: "2026-05-01", reason: 4 },
    });
    expect(stateOf(ada, { responses: [revoked] })).toMatchObject({
      status: "revoked",
      revoked: { at: new Date("2026-05-01"), reason: 4 },
    });
    expect(await opensslOnResponse(ada, revoked)).toBe("revoked");
  });

  const forged: [string, () => Buffer][] = [
    ["by a signer of the same authority", () => makeResponse({ certificate: ada, issuer: root, responder: bob })],
    [
      "by a responder of another authority",
      () =>
        makeResponse({ certificate: ada, issuer: root, responder: makeSigner("R", makeRoot("Other"), responderPlan) }),
    ],
    [
      "by a responder of one below the authority",
      () =>
        makeResponse({
          certificate: ada,
          issuer: root,
          responder: makeSigner("R", makeAuthority("Below", root), responderPlan),
        }),
    ],
    [
      "by a responder whose certificate had ended",
      () =>
        makeResponse({
          certificate: ada,
          issuer: root,
          responder: makeSigner("R", root, { ...responderPlan, until: "2026-05-01" }),
        }),
    ],
    [
      "by a stranger with the issuer's name",
      () => makeResponse({ certificate: ada, issuer: root, responder: { ...root, ...makeKeys() } }),
    ],
    ["about another certificate", () => makeResponse({ certificate: bob, issuer: root })],
    ["about the same number of another authority", () => makeResponse({ certificate: ada, issuer: makeRoot("Other") })],
    ["that refuses to answer", () => sequence(derValue(0x0a, Buffer.of(6)))],
    ["that is cut off", () => makeResponse({ certificate: ada, issuer: root }).subarray(0, 200)],
  ];
  test.each(oneIn(3, forged))("%s proves nothing, to openssl either", async (_what, make) => {
    const response = make();
    expect(stateOf(ada, { responses: [response] })).toMatchObject({ status: "unknown", source: null });
    expect(await opensslOnResponse(ada, response)).toBeNull();
  });

  test("from the future proves nothing", () => {
    expect(
      stateOf(ada, { responses: [makeResponse({ certificate: ada, issuer: root, from: "2026-08-01", until: null })] }),
    ).toMatchObject({ status: "unknown", source: null });
  });

  test("older than the relevant time is out of date", () => {
    expect(
      stateOf(ada, {
        responses: [makeResponse({ certificate: ada, issuer: root, from: "2026-05-01", until: "2026-05-08" })],
      }),
    ).toMatchObject({ status: "unknown", source: "ocsp" });
  });

  test("with a revocation overrides a newer CRL without it", () => {
    const revoked = makeResponse({ certificate: ada, issuer: root, from: "2026-05-02", revoked: { at: "2026-05-01" } });
    expect(stateOf(ada, { responses: [revoked], lists: [makeList({ issuer: root })] })).toMatchObject({
      status: "revoked",
      source: "ocsp",
    });
  });
});

describe("no revocation data are needed", () => {
  const noRevAvail = extension("2.5.29.56", derValue(0x05));
  test("for a certificate with noRevAvail (RFC 9608)", () => {
    expect(stateOf(makeSigner("Once", root, { extensions: [noRevAvail] }), {})).toMatchObject({
      status: "not_needed",
      problem: null,
    });
  });
  test.each([noRevAvail, extension("0.4.0.194121.2.1", derValue(0x05))])(
    "but a list that names the certificate still counts",
    (extended) => {
      const once = makeSigner("Once", root, { extensions: [extended] });
      const list = makeList({ issuer: root, revoked: [{ holder: once, at: "2026-05-01", reason: 1 }] });
      expect(stateOf(once, { lists: [list] })).toMatchObject({ status: "revoked", revoked: { reason: 1 } });
      expect(stateOf(once, { lists: [makeList({ issuer: root })] }).status).toBe("not_needed");
    },
  );
  test("but not for an authority with that extension", () => {
    expect(stateOf(makeAuthority("Issuing", root, { extensions: [noRevAvail] }), {}).status).toBe("unknown");
  });
});

test("accepts a list that an old authority signed with SHA-1", () => {
  const old = makeRoot("Old", { keys: makeKeys("rsa2048") });
  expect(stateOf(makeSigner("Ada", old), { lists: [makeList({ issuer: old, digest: "sha1" })] }, at, old).status).toBe(
    "good",
  );
});
