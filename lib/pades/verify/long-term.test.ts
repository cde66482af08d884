import { describe, expect, test } from "vitest";
import {
  makeSigned,
  makeWorld,
  stampingPurpose,
  withData,
  withDocumentTimestamp,
  type SignaturePlan,
  type World,
} from "@/lib/pades/verify/testing/long-term-files";
import { extension, makeSigner } from "@/lib/pades/verify/testing/pki";
import { makeList, makeResponse, type Revoked } from "@/lib/pades/verify/testing/revocation";
import { verify } from "@/lib/pades/verify/testing/signed-files";
import { oneIn, present } from "@/lib/testing/representatives";
import { derValue } from "@/lib/x509/der";
import type { SignatureRecord } from "./report/report";
import type { VerifyOptions } from "./verify-pdf";

const stampedAt = "2026-06-02T12:00:05Z";
const stamped: SignaturePlan = { stamp: { at: stampedAt } };
const soon = new Date("2026-06-03T00:00:00Z");
const muchLater = new Date("2056-01-01T00:00:00Z");

const trusting = ({ root, stampRoot }: World, now = soon): VerifyOptions => ({
  ours: { rootCertificates: [root.certificate] },
  knownRoots: [stampRoot.certificate],
  now,
});

/** Revocation lists of every authority of a world. */
const listsOf = ({ root, issuing, stampRoot }: World, revoked: readonly Revoked[] = []): Buffer[] => [
  makeList({ issuer: root }),
  makeList({ issuer: issuing, revoked }),
  makeList({ issuer: stampRoot }),
];

function signatureOf(bytes: Buffer, options: VerifyOptions): SignatureRecord {
  return present(verify(bytes, options).signatures.find(({ kind }) => kind === "signature"));
}

const passed = { indication: "TOTAL_PASSED", subIndication: null };
const open = (subIndication: string) => ({ indication: "INDETERMINATE", subIndication });

describe("a level depends on the content of the file:", () => {
  const world = makeWorld();
  const levelOf = (bytes: Buffer) => signatureOf(bytes, trusting(world)).level;

  test("B-B without a timestamp, regardless of validation data", async () => {
    const signed = await makeSigned(world);
    expect(levelOf(signed)).toBe("B-B");
    expect(levelOf(withData(signed, { lists: listsOf(world) }))).toBe("B-B");
  });

  test("B-T with a timestamp, while data for one certificate of either path are missing", async () => {
    const signed = await makeSigned(world, stamped);
    expect(levelOf(signed)).toBe("B-T");
    for (const missing of [0, 1, 2]) {
      expect(levelOf(withData(signed, { lists: listsOf(world).filter((_list, index) => index !== missing) }))).toBe(
        "B-T",
      );
    }
    expect(levelOf(withData(signed, { certificates: [world.root.certificate] }))).toBe("B-T");
  });

  test("B-LT with data for all of them, CRLs or OCSP, trusted or not", async () => {
    const signed = await makeSigned(world, stamped);
    expect(levelOf(withData(signed, { lists: listsOf(world) }))).toBe("B-LT");
    const responses = [
      makeResponse({ certificate: world.signer, issuer: world.issuing }),
      makeResponse({ certificate: world.issuing, issuer: world.root }),
      makeResponse({ certificate: world.stamper, issuer: world.stampRoot }),
    ];
    expect(levelOf(withData(signed, { responses }))).toBe("B-LT");
    expect(signatureOf(withData(signed, { responses }), {}).level).toBe("B-LT");
  });

  test("not B-LT by outdated data, or by CRLs that only the verifier has", async () => {
    const signed = await makeSigned(world, stamped);
    const old = [world.root, world.issuing, world.stampRoot].map((issuer) =>
      makeList({ issuer, from: "2026-05-01", until: "2026-05-08" }),
    );
    expect(levelOf(withData(signed, { lists: old }))).toBe("B-T");
    const brought = {
      ...trusting(world),
      ours: { rootCertificates: [world.root.certificate], revocationLists: listsOf(world) },
    };
    expect(signatureOf(signed, brought)).toMatchObject({ level: "B-T", revocation: { status: "good" } });
  });

  test("B-LTA with a document timestamp over the data, and not when the data were added after it", async () => {
    const signed = await makeSigned(world, stamped);
    const later = { at: "2026-06-02T13:00:00Z" };
    expect(levelOf(await withDocumentTimestamp(world, withData(signed, { lists: listsOf(world) }), later))).toBe(
      "B-LTA",
    );
    expect(levelOf(withData(await withDocumentTimestamp(world, signed, later), { lists: listsOf(world) }))).toBe(
      "B-LT",
    );
    expect(levelOf(await withDocumentTimestamp(world, signed, later))).toBe("B-T");
  });

  test("B-LTA too where a document timestamp is the only one and covers the data", async () => {
    const signed = withData(await makeSigned(world), { lists: listsOf(world) });
    expect(levelOf(await withDocumentTimestamp(world, signed, { at: stampedAt }))).toBe("B-LTA");
  });
});

describe("with a trusted timestamp", () => {
  const world = makeWorld({ signer: { until: "2026-09-01" }, stamper: { until: "2060-01-01" } });
  const held = async (revoked: readonly Revoked[] = []) =>
    withData(await makeSigned(world, stamped), { lists: listsOf(world, revoked) });

  test("a certificate expired since then does not affect the signature", async () => {
    const record = signatureOf(await held(), trusting(world, new Date("2027-01-01")));
    expect(record).toMatchObject({
      verdict: "intact_later_allowed",
      chain: "ours",
      chainProblems: [],
      revocation: { status: "good", source: "crl" },
      etsi: passed,
      signedAt: "2026-06-02T12:00:05.000Z",
    });
    expect(record.timestamp).toMatchObject({ status: "valid", chain: "known", revocation: { status: "good" } });
  });

  test("a later revocation does not affect the signature, an earlier one does", async () => {
    const after = withData(await makeSigned(world, stamped), {
      lists: [
        ...listsOf(world),
        makeList({
          issuer: world.issuing,
          from: "2026-07-02",
          until: "2026-07-09",
          revoked: [{ holder: world.signer, at: "2026-07-01", reason: 1 }],
        }),
      ],
    });
    expect(signatureOf(after, trusting(world, new Date("2026-08-01")))).toMatchObject({
      verdict: "intact_later_allowed",
      revocation: { status: "revoked", revokedAt: "2026-07-01T00:00:00.000Z", problem: null },
      etsi: passed,
    });
    const before = signatureOf(await held([{ holder: world.signer, at: "2026-05-01" }]), trusting(world));
    expect(before).toMatchObject({
      verdict: "intact_later_allowed",
      revocation: { status: "revoked" },
      etsi: open("REVOKED_NO_POE"),
    });
    expect(before.revocation.finding).toMatchObject({
      code: "certificate_revoked",
      params: { name: "Ada", day: "2026-05-01", reason: null },
    });
  });

  test("by an unknown authority, the time is reported but does not count", async () => {
    const options = { ours: { rootCertificates: [world.root.certificate] }, now: new Date("2027-01-01") };
    expect(signatureOf(await held(), options)).toMatchObject({
      timestamp: { status: "valid", chain: "unknown", at: "2026-06-02T12:00:05.000Z" },
      signedAt: "2026-06-02T12:00:00.000Z",
      chainProblems: ['the certificate of "Ada" has expired, and no timestamp proves that it was used before'],
      etsi: open("OUT_OF_BOUNDS_NO_POE"),
    });
  });

  test("in the future does not count, from any authority", async () => {
    const record = signatureOf(await makeSigned(world, { stamp: { at: "2026-06-04T00:00:00Z" } }), trusting(world));
    expect(record).toMatchObject({ signedAt: "2026-06-02T12:00:00.000Z" });
  });

  test("added by a stranger neither replaces a known authority's time nor counts against the signer", async () => {
    const stranger = makeWorld();
    const both = await makeSigned(world, { ...stamped, stranger: { world: stranger, at: "2026-01-05T00:00:00Z" } });
    expect(signatureOf(both, trusting(world))).toMatchObject({
      timestamp: { status: "valid", chain: "known" },
      signedAt: "2026-06-02T12:00:05.000Z",
      chainProblems: [],
    });
    const covered = await withDocumentTimestamp(stranger, await makeSigned(world), { at: "2026-01-05T00:00:00Z" });
    expect(signatureOf(covered, trusting(world))).toMatchObject({
      signedAt: "2026-06-02T12:00:00.000Z",
      chainProblems: [],
    });
  });
});

describe("without a timestamp", () => {
  test("an expired certificate leaves the time unproven", async () => {
    const world = makeWorld({ signer: { until: "2026-09-01" } });
    const record = signatureOf(await makeSigned(world), trusting(world, new Date("2027-01-01")));
    expect(record).toMatchObject({
      verdict: "intact",
      etsi: open("OUT_OF_BOUNDS_NO_POE"),
      signedAt: "2026-06-02T12:00:00.000Z",
    });
    expect(record.chainProblems).toEqual([
      'the certificate of "Ada" has expired, and no timestamp proves that it was used before',
    ]);
  });

  test("any revocation counts, even one long after the claimed time", async () => {
    const world = makeWorld();
    const options = {
      ...trusting(world),
      ours: {
        rootCertificates: [world.root.certificate],
        revocationLists: [
          makeList({ issuer: world.root }),
          makeList({
            issuer: world.issuing,
            from: "2026-06-02",
            revoked: [{ holder: world.signer, at: "2026-06-02T20:00:00Z" }],
          }),
        ],
      },
    };
    expect(signatureOf(await makeSigned(world), options)).toMatchObject({
      verdict: "intact",
      revocation: { status: "revoked" },
      etsi: open("REVOKED_NO_POE"),
    });
  });

  test("a revoked authority is reported as such", async () => {
    const world = makeWorld();
    const bytes = withData(await makeSigned(world), {
      lists: [
        makeList({ issuer: world.root, revoked: [{ holder: world.issuing, at: "2026-05-01" }] }),
        makeList({ issuer: world.issuing }),
      ],
    });
    expect(signatureOf(bytes, trusting(world))).toMatchObject({
      chain: "ours",
      etsi: open("REVOKED_CA_NO_POE"),
      revocation: { status: "revoked", finding: { code: "authority_revoked" } },
    });
  });

  test("missing data give an indeterminate result, and a certificate that needs none passes", async () => {
    const world = makeWorld();
    expect(signatureOf(await makeSigned(world), trusting(world))).toMatchObject({
      revocation: { status: "unknown" },
      etsi: open("TRY_LATER"),
    });
    const once = makeWorld({ signer: { extensions: [extension("2.5.29.56", derValue(0x05))] } });
    const options = {
      ...trusting(once),
      ours: { rootCertificates: [once.root.certificate], revocationLists: [makeList({ issuer: once.root })] },
    };
    expect(signatureOf(await makeSigned(once), options)).toMatchObject({
      revocation: { status: "not_needed" },
      etsi: passed,
    });
  });

  test("reports a claimed time before the certificate's validity", async () => {
    const world = makeWorld({ signer: { from: "2026-06-10" } });
    const record = signatureOf(await makeSigned(world), trusting(world, new Date("2026-06-20")));
    expect(record.chainProblems).toEqual(['the certificate of "Ada" is valid only from 2026-06-10']);
  });
});

describe("a timestamp is not accepted, and the signature stays green,", () => {
  const refused: [string, RegExp, (world: World) => Promise<[Buffer, World]>][] = [
    [
      "when its certificate is for other things as well",
      /not meant for timestamping alone/,
      async () => {
        const world = makeWorld({ stamper: { purposes: [...stampingPurpose.purposes, "1.3.6.1.5.5.7.3.3"] } });
        return [await makeSigned(world, stamped), world];
      },
    ],
    [
      "when its certificate does not insist on timestamping",
      /not meant for timestamping alone/,
      async () => {
        const world = makeWorld({ stamper: { purposesAreCritical: false } });
        return [await makeSigned(world, stamped), world];
      },
    ],
    [
      "when its certificate is for something else",
      /not meant for timestamping/,
      async (world) => [
        await makeSigned(world, { stamp: { at: stampedAt, by: makeSigner("Other", world.stampRoot) } }),
        world,
      ],
    ],
    [
      "when its certificate had ended by then",
      /was not valid at the time/,
      async () => {
        const world = makeWorld({ stamper: { until: "2026-05-01" } });
        return [await makeSigned(world, stamped), world];
      },
    ],
    [
      "when its authority's key was compromised, even later",
      /a certificate of the timestamping authority was revoked on 2026-06-02 \(the key was compromised\)/,
      async (world) => {
        const list = makeList({
          issuer: world.stampRoot,
          revoked: [{ holder: world.stamper, at: "2026-06-02T20:00:00Z", reason: 1 }],
        });
        return [withData(await makeSigned(world, stamped), { lists: [list] }), world];
      },
    ],
    [
      "when its certificate was revoked before, for whatever reason",
      /was revoked on 2026-05-01 \(it was replaced\)/,
      async (world) => {
        const list = makeList({
          issuer: world.stampRoot,
          revoked: [{ holder: world.stamper, at: "2026-05-01", reason: 4 }],
        });
        return [withData(await makeSigned(world, stamped), { lists: [list] }), world];
      },
    ],
  ];
  test.each(oneIn(2, refused))("%s", async (_what, why, make) => {
    const [bytes, world] = await make(makeWorld());
    const record = signatureOf(bytes, trusting(world));
    expect(record).toMatchObject({
      level: "B-B",
      timestamp: { status: "invalid" },
      signedAt: "2026-06-02T12:00:00.000Z",
    });
    expect(record.verdict).toMatch(/^intact/);
    expect(record.timestamp.problem).toMatch(why);
  });

  test("but one whose certificate was superseded afterwards is accepted", async () => {
    const world = makeWorld();
    const lists = [
      makeList({ issuer: world.root }),
      makeList({ issuer: world.issuing }),
      makeList({
        issuer: world.stampRoot,
        revoked: [{ holder: world.stamper, at: "2026-06-02T20:00:00Z", reason: 4 }],
      }),
    ];
    expect(signatureOf(withData(await makeSigned(world, stamped), { lists }), trusting(world))).toMatchObject({
      level: "B-LT",
      timestamp: { status: "valid", problem: null },
    });
  });
});

describe("document timestamps", () => {
  test("renew one another: with all authorities expired, the first is proven by the last", async () => {
    const world = makeWorld({ signer: { until: "2026-09-01" }, stamper: { until: "2028-01-01" } });
    const second = makeSigner("Second Stamper", world.stampRoot, {
      ...stampingPurpose,
      from: "2027-01-01",
      until: "2060-01-01",
    });
    const lists = listsOf(world);
    const once = await withDocumentTimestamp(world, withData(await makeSigned(world, stamped), { lists }), {
      at: "2026-06-02T13:00:00Z",
    });
    expect(signatureOf(once, trusting(world, muchLater)).etsi).toEqual(open("OUT_OF_BOUNDS_NO_POE"));
    const data = withData(once, {
      lists: [makeList({ issuer: world.stampRoot, from: "2027-06-01", until: "2027-06-08" })],
    });
    const renewed = await withDocumentTimestamp(world, data, { by: second, at: "2027-06-02T13:00:00Z" });
    expect(signatureOf(renewed, trusting(world, muchLater))).toMatchObject({
      level: "B-LTA",
      etsi: passed,
      chainProblems: [],
    });
  });

  test("with an earlier time than that of a timestamp they cover are not accepted", async () => {
    const world = makeWorld();
    const bytes = await withDocumentTimestamp(
      world,
      withData(await makeSigned(world, stamped), { lists: listsOf(world) }),
      { at: "2026-06-01T00:00:00Z" },
    );
    const [signature, stamp] = verify(bytes, trusting(world)).signatures;
    expect(signature).toMatchObject({ level: "B-LT" });
    expect(stamp).toMatchObject({
      verdict: "intact",
      timestamp: { status: "invalid", problem: "the timestamp is earlier than one that it covers" },
      etsi: open("TIMESTAMP_ORDER_FAILURE"),
    });
  });

  test("are checked against their own authority: path, revocation, indication", async () => {
    const world = makeWorld();
    const bytes = await withDocumentTimestamp(
      world,
      withData(await makeSigned(world, stamped), { lists: listsOf(world) }),
      { at: "2026-06-02T13:00:00Z" },
    );
    const stamp = verify(bytes, trusting(world)).signatures.find(({ kind }) => kind === "doc_timestamp");
    expect(stamp).toMatchObject({
      chain: "known",
      revocation: { status: "good" },
      etsi: passed,
      level: null,
      signedAt: "2026-06-02T13:00:00.000Z",
    });
    expect(stamp?.certificates.map(({ subject }) => subject)).toEqual([
      "O=Paraph Tests, CN=Stamper",
      "O=Paraph Tests, CN=Stamping Root",
    ]);
  });
});

test("trust, revocation and timestamps turn no changed file green and no intact file red", async () => {
  const world = makeWorld();
  const intact = withData(await makeSigned(world, stamped), {
    lists: listsOf(world, [{ holder: world.signer, at: "2026-05-01" }]),
  });
  const changed = Buffer.from(
    intact.toString("latin1").replace("/MediaBox[0 0 300 400]", "/MediaBox[0 0 300 500]"),
    "latin1",
  );
  for (const options of [trusting(world), {}, trusting(world, muchLater), trusting(world, new Date("2000-01-01"))]) {
    expect([verify(intact, options).verdict, verify(changed, options).verdict]).toEqual([
      "intact_later_allowed",
      "invalid",
    ]);
  }
});
