import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readCertificate } from "@/lib/pades/verify/cms/certificate";
import { readCms } from "@/lib/pades/verify/cms/cms-read";
import { makeToken, makeWorld } from "@/lib/pades/verify/testing/long-term-files";
import { cmsBy, extension, makeAuthority, makeRoot, makeSigner } from "@/lib/pades/verify/testing/pki";
import { makeList, makeResponse } from "@/lib/pades/verify/testing/revocation";
import { present } from "@/lib/testing/representatives";
import { BerError, readBer } from "@/lib/x509/ber";
import { derValue, explicit, sequence } from "@/lib/x509/der";
import { buildPath, CertificatePool } from "./build-path";
import { checkSignerUsage, checkTimestampUsage } from "./check-path";
import { checkRevocation } from "./check-revocation";
import { LinkBudget } from "./issued-by";
import { RevocationData } from "./revocation-data";
import { checkTokenIn } from "./timestamp-token";

const options = { seed: 20_260_602, numRuns: 400 };
const at = new Date("2026-06-02");
const root = makeRoot();
const constrained = extension(
  "2.5.29.30",
  sequence(derValue(0xa0, sequence(derValue(0x81, Buffer.from("example.org"))))),
  true,
);
const issuing = makeAuthority("Issuing", root, { pathLength: 0, extensions: [constrained] });
const address = extension("2.5.29.17", sequence(derValue(0x81, Buffer.from("ada@example.org"))));
const signer = makeSigner("Ada", issuing, {
  purposes: ["1.3.6.1.5.5.7.3.8"],
  purposesAreCritical: true,
  extensions: [address],
});
const scope = extension(
  "2.5.29.28",
  sequence(explicit(0, explicit(0, derValue(0x86, Buffer.from("http://a/1.crl")))), derValue(0x81, Buffer.of(0xff))),
  true,
);

/** The bytes with some octets changed, truncated, or with a part duplicated. */
function damaged(bytes: Buffer): fc.Arbitrary<Buffer> {
  const place = fc.integer({ min: 0, max: bytes.length - 1 });
  const flips = fc
    .array(fc.tuple(place, fc.integer({ min: 0, max: 255 })), { minLength: 1, maxLength: 6 })
    .map((changes) => {
      const copy = Buffer.from(bytes);
      changes.forEach(([offset, octet]) => copy.writeUInt8(octet, offset));
      return copy;
    });
  const cuts = place.map((end) => bytes.subarray(0, end));
  const repeats = fc
    .tuple(place, place)
    .map(([from, to]) =>
      Buffer.concat([bytes.subarray(0, to), bytes.subarray(Math.min(from, to), to), bytes.subarray(to)]),
    );
  return fc.oneof(flips, cuts, repeats);
}

function revocationOf(list: Buffer | null, response: Buffer | null) {
  const data = new RevocationData();
  if (list) data.addList(list, { kind: "signature" });
  if (response) data.addResponse(response, { kind: "signature" });
  const certificate = present(readCertificate(signer.certificate));
  const issuer = present(readCertificate(issuing.certificate));
  return checkRevocation(certificate, issuer, { data, budget: new LinkBudget(), at, now: new Date("2026-07-01") });
}

describe("damaged bytes never throw, and prove nothing that the original did not prove:", () => {
  test("certificates", () => {
    fc.assert(
      fc.property(damaged(signer.certificate), damaged(issuing.certificate), (leaf, middle) => {
        for (const [first, second] of [
          [leaf, issuing.certificate],
          [signer.certificate, middle],
        ] as const) {
          const certificate = readCertificate(first);
          if (!certificate) continue;
          const pool = new CertificatePool();
          pool.add([second, root.certificate]);
          const ours = [readCertificate(root.certificate)].filter((anchor) => anchor !== null);
          const path = buildPath(certificate, pool, { ours, known: [] }, new LinkBudget(), at);
          checkSignerUsage(certificate);
          checkTimestampUsage(certificate);
          if (path.chain === "ours") {
            expect([
              first.subarray(0, signer.certificate.length).equals(signer.certificate),
              path.certificates.length,
            ]).toEqual([true, 3]);
          }
        }
      }),
      options,
    );
  });

  test("revocation lists", () => {
    const list = makeList({
      issuer: issuing,
      revoked: [
        { holder: makeSigner("Bob", issuing), at: "2026-05-01", reason: 1 },
        { holder: signer, at: "2026-05-02", reason: 4 },
      ],
    });
    const scoped = makeList({ issuer: issuing, extensions: [scope] });
    expect(revocationOf(list, null).status).toBe("revoked");
    fc.assert(
      fc.property(damaged(list), damaged(scoped), (one, other) => {
        expect([revocationOf(one, null).status, revocationOf(other, null).status]).not.toContain("good");
      }),
      options,
    );
  });

  test("OCSP responses", () => {
    const responder = makeSigner("Responder", issuing, { purposes: ["1.3.6.1.5.5.7.3.9"] });
    const response = makeResponse({
      certificate: signer,
      issuer: issuing,
      responder,
      revoked: { at: "2026-05-01", reason: 1 },
    });
    expect(revocationOf(null, response).status).toBe("revoked");
    fc.assert(
      fc.property(damaged(response), (bytes) => {
        expect(revocationOf(null, bytes).status).not.toBe("good");
      }),
      options,
    );
  });

  test("timestamp tokens", () => {
    const imprint = Buffer.alloc(32, 7);
    const token = makeToken(makeWorld(), imprint, { at: "2026-06-02" });
    const judged = (bytes: Buffer) => checkTokenIn(readBer(bytes), () => imprint).outcome;
    expect(judged(token)).toMatchObject({ status: "valid", at });
    fc.assert(
      fc.property(damaged(token), (bytes) => {
        try {
          const outcome = judged(bytes);
          expect(outcome.status === "invalid" || outcome.at?.getTime() === at.getTime()).toBe(true);
        } catch (error) {
          expect(error).toBeInstanceOf(BerError);
        }
      }),
      options,
    );
  });

  test("signatures", async () => {
    const cms = await cmsBy(signer, issuing)(Buffer.alloc(32, 1));
    fc.assert(
      fc.property(damaged(cms), (bytes) => {
        try {
          readCms(bytes);
        } catch (error) {
          expect(error).toBeInstanceOf(BerError);
        }
      }),
      options,
    );
  });
});
