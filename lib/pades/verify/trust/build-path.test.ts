import { describe, expect, test } from "vitest";
import { readCertificate, type Certificate } from "@/lib/pades/verify/cms/certificate";
import { finding, type Finding } from "@/lib/pades/verify/report/findings";
import { useOpenssl } from "@/lib/pades/verify/testing/openssl-files";
import {
  bits,
  extension,
  makeAuthority,
  makeCertificate,
  makeKeys,
  makeRoot,
  makeSigner,
  nameOf,
  type Holder,
} from "@/lib/pades/verify/testing/pki";
import { oneIn, present } from "@/lib/testing/representatives";
import { derValue, explicit, sequence } from "@/lib/x509/der";
import { buildPath, CertificatePool, type CertificatePath } from "./build-path";
import { checkPath, checkSignerUsage, checkTimestampUsage } from "./check-path";
import { LinkBudget } from "./issued-by";

const { pem, openssl } = useOpenssl();
const at = new Date("2026-06-02T12:00:00Z");

function opened({ certificate }: Holder): Certificate {
  return present(readCertificate(certificate));
}

function pathOf(signer: Holder, others: readonly Holder[], roots: readonly Holder[]): CertificatePath {
  const pool = new CertificatePool();
  pool.add([...roots, ...others].map(({ certificate }) => certificate));
  return buildPath(opened(signer), pool, { ours: roots.map(opened), known: [] }, new LinkBudget(), at);
}

type Held = Pick<Holder, "certificate">;

/** Whether openssl finds a path through these certificates to a root. */
async function opensslAgrees(signer: Held, others: readonly Held[], roots: readonly Held[]): Promise<boolean> {
  const untrusted =
    others.length > 0 ? ["-untrusted", pem("CERTIFICATE", ...others.map(({ certificate }) => certificate))] : [];
  const trusted = pem("CERTIFICATE", ...roots.map(({ certificate }) => certificate));
  return (
    await openssl(
      "verify",
      "-attime",
      String(at.getTime() / 1000),
      "-trusted",
      trusted,
      ...untrusted,
      pem("CERTIFICATE", signer.certificate),
    )
  ).isGood;
}

const namesOf = (path: CertificatePath) => path.certificates.map(({ x509 }) => /CN=(.*)/.exec(x509.subject)?.[1]);

const constraints = (tag: number, ...subtrees: readonly Buffer[]) =>
  extension("2.5.29.30", sequence(derValue(tag, ...subtrees.map((base) => sequence(base)))), true);
const emailName = (address: string) => derValue(0x81, Buffer.from(address));
const alternative = (address: string) => extension("2.5.29.17", sequence(emailName(address)));

describe("a path leads to a trusted root, as in openssl,", () => {
  const root = makeRoot();
  const issuing = makeAuthority("Issuing", root, { pathLength: 0 });
  const cases: [string, () => [signer: Holder, others: Holder[], roots: Holder[]]][] = [
    ["straight from the root", () => [makeSigner("Ada", root), [], [root]]],
    ["over an authority", () => [makeSigner("Ada", issuing), [issuing], [root]]],
    [
      "among certificates that do not matter",
      () => [
        makeSigner("Ada", issuing),
        [makeRoot("Stranger"), issuing, makeAuthority("Issuing", makeRoot("Stranger"))],
        [root],
      ],
    ],
    [
      "where another authority has the same name and comes first",
      () => {
        const twin = makeAuthority("Issuing", makeRoot());
        return [makeSigner("Ada", issuing), [twin, issuing], [root]];
      },
    ],
    [
      "over a cross-certificate, where the other one leads elsewhere",
      () => {
        const keys = makeKeys();
        const elsewhere = makeAuthority("Crossed", makeRoot("Other Root"), { keys });
        const crossed = makeAuthority("Crossed", root, { keys });
        return [makeSigner("Ada", crossed), [elsewhere, crossed], [root]];
      },
    ],
    [
      "with a new key of the root that the old one certified",
      () => {
        const rolled = makeAuthority("Test Root", root);
        return [makeSigner("Ada", rolled), [rolled], [root]];
      },
    ],
    [
      "where a constraint allows the name",
      () => {
        const limited = makeAuthority("Limited", root, { extensions: [constraints(0xa0, emailName("example.org"))] });
        return [makeSigner("Ada", limited, { extensions: [alternative("ada@example.org")] }), [limited], [root]];
      },
    ],
  ];
  test.each(oneIn(3, cases))("%s", async (_what, make) => {
    const [signer, others, roots] = make();
    const path = pathOf(signer, others, roots);
    expect([path.chain, path.isComplete, path.problems]).toEqual(["ours", true, []]);
    const between = path.certificates.slice(1, -1).map(({ der }) => ({ certificate: der }));
    expect(await opensslAgrees(signer, between, roots)).toBe(true);
  });
});

describe("a path leads nowhere, as in openssl, with a reason,", () => {
  const root = makeRoot();
  const oneBelow = makeRoot("Test Root", { pathLength: 0 });
  const cases: [string, Finding, () => [signer: Holder, others: Holder[], roots: Holder[]]][] = [
    [
      "over a signer's certificate",
      finding("issuer_not_authority", { name: "Eve" }),
      () => {
        const eve = makeSigner("Eve", root);
        return [makeSigner("Ada", eve), [eve], [root]];
      },
    ],
    [
      "over a certificate without basicConstraints",
      finding("issuer_not_authority", { name: "Eve" }),
      () => {
        const eve = makeCertificate({ name: "Eve", issuer: root });
        return [makeSigner("Ada", eve), [eve], [root]];
      },
    ],
    [
      "over an authority whose key may not sign certificates",
      finding("issuer_key_usage", { name: "Issuing" }),
      () => {
        const issuing = makeAuthority("Issuing", root, { keyUsage: [bits.cRLSign] });
        return [makeSigner("Ada", issuing), [issuing], [root]];
      },
    ],
    [
      "over one authority more than the root allows",
      finding("issuer_path_too_long", { name: "Test Root" }),
      () => {
        const first = makeAuthority("First", oneBelow);
        const second = makeAuthority("Second", first);
        return [makeSigner("Ada", second), [second, first], [oneBelow]];
      },
    ],
    [
      "with an unknown critical extension",
      finding("extension_unknown", { name: "Ada", oid: "1.2.3.4.5" }),
      () => [makeSigner("Ada", root, { extensions: [extension("1.2.3.4.5", sequence(), true)] }), [], [root]],
    ],
    [
      "under a constraint to other addresses",
      finding("name_not_permitted", { name: "Ada", authority: "Limited" }),
      () => {
        const limited = makeAuthority("Limited", root, { extensions: [constraints(0xa0, emailName("example.com"))] });
        return [makeSigner("Ada", limited, { extensions: [alternative("ada@example.org")] }), [limited], [root]];
      },
    ],
    [
      "under a constraint that excludes the name",
      finding("name_not_permitted", { name: "Ada", authority: "Limited" }),
      () => {
        const limited = makeAuthority("Limited", root, { extensions: [constraints(0xa1, explicit(4, nameOf("Ada")))] });
        return [makeSigner("Ada", limited), [limited], [root]];
      },
    ],
  ];
  test.each(oneIn(3, cases))("%s", async (_what, why, make) => {
    const [signer, others, roots] = make();
    const path = pathOf(signer, others, roots);
    expect(path.chain).toBe("unknown");
    expect([...path.refusals, ...path.problems.map((problem) => problem.finding)]).toContainEqual(why);
    expect(await opensslAgrees(signer, others, roots)).toBe(false);
  });

  test("by a root of the same name with another key", async () => {
    const [signer, impostor] = [makeSigner("Ada", makeRoot()), makeRoot()];
    expect(pathOf(signer, [], [impostor])).toMatchObject({ chain: "unknown", isComplete: false });
    expect(await opensslAgrees(signer, [], [impostor])).toBe(false);
  });
});

describe("a search ends", () => {
  test("when authorities certify each other in a ring", () => {
    const [one, other] = [makeKeys(), makeKeys()];
    const first = makeRoot("One", { keys: one });
    const second = makeAuthority("Other", first, { keys: other });
    const ring = [second, makeAuthority("One", second, { keys: one }), makeAuthority("Other", first, { keys: other })];
    expect(pathOf(makeSigner("Ada", second), ring, []).chain).toBe("unknown");
    expect(namesOf(pathOf(makeSigner("Ada", second), ring, [first]))).toEqual(["Ada", "Other", "One"]);
  });

  test("when a hundred authorities with the same name have signed each other", () => {
    const names = Array.from({ length: 12 }, () => makeKeys());
    const top = makeRoot("Maze");
    const maze = names.flatMap((keys, index) =>
      names.slice(0, 12).map((signer) =>
        makeCertificate({
          name: "Maze",
          isAuthority: true,
          keys,
          issuer: { ...top, ...(names[(index + 1) % names.length] ?? signer), ...signer },
        }),
      ),
    );
    const last = present(maze.at(-1));
    expect(pathOf(makeSigner("Ada", last), maze, [makeRoot("Elsewhere")]).chain).toBe("unknown");
  });

  test("when the issuer is unknown", () => {
    expect(pathOf(makeSigner("Ada", makeRoot()), [], [])).toMatchObject({
      chain: "unknown",
      isComplete: false,
      problems: [],
    });
  });
});

describe("problems of time and age in a path", () => {
  const root = makeRoot();
  const kindsOf = (signer: Holder, when: string) =>
    checkPath([opened(signer), opened(root)], new Date(when), true).map((problem) => [problem.kind, problem.finding]);

  test("are reported by certificate and day, and do not affect the chain", () => {
    const signer = makeSigner("Ada", root, { from: "2026-03-01", until: "2026-05-01" });
    expect(kindsOf(signer, "2026-02-01")).toEqual([
      ["not_yet_valid", finding("certificate_not_yet_valid", { name: "Ada", day: "2026-03-01" })],
    ]);
    expect(kindsOf(signer, "2026-04-01")).toEqual([]);
    expect(kindsOf(signer, "2026-06-01")).toEqual([
      ["expired", finding("certificate_expired", { name: "Ada", day: "2026-05-01" })],
    ]);
    expect(pathOf(signer, [], [root]).chain).toBe("ours");
  });

  test("include short keys and SHA-1, except in a root's self-signature", () => {
    const old = makeRoot("Old Root", { digest: "sha1", keys: makeKeys("rsa2048") });
    const signer = makeSigner("Ada", old, { keys: makeKeys("rsa1024"), digest: "sha1" });
    expect(checkPath([opened(signer), opened(old)], at, true).map((problem) => problem.finding)).toEqual([
      finding("key_too_short", { name: "Ada", algorithm: "RSA", bits: 1024 }),
      finding("certificate_digest_broken", { name: "Ada", digest: "sha1" }),
    ]);
  });
});

describe("a certificate has the wrong purpose", () => {
  const root = makeRoot();
  const serverOnly = { purposes: ["1.3.6.1.5.5.7.3.1"] };
  const stamping = { purposes: ["1.3.6.1.5.5.7.3.8"], purposesAreCritical: true };
  test("when it was issued for servers, or without signing usage", () => {
    expect(checkSignerUsage(opened(makeSigner("Ada", root)))).toEqual([]);
    expect(
      checkSignerUsage(opened(makeSigner("Ada", root, { purposes: ["1.3.6.1.5.5.7.3.36", "1.3.6.1.5.5.7.3.1"] }))),
    ).toEqual([]);
    expect(checkSignerUsage(opened(makeSigner("Ada", root, serverOnly)))).toMatchObject([{ kind: "usage" }]);
    expect(checkSignerUsage(opened(makeSigner("Ada", root, { keyUsage: [bits.cRLSign] })))).toMatchObject([
      { kind: "usage" },
    ]);
  });

  test("when it is used for timestamps and not only for these (RFC 3161 2.3)", () => {
    expect(checkTimestampUsage(opened(makeSigner("TSA", root, stamping)))).toEqual([]);
    for (const changes of [
      {},
      { purposes: stamping.purposes },
      { ...stamping, purposes: [...stamping.purposes, "1.3.6.1.5.5.7.3.3"] },
      { ...stamping, keyUsage: [bits.cRLSign] },
    ]) {
      expect(checkTimestampUsage(opened(makeSigner("TSA", root, changes)))).toMatchObject([{ kind: "usage" }]);
    }
  });
});
