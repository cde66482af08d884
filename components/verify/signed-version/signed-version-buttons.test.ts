import { expect, test } from "vitest";
import { signedEnd, versionFileName } from "./signed-version-buttons";

const signedRevision = { end: 120, sha256: "" };

test("offers the signed version of every signature with intact bytes, including the last one", () => {
  expect(signedEnd({ signedRevision, verdict: "intact" })).toBe(120);
  expect(signedEnd({ signedRevision, verdict: "modified" })).toBe(120);
});

test("shows no signed version if signed bytes were altered, or the signature covers none", () => {
  expect(signedEnd({ signedRevision, verdict: "invalid" })).toBeNull();
  expect(signedEnd({ signedRevision: null, verdict: "unsupported" })).toBeNull();
});

test("does not let a certificate's name change the file's type or path", () => {
  expect(versionFileName("Lease.PDF", "As Ana Silva signed it")).toBe("Lease - As Ana Silva signed it.pdf");
  expect(versionFileName("Lease.pdf", "As ../a\u202Efdp.exe\n signed it")).toBe(
    "Lease - As .. a fdp.exe signed it.pdf",
  );
});
