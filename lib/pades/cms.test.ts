import { createHash, X509Certificate } from "node:crypto";
import * as asn1js from "asn1js";
import { beforeAll, describe, expect, test } from "vitest";
import { makeTestAuthority, type TestAuthority, type TestSigner } from "@/lib/pades/testing/certificates";
import { asn1Listing, opensslVerifies } from "@/lib/pdf/testing/outside-tools";
import { present } from "@/lib/testing/representatives";
import { BerError, childrenOf, contentOf, readBer } from "@/lib/x509/ber";
import { objectIdentifier, octetString, setOf } from "@/lib/x509/der";
import { localKey } from "@/lib/x509/signing-key";
import { buildCms } from "./cms";

const DATA = Buffer.from("the bytes of a ByteRange");
const DIGEST = createHash("sha256").update(DATA).digest();

let authority: TestAuthority;
const signers = new Map<string, TestSigner>();

beforeAll(async () => {
  authority = await makeTestAuthority();
  signers.set("p256", await authority.issue("Ada", "p256"));
  signers.set("rsa2048", await authority.issue("Bob", "rsa2048"));
});

function signerOf(kind: string): TestSigner {
  return present(signers.get(kind));
}

describe.each(["p256", "rsa2048"])("a CMS by a %s key", (kind) => {
  test("is valid for openssl as CAdES, and invalid over other bytes", async () => {
    const cms = await signerOf(kind).makeCms(DIGEST);
    expect(opensslVerifies(cms, DATA, authority.certificate)).toBe(true);
    expect(opensslVerifies(cms, Buffer.from("other bytes"), authority.certificate)).toBe(false);
  });

  test("signs content type, digest and certificate, and no signing time", async () => {
    const listing = asn1Listing(await signerOf(kind).makeCms(DIGEST));
    const attributes = ["contentType", "messageDigest", "id-smime-aa-signingCertificateV2"];
    for (const attribute of attributes) {
      expect(listing).toContain(`:${attribute}\n`);
    }
    expect(listing).not.toContain("signingTime");
    expect(listing).toContain(DIGEST.toString("hex").toUpperCase());
  });

  test("is encoded as by asn1js", async () => {
    const cms = await signerOf(kind).makeCms(DIGEST);
    expect(Buffer.from(asn1js.fromBER(new Uint8Array(cms)).result.toBER())).toEqual(cms);
  });

  test("carries the signer's certificate and the chain", async () => {
    const listing = asn1Listing(await signerOf(kind).makeCms(DIGEST));
    const subject = new X509Certificate(signerOf(kind).certificate).subject;
    expect(listing).toContain(/CN=(.*)/.exec(subject)?.[1]);
    expect(listing).toContain("Test Root");
  });
});

test("refuses bytes that are not a certificate", async () => {
  const key = localKey(signerOf("p256").privateKey);
  for (const hex of ["3003020101", "30"])
    await expect(
      buildCms({ digest: DIGEST, certificate: Buffer.from(hex, "hex"), chain: [], key }),
    ).rejects.toBeInstanceOf(BerError);
});

describe("DER", () => {
  test("writes object identifiers as openssl reads them", () => {
    for (const dotted of ["1.2.840.113549.1.9.16.2.47", "2.16.840.1.101.3.4.2.1", "2.5.4.3"]) {
      const listing = asn1Listing(objectIdentifier(dotted));
      expect(listing).toContain("OBJECT");
    }
    expect(objectIdentifier("1.2.840.113549").toString("hex")).toBe("06062a864886f70d");
  });

  test("sorts members of a SET by their encodings", () => {
    const [one, other] = [Buffer.from("0201ff", "hex"), Buffer.from("020101", "hex")];
    expect(setOf(one, other)).toEqual(setOf(other, one));
  });

  test("writes long lengths", () => {
    for (const length of [127, 128, 255, 256, 70_000]) {
      const [octets] = childrenOf(readBer(setOf(octetString(Buffer.alloc(length)))));
      expect(octets && contentOf(octets).length).toBe(length);
    }
  });
});
