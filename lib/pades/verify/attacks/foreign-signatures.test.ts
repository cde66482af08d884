import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { signFields } from "@/lib/pades/sign-fields";
import { finding } from "@/lib/pades/verify/report/findings";
import { cmsOf, kinds } from "@/lib/pades/verify/testing/cms-of";
import { makeToken, makeWorld } from "@/lib/pades/verify/testing/long-term-files";
import { append, codesOf, plan, verify, withoutText } from "@/lib/pades/verify/testing/signed-files";
import { editDict } from "@/lib/pdf/revision";
import { fromBuffer } from "@/lib/pdf/syntax/byte-source";
import { formPdf } from "@/lib/pdf/testing/hand-written-pdf";
import { objectIdentifier, sequence, setOf } from "@/lib/x509/der";

/** Signatures made by openssl and embedded into PDFs, with algorithms that the service itself does not use. */
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "paraph-openssl-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

function openssl(...args: string[]): void {
  execFileSync("openssl", args, { cwd: folder, stdio: "pipe" });
}

function makeKey(name: string, keyArgs: string[], extensions = "keyUsage=digitalSignature"): void {
  openssl(
    "req",
    "-x509",
    "-newkey",
    ...keyArgs,
    "-nodes",
    "-keyout",
    `${name}.key`,
    "-out",
    `${name}.pem`,
    "-subj",
    `/CN=${name}`,
    "-days",
    "3650",
    "-addext",
    extensions,
  );
}

/** The bytes to be signed around a placeholder, and a function that inserts a CMS into it. */
function openPlaceholder(bytes: Buffer): { content: Buffer; fill: (cms: Buffer) => Buffer } {
  const text = bytes.toString("latin1");
  const ranges = [...text.matchAll(/\/ByteRange\s*\[\s*0\s+(\d+)\s+(\d+)\s+(\d+)/g)].at(-1);
  const [gapStart, gapEnd, length] = [Number(ranges?.[1]), Number(ranges?.[2]), Number(ranges?.[3])];
  const content = Buffer.concat([bytes.subarray(0, gapStart), bytes.subarray(gapEnd, gapEnd + length)]);
  const fill = (cms: Buffer): Buffer => {
    const filled = Buffer.from(bytes);
    filled.write(cms.toString("hex").padEnd(gapEnd - gapStart - 2, "0"), gapStart + 1, "latin1");
    return filled;
  };
  return { content, fill };
}

async function makeOpen(kind = "ETSI.CAdES.detached"): Promise<ReturnType<typeof openPlaceholder>> {
  const form = formPdf({ widgets: ["/FT/Sig/T(Sig1)/F 132/Rect[0 0 0 0]"] });
  const { tail } = await signFields(fromBuffer(form), plan("Sig1"), () => Buffer.from([0x30, 0]));
  const named = tail
    .toString("latin1")
    .replace("/ETSI.CAdES.detached", `/${kind}`.padEnd("/ETSI.CAdES.detached".length));
  return openPlaceholder(Buffer.concat([form, Buffer.from(named, "latin1")]));
}

async function signByOpenssl(name: string, cmsArgs: string[], kind?: string): Promise<Buffer> {
  const { content, fill } = await makeOpen(kind);
  writeFileSync(path.join(folder, "content"), content);
  openssl(
    "cms",
    "-sign",
    "-binary",
    "-in",
    "content",
    "-signer",
    `${name}.pem`,
    "-inkey",
    `${name}.key`,
    "-outform",
    "DER",
    "-out",
    "cms.der",
    ...cmsArgs,
  );
  return fill(readFileSync(path.join(folder, "cms.der")));
}

describe("a signature by openssl is intact, and becomes invalid when a signed byte changes, with", () => {
  const cases: [string, string[], string[], { signatureAlgorithm: string; digestAlgorithm: string }][] = [
    [
      "RSA PKCS#1 and SHA-512 @exhaustive",
      ["rsa:2048"],
      ["-cades", "-md", "sha512"],
      { signatureAlgorithm: "rsa-pkcs1", digestAlgorithm: "sha512" },
    ],
    [
      "RSA-PSS @exhaustive",
      ["rsa:2048"],
      ["-cades", "-md", "sha256", "-keyopt", "rsa_padding_mode:pss"],
      { signatureAlgorithm: "rsa-pss", digestAlgorithm: "sha256" },
    ],
    [
      "P-384 @exhaustive",
      ["ec", "-pkeyopt", "ec_paramgen_curve:P-384"],
      ["-cades", "-md", "sha384"],
      { signatureAlgorithm: "ecdsa", digestAlgorithm: "sha384" },
    ],
    [
      "RSA-PSS, SHA-512 and no salt @exhaustive",
      ["rsa:2048"],
      ["-cades", "-md", "sha512", "-keyopt", "rsa_padding_mode:pss", "-keyopt", "rsa_pss_saltlen:0"],
      { signatureAlgorithm: "rsa-pss", digestAlgorithm: "sha512" },
    ],
    [
      "a key that is for RSA-PSS only @exhaustive",
      ["rsa-pss", "-pkeyopt", "rsa_keygen_bits:2048"],
      ["-cades", "-md", "sha256", "-keyopt", "rsa_padding_mode:pss"],
      { signatureAlgorithm: "rsa-pss", digestAlgorithm: "sha256" },
    ],
    [
      "RSA and SHA3-256 @exhaustive",
      ["rsa:2048"],
      ["-cades", "-md", "sha3-256"],
      { signatureAlgorithm: "rsa-pkcs1", digestAlgorithm: "sha3-256" },
    ],
    [
      "P-521 @exhaustive",
      ["ec", "-pkeyopt", "ec_paramgen_curve:P-521"],
      ["-cades", "-md", "sha512"],
      { signatureAlgorithm: "ecdsa", digestAlgorithm: "sha512" },
    ],
    [
      "brainpoolP384r1",
      ["ec", "-pkeyopt", "ec_paramgen_curve:brainpoolP384r1"],
      ["-cades", "-md", "sha384"],
      { signatureAlgorithm: "ecdsa", digestAlgorithm: "sha384" },
    ],
    [
      "the signer named by key identifier @exhaustive",
      ["rsa:2048"],
      ["-cades", "-keyid", "-md", "sha256"],
      { signatureAlgorithm: "rsa-pkcs1", digestAlgorithm: "sha256" },
    ],
  ];
  test.each(cases)("%s", async (title, keyArgs, cmsArgs, algorithms) => {
    const name = title.replace(/\W/g, "");
    makeKey(name, keyArgs);
    const signed = await signByOpenssl(name, cmsArgs);
    const [record] = verify(signed).signatures;
    expect(record).toMatchObject({ verdict: "intact", intact: true, chain: "unknown", cms: algorithms });
    expect(record?.signer?.subject).toBe(`CN=${name}`);
    const changed = Buffer.from(
      signed.toString("latin1").replace("/MediaBox[0 0 300 400]", "/MediaBox[0 0 300 500]"),
      "latin1",
    );
    expect(verify(changed).verdict).toBe("invalid");
  });

  test.each([
    ["no signed attributes @exhaustive", ["-noattr"]],
    ["signed attributes that do not name the signer's certificate", []],
  ] as [string, string[]][])("%s, in the older kind of signature that asks for none", async (title, cmsArgs) => {
    const name = `older${title.replace(/\W/g, "")}`;
    makeKey(name, ["rsa:2048"]);
    const signed = await signByOpenssl(name, ["-md", "sha256", ...cmsArgs], "adbe.pkcs7.detached");
    expect(verify(signed).signatures[0]).toMatchObject({
      verdict: "intact",
      level: "CMS",
      cms: { subFilter: "adbe.pkcs7.detached" },
    });
    const changed = Buffer.from(
      signed.toString("latin1").replace("/MediaBox[0 0 300 400]", "/MediaBox[0 0 300 500]"),
      "latin1",
    );
    expect(verify(changed).verdict).toBe("invalid");
  });

  test.each(["ed25519", "ed448", "P-256 and SHA3-384"] as const)(
    "%s, which openssl cannot put into a CMS",
    async (name) => {
      const { content, fill } = await makeOpen();
      const signed = fill(cmsOf(content, kinds[name]));
      expect(verify(signed).signatures[0]).toMatchObject({
        verdict: "intact",
        cms: { status: "valid", digestAlgorithm: kinds[name].digest },
      });
      const changed = Buffer.from(
        signed.toString("latin1").replace("/MediaBox[0 0 300 400]", "/MediaBox[0 0 300 500]"),
        "latin1",
      );
      expect(verify(changed).signatures[0]).toMatchObject({
        verdict: "invalid",
        etsi: { indication: "TOTAL_FAILED", subIndication: "HASH_FAILURE" },
      });
    },
  );

  test("an algorithm that contradicts the digest beside it is invalid @exhaustive", async () => {
    const { content, fill } = await makeOpen();
    const [record] = verify(
      fill(cmsOf(content, kinds["P-256 that names SHA-512 and is hashed with SHA-256"])),
    ).signatures;
    expect(record).toMatchObject({
      verdict: "invalid",
      decidedBy: finding("digest_contradiction"),
      etsi: { indication: "TOTAL_FAILED", subIndication: "SIG_CRYPTO_FAILURE" },
    });
  });

  test("a content type other than data is invalid with any signature @exhaustive", async () => {
    const { content, fill } = await makeOpen();
    const tstInfo = "1.2.840.113549.1.9.16.1.4";
    const [record] = verify(fill(cmsOf(content, { ...kinds["P-256"], contentTypeOid: tstInfo }))).signatures;
    expect(record).toMatchObject({
      verdict: "invalid",
      cms: { findings: [{ code: "content_type_not_data", params: { oid: tstInfo } }] },
      etsi: { indication: "TOTAL_FAILED", subIndication: "FORMAT_FAILURE" },
    });
  });

  test("reports a content timestamp, which proves nothing about the signing time", async () => {
    const { content, fill } = await makeOpen();
    const world = makeWorld();
    const withStampOf = (stamped: Buffer) => {
      const token = makeToken(world, createHash("sha256").update(stamped).digest(), { at: "2026-06-02" });
      return verify(
        fill(cmsOf(content, kinds["P-256"], sequence(objectIdentifier("1.2.840.113549.1.9.16.2.20"), setOf(token)))),
      ).signatures[0];
    };
    expect(withStampOf(content)).toMatchObject({
      verdict: "intact",
      contentTimestamp: { status: "valid", at: "2026-06-02T00:00:00.000Z", authority: "Stamper" },
      timestamp: { status: "none" },
    });
    expect(withStampOf(Buffer.from("other"))).toMatchObject({
      verdict: "intact",
      contentTimestamp: { status: "invalid", findings: [finding("timestamp_of_other_bytes")] },
    });
  });

  test("a PAdES signature is never green without its required signed attributes @exhaustive", async () => {
    makeKey("bare", ["rsa:2048"]);
    const bare = verify(await signByOpenssl("bare", ["-noattr", "-md", "sha256"])).signatures[0];
    expect(bare).toMatchObject({ verdict: "invalid", decidedBy: finding("attributes_missing") });
    const unpinned = verify(await signByOpenssl("bare", ["-md", "sha256"])).signatures[0];
    expect(unpinned).toMatchObject({
      verdict: "unsupported",
      decidedBy: finding("signer_not_named"),
    });
  });

  test("reports RSA with 1024 bits as too short @exhaustive", async () => {
    makeKey("short", ["rsa:1024"]);
    expect(
      verify(await signByOpenssl("short", ["-cades", "-md", "sha256"])).signatures[0]?.chainFindings.map(withoutText),
    ).toContainEqual(finding("key_too_short", { name: "short", algorithm: "RSA", bits: 1024 }));
  });

  test("RSA-PSS with another digest in its mask is unsupported @exhaustive", async () => {
    makeKey("mask", ["rsa:2048"]);
    const report = verify(
      await signByOpenssl("mask", [
        "-cades",
        "-md",
        "sha256",
        "-keyopt",
        "rsa_padding_mode:pss",
        "-keyopt",
        "rsa_mgf1_md:sha512",
      ]),
    );
    expect(report.signatures[0]).toMatchObject({
      verdict: "unsupported",
      decidedBy: finding("pss_mask_unsupported"),
      etsi: { indication: "INDETERMINATE", subIndication: "CRYPTO_CONSTRAINTS_FAILURE_NO_POE" },
    });
  });

  test("SHA-1 is unsupported, because two documents with one digest can be made", async () => {
    makeKey("old", ["rsa:2048"]);
    const report = verify(await signByOpenssl("old", ["-md", "sha1"]));
    expect(report.verdict).toBe("unsupported");
    expect(codesOf(report).decidedBy).toEqual(finding("digest_broken", { digest: "sha1" }));
  });

  test("a signature without the signer's certificate is invalid @exhaustive", async () => {
    makeKey("bare", ["rsa:2048"]);
    expect(verify(await signByOpenssl("bare", ["-nocerts", "-md", "sha256"])).verdict).toBe("invalid");
  });

  test("attached content is invalid for a detached signature @exhaustive", async () => {
    makeKey("inside", ["rsa:2048"]);
    expect(verify(await signByOpenssl("inside", ["-nodetach", "-md", "sha256"])).verdict).toBe("invalid");
  });
});

describe("a document timestamp", () => {
  const config = [
    "[tsa]",
    "default_tsa=t",
    "[t]",
    "serial=serial",
    "crypto_device=builtin",
    "signer_digest=sha256",
    "default_policy=1.2.3.4",
    "digests=sha256",
    "accuracy=secs:1",
    "ess_cert_id_alg=sha256",
  ];

  function stamp(digest: Buffer): Buffer {
    writeFileSync(path.join(folder, "tsa.cnf"), config.join("\n"));
    writeFileSync(path.join(folder, "serial"), "01");
    openssl("ts", "-query", "-digest", digest.toString("hex"), "-sha256", "-cert", "-out", "query");
    openssl(
      "ts",
      "-reply",
      "-config",
      "tsa.cnf",
      "-section",
      "t",
      "-queryfile",
      "query",
      "-signer",
      "tsa.pem",
      "-inkey",
      "tsa.key",
      "-token_out",
      "-out",
      "token",
    );
    return readFileSync(path.join(folder, "token"));
  }

  /** Appends an invisible field with a placeholder for a token. */
  function addTimestampField(signed: Buffer): Buffer {
    const room = 12_000;
    const start = append(signed, (revision, document) => {
      const value = revision.add(
        `<</Type/DocTimeStamp/Filter/Adobe.PPKLite/SubFilter/ETSI.RFC3161/ByteRange[0 ${"9".repeat(30)}]/Contents<${"0".repeat(room)}>>>`,
      );
      const field = revision.add(
        `<</Type/Annot/Subtype/Widget/FT/Sig/T(Stamp)/F 132/Rect[0 0 0 0]/P 3 0 R/V ${value} 0 R>>`,
      );
      const form = document.load(4);
      if (form?.value.kind === "dict") {
        revision.replace(4, 0, editDict({ ...form, value: form.value }, { Fields: `[5 0 R ${field} 0 R]` }));
      }
    });
    const gapStart = start.lastIndexOf("/Contents<") + "/Contents".length;
    const gapEnd = gapStart + room + 2;
    const range = `0 ${gapStart} ${gapEnd} ${start.length - gapEnd}`.padEnd(32);
    start.write(`/ByteRange[${range}]`, start.lastIndexOf("/ByteRange["), "latin1");
    return start;
  }

  async function makeStamped(tsaUsage: string): Promise<Buffer> {
    makeKey("tsa", ["rsa:2048"], tsaUsage);
    makeKey("signer", ["rsa:2048"]);
    const { content, fill } = openPlaceholder(
      addTimestampField(await signByOpenssl("signer", ["-cades", "-md", "sha256"])),
    );
    return fill(stamp(createHash("sha256").update(content).digest()));
  }

  test("is permitted after a signature, proves its time and raises it to B-T, and is invalid in a changed file", async () => {
    const stamped = await makeStamped("extendedKeyUsage=critical,timeStamping");
    const report = verify(stamped);
    const [signature, timestamp] = report.signatures;
    expect(signature).toMatchObject({
      verdict: "intact_later_allowed",
      level: "B-T",
      changes: { findings: [finding("timestamp_added", { field: "Stamp" })] },
    });
    expect(timestamp).toMatchObject({
      kind: "doc_timestamp",
      verdict: "intact",
      timestamp: { status: "valid", authority: "tsa" },
    });
    expect(Math.abs(Date.parse(timestamp?.signedAt ?? "") - Date.now())).toBeLessThan(3_600_000);
    const changed = Buffer.from(stamped.toString("latin1").replace("/T(Stamp)", "/T(Stomp)"), "latin1");
    expect(verify(changed).signatures.find(({ kind }) => kind === "doc_timestamp")?.verdict).toBe("invalid");
  });
});
