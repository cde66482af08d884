import { expect, test } from "vitest";
import { findingsFor } from "./upload-findings";

const plain = {
  repaired: false,
  decrypted: false,
  alreadySigned: false,
  frozenFields: 0,
  removed: [],
  convertedFrom: null,
  remaining: [],
  warnings: [],
  signatureWarnings: [],
  shadowContent: [],
  readers: null,
};

test("shows nothing for a plain upload", () => {
  for (const reader of ["requester", "signer"] as const)
    expect(findingsFor(plain, reader)).toEqual({ facts: [], lists: [], shadow: [], isWarning: false });
});

test("shows changes to the file to the requester, and its contents to signers too", () => {
  const upload = {
    ...plain,
    repaired: true,
    decrypted: true,
    frozenFields: 3,
    removed: ["JavaScript" as const],
    remaining: ["ExternalLinks" as const],
  };
  expect(findingsFor(upload, "requester").facts).toEqual(["decrypted", "frozenFields"]);
  expect(findingsFor(upload, "signer")).toEqual({
    facts: [],
    shadow: [],
    isWarning: false,
    lists: [
      { name: "removedForSigner", kinds: ["JavaScript"] },
      { name: "carried", kinds: ["ExternalLinks"] },
    ],
  });
});

test("warns about remaining active and hidden content, active content first", () => {
  const signed = { ...plain, alreadySigned: true, remaining: ["EmbeddedFiles" as const, "JavaScript" as const] };
  expect(findingsFor(signed, "signer")).toEqual({
    facts: [],
    shadow: [],
    isWarning: true,
    lists: [
      { name: "remaining", kinds: ["JavaScript"] },
      { name: "carried", kinds: ["EmbeddedFiles"] },
    ],
  });
});

test("warns both about page content that is not visible on screen, but not about unchecked pages", () => {
  const hidden = [{ code: "printed_not_shown" as const, page: 2, count: 3 }];
  for (const reader of ["requester", "signer"] as const)
    expect(findingsFor({ ...plain, shadowContent: hidden }, reader)).toMatchObject({ shadow: hidden, isWarning: true });
  expect(
    findingsFor({ ...plain, shadowContent: [{ code: "page_not_looked_at", page: 201, count: 9 }] }, "requester")
      .isWarning,
  ).toBe(false);
});

test("warns both about a page that readers render differently", () => {
  const upload = { ...plain, readers: { compared: 3, of: 3, differences: [{ code: "text" as const, page: 2 }] } };
  for (const reader of ["requester", "signer"] as const) expect(findingsFor(upload, reader).isWarning).toBe(true);
  expect(findingsFor({ ...plain, readers: { compared: 1, of: 3, differences: [] } }, "signer").isWarning).toBe(false);
});
