import { webcrypto, X509Certificate } from "node:crypto";
import { expect, test } from "vitest";
import { x509 } from "@/lib/x509/certificate";
import { issuerUrls, listUrls, ocspUrls } from "./revocation-requests";

async function certificateWith(...extensions: x509.Extension[]): Promise<X509Certificate> {
  const algorithm = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ["sign", "verify"]);
  const made = await x509.X509CertificateGenerator.createSelfSigned(
    { name: "CN=Foreign", keys, signingAlgorithm: algorithm, extensions },
    webcrypto as Crypto,
  );
  return new X509Certificate(Buffer.from(made.rawData));
}

test("finds the addresses of each kind, also those with a comma or a quotation mark", async () => {
  const certificate = await certificateWith(
    new x509.AuthorityInfoAccessExtension({
      ocsp: ["http://ocsp.example/a,b", "ldap://directory.example/x"],
      caIssuers: "http://ca.example/ca'1.cer",
    }),
    new x509.CRLDistributionPointsExtension(["http://crl.example/c,d.crl"]),
  );
  expect([ocspUrls(certificate), issuerUrls(certificate), listUrls(certificate)]).toEqual([
    ["http://ocsp.example/a,b"],
    ["http://ca.example/ca'1.cer"],
    ["http://crl.example/c,d.crl"],
  ]);
});

test("finds none in a certificate without addresses", async () => {
  const certificate = await certificateWith();
  expect([ocspUrls(certificate), issuerUrls(certificate), listUrls(certificate)]).toEqual([[], [], []]);
});

test("finds none in damaged extensions", async () => {
  const damaged = Buffer.from("300501", "hex");
  const certificate = await certificateWith(
    new x509.Extension("1.3.6.1.5.5.7.1.1", false, damaged),
    new x509.Extension("2.5.29.31", false, damaged),
  );
  expect([ocspUrls(certificate), issuerUrls(certificate), listUrls(certificate)]).toEqual([[], [], []]);
});
