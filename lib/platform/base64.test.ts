import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { decodeBase64, decodeDocumentBase64 } from "./base64";

test("decodes encoded bytes of any length", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      expect(decodeBase64(Buffer.from(bytes).toString("base64"))).toEqual(Buffer.from(bytes));
    }),
  );
});

test("accepts only the canonical encoding", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ maxLength: 40 }), fc.base64String({ maxLength: 40 })), (text) => {
      const decoded = decodeBase64(text);
      if (decoded !== null) expect(decoded.toString("base64")).toBe(text);
    }),
  );
});

test.each(["MQ", "MQ=", "MR==", "M===", "MQ==MQ==", "MQ\n==", " MQ==", "M-__", "MQ==="])("%j is not base64", (text) => {
  expect(decodeBase64(text)).toBeNull();
});

/** The error of a text that is not base64. */
const invalid = expect.objectContaining({ code: "base64_invalid" });

function decodeAll(text: string, maxBytes: number): Buffer {
  return Buffer.concat([...decodeDocumentBase64(text, maxBytes)]);
}

test("rejects a data URL without base64, an empty text and too many bytes", () => {
  expect(() => decodeAll("data:application/pdf,MQ==", 10)).toThrow(invalid);
  expect(() => decodeAll("data:text/plain;charset=x;base64,MQ==", 10)).toThrow(invalid);
  expect(() => decodeAll("data:application/pdf;base64,", 10)).toThrow(invalid);
  expect(() => decodeAll("MTIzNDU2", 5)).toThrow(expect.objectContaining({ code: "too_large" }));
  expect(decodeAll("data:application/pdf;base64,MQ==", 10).toString()).toBe("1");
  expect(decodeAll("data:image/png;base64,MQ==", 10).toString()).toBe("1");
});

test("decodes a document in several pieces and detects errors in any of them", () => {
  const bytes = randomBytes(2_500_000);
  const text = bytes.toString("base64");
  expect(decodeAll(`data:application/pdf;base64,${text}`, bytes.length).equals(bytes)).toBe(true);
  expect(() => decodeAll(`${text.slice(0, 1024 * 1024 - 2)}==${text.slice(1024 * 1024)}`, bytes.length)).toThrow(
    invalid,
  );
  expect(() => decodeAll(`${text.slice(0, 2_000_000)}\n${text.slice(2_000_001)}`, bytes.length)).toThrow(invalid);
});
