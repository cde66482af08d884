import { Readable } from "node:stream";
import { describe, expect, test, vi } from "vitest";
import { attachment, content, toContentResponse } from "./content";

test.each([
  ["Lease.pdf", `attachment; filename="Lease.pdf"; filename*=UTF-8''Lease.pdf`],
  ['a"b\r\nSet-Cookie: x', `attachment; filename="a_b__Set-Cookie: x"; filename*=UTF-8''a%22b__Set-Cookie%3A%20x`],
  ["../../etc/passwd", `attachment; filename=".._.._etc_passwd"; filename*=UTF-8''.._.._etc_passwd`],
  [
    "Vertrag für Ødegård.pdf",
    `attachment; filename="Vertrag f_r _deg_rd.pdf"; filename*=UTF-8''Vertrag%20f%C3%BCr%20%C3%98deg%C3%A5rd.pdf`,
  ],
  ["fdp.\u202eexe", `attachment; filename="fdp._exe"; filename*=UTF-8''fdp._exe`],
])("turns %s into one harmless header line", (name, header) => {
  expect(attachment(name)).toBe(header);
});

test("serves a document so that it is never cached, sniffed or run", async () => {
  const response = await toContentResponse(
    content({ bytes: Buffer.from("%PDF"), mediaType: "application/pdf", sha256: "ab".repeat(32) }),
    new Headers(),
  );
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

test("closes a stream of which nothing was read, as for HEAD", async () => {
  const stream = Readable.from([Buffer.from("%PDF")], { objectMode: false });
  const response = await toContentResponse(content({ stream, mediaType: "application/pdf" }), new Headers());
  await response.body?.cancel();
  expect(stream.destroyed).toBe(true);
});

test("passes a stream through as it is produced", async () => {
  async function* parts(): AsyncGenerator<Uint8Array> {
    yield Buffer.from("one ");
    yield Buffer.from("two");
  }
  const response = await toContentResponse(
    content({ stream: parts(), mediaType: "application/pdf", sizeBytes: 7, fileName: "x.pdf" }),
    new Headers(),
  );
  expect(response.headers.get("content-length")).toBe("7");
  expect(await response.text()).toBe("one two");
});

describe("an answer with an etag", () => {
  const image = (make: () => Promise<Uint8Array>): ReturnType<typeof content> =>
    content({ bytes: make, mediaType: "image/webp", etag: "abc-1" });

  test("may be stored by this browser only, which revalidates it before each use", async () => {
    const response = await toContentResponse(
      image(() => Promise.resolve(Buffer.from("RIFF"))),
      new Headers({ "if-none-match": '"abc-0"' }),
    );
    expect([
      response.status,
      response.headers.get("cache-control"),
      response.headers.get("etag"),
      response.headers.get("content-length"),
    ]).toEqual([200, "private, no-cache", '"abc-1"', "4"]);
    expect(await response.text()).toBe("RIFF");
  });

  test.each(['"abc-1"', 'W/"abc-1"', '"x", "abc-1"', "*"])(
    "is not produced again for If-None-Match %s",
    async (known) => {
      const make = vi.fn(() => Promise.resolve(new Uint8Array()));
      const response = await toContentResponse(image(make), new Headers({ "if-none-match": known }));
      expect([
        response.status,
        response.headers.get("cache-control"),
        response.headers.get("etag"),
        await response.text(),
      ]).toEqual([304, "private, no-cache", '"abc-1"', ""]);
      expect(make).not.toHaveBeenCalled();
    },
  );
});
