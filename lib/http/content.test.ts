import { expect, test } from "vitest";
import { attachment, content, toContentResponse } from "./content";

test.each([
  ["Lease.pdf", `attachment; filename="Lease.pdf"; filename*=UTF-8''Lease.pdf`],
  ['a"b\r\nSet-Cookie: x', `attachment; filename="a_b__Set-Cookie: x"; filename*=UTF-8''a%22b__Set-Cookie%3A%20x`],
  ["../../etc/passwd", `attachment; filename=".._.._etc_passwd"; filename*=UTF-8''.._.._etc_passwd`],
  ["Vertrag für Ødegård.pdf", `attachment; filename="Vertrag f_r _deg_rd.pdf"; filename*=UTF-8''Vertrag%20f%C3%BCr%20%C3%98deg%C3%A5rd.pdf`],
  ["fdp.\u202eexe", `attachment; filename="fdp._exe"; filename*=UTF-8''fdp._exe`],
])("%s becomes one harmless header line", (name, header) => {
  expect(attachment(name)).toBe(header);
});

test("a document is never cached, sniffed or run", async () => {
  const response = toContentResponse(content({ bytes: Buffer.from("%PDF"), mediaType: "application/pdf", sha256: "ab".repeat(32) }));
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "cache-control": "private, no-store",
    "content-length": "4",
    "content-security-policy": "sandbox; default-src 'none'",
    "content-type": "application/pdf",
    etag: `"${"ab".repeat(32)}"`,
    "x-content-type-options": "nosniff",
  });
  expect(await response.text()).toBe("%PDF");
});

test("a stream is answered as it comes", async () => {
  async function* parts(): AsyncGenerator<Uint8Array> {
    yield Buffer.from("one ");
    yield Buffer.from("two");
  }
  const response = toContentResponse(content({ stream: parts(), mediaType: "application/pdf", sizeBytes: 7, fileName: "x.pdf" }));
  expect(response.headers.get("content-length")).toBe("7");
  expect(await response.text()).toBe("one two");
});
