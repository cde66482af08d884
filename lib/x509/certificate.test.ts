import { X509Certificate } from "node:crypto";
import { expect, test, vi } from "vitest";
import { certificateEnd } from "./certificate";
import { makeRootCertificate } from "./issued-certificates";
import { localKey } from "./signing-key";
import { makeKeyPair } from "./wrapped-key";

test("reads a certificate's expiry only once per buffer", async () => {
  const { privateKey } = await makeKeyPair("p256");
  const der = await makeRootCertificate(
    { organization: "localhost", now: new Date("2027-01-01T00:00:00Z") },
    localKey(privateKey),
  );
  const reads = vi.spyOn(X509Certificate.prototype, "validTo", "get");
  const end = certificateEnd(der);
  expect(certificateEnd(der)).toBe(end);
  expect(reads).toHaveBeenCalledTimes(1);
  expect(end).toEqual(new Date(new X509Certificate(der).validTo));
});
