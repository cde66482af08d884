import { X509Certificate } from "node:crypto";
import { expect, test } from "vitest";
import { readNamedFacts, x509 } from "@/lib/x509/certificate";
import { displayNameOf, subjectOf } from "@/lib/x509/distinguished-name";

async function certificateFor(name: x509.JsonName): Promise<X509Certificate> {
  const keys = await crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, false, ["sign", "verify"]);
  const made = await x509.X509CertificateGenerator.createSelfSigned({ name, keys, serialNumber: "01" });
  return new X509Certificate(Buffer.from(made.rawData));
}

/** Without `attributes`. */
const nothing = { commonName: null, organization: null, organizationalUnit: null, country: null, emailAddress: null };

test.each<[string, x509.JsonName, object, string]>([
  [
    "a plain name",
    [{ C: ["PT"] }, { O: ["Example"] }, { CN: ["Ana"] }],
    { country: "PT", organization: "Example", commonName: "Ana" },
    "Ana",
  ],
  [
    "separators in a value",
    [{ CN: ["Silva; Ana, O=Bank + OU=x\\"] }],
    { commonName: "Silva; Ana, O=Bank + OU=x\\" },
    "Silva; Ana, O=Bank + OU=x\\",
  ],
  [
    "a line break in a value",
    [{ CN: ["Ana\nOU=mailbox access"] }],
    { commonName: "Ana\nOU=mailbox access" },
    "Ana\nOU=mailbox access",
  ],
  [
    "several values in one set",
    [{ CN: ["Ana"], OU: ["Law"] }],
    { commonName: "Ana", organizationalUnit: "Law" },
    "Ana",
  ],
  ["two common names", [{ CN: ["Ana"] }, { CN: ["Bo"] }], { commonName: "Ana" }, "Ana"],
  ["UTF-16", [{ CN: [{ bmpString: "Zoë 名" }] }] as unknown as x509.JsonName, { commonName: "Zoë 名" }, "Zoë 名"],
  ["an organization only", [{ O: ["Example"] }], { organization: "Example" }, "Example"],
])("reads a subject with %s", async (_, name, expected, display) => {
  const certificate = await certificateFor(name);
  expect(subjectOf(certificate)).toMatchObject({ ...nothing, ...expected });
  expect(displayNameOf(certificate)).toBe(display);
});

test("lists every attribute in order, by its short name or identifier, without escapes", async () => {
  const certificate = await certificateFor([
    { CN: ["Silva, Ana"], OU: ["mailbox access, code entered 12:01"] },
    { "2.5.4.5": ["PNOPT-123"], "2.5.4.97": ["NTRPT-1"] },
    { E: ["ana@example.org"] },
    { "1.2.3.4": ["#03020001"] },
  ]);
  expect(subjectOf(certificate).attributes).toEqual([
    { type: "CN", value: "Silva, Ana" },
    { type: "OU", value: "mailbox access, code entered 12:01" },
    { type: "SERIALNUMBER", value: "PNOPT-123" },
    { type: "2.5.4.97", value: "NTRPT-1" },
    { type: "E", value: "ana@example.org" },
    { type: "1.2.3.4", value: "#03020001" },
  ]);
});

test("records a given name under the type that verification reports", async () => {
  const certificate = await certificateFor([{ SN: ["Silva"] }, { G: ["Ana"] }]);
  const attributes = [
    { type: "SN", value: "Silva" },
    { type: "GN", value: "Ana" },
  ];
  expect(readNamedFacts(certificate.raw).name).toEqual(attributes);
  expect(subjectOf(certificate).attributes).toEqual(attributes);
});
