import { expect, test } from "vitest";
import { signedEnd, versionFileName } from "./signed-version-buttons";

const signedRevision = { end: 120, sha256: "" };

test("what was signed is offered for every signature whose bytes are still there, also for the last one in the file", () => {
  expect(signedEnd({ signedRevision, verdict: "intact" })).toBe(120);
  expect(signedEnd({ signedRevision, verdict: "modified" })).toBe(120);
});

test("where signed bytes were altered, or the signature names none, nothing is shown as signed", () => {
  expect(signedEnd({ signedRevision, verdict: "invalid" })).toBeNull();
  expect(signedEnd({ signedRevision: null, verdict: "unsupported" })).toBeNull();
});

test("a name that a certificate made up cannot turn the file's name into another kind of file or path", () => {
  expect(versionFileName("Lease.PDF", "As Ana Silva signed it")).toBe("Lease - As Ana Silva signed it.pdf");
  expect(versionFileName("Lease.pdf", "As ../a\u202Efdp.exe\n signed it")).toBe(
    "Lease - As .. a fdp.exe signed it.pdf",
  );
});
