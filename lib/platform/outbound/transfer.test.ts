import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync } from "node:fs";
import https from "node:https";
import type { Socket } from "node:net";
import os from "node:os";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { guardedOutbound, type OutboundSettings } from "./guarded-outbound";
import { closedPort, read, useListeners, type Listener } from "./testing/listen";

const listeners = useListeners();
const times = { connect: 300, total: 600, answer: 300 };
const unreachable = { code: "url_unreachable" };
const text = "The URL must respond with 200, in time, uncompressed and within the size limit.";

const to = ({ port }: { port: number }, more: Partial<OutboundSettings> = {}) =>
  guardedOutbound({ allow: [`127.0.0.1:${port}`], times, ...more });
const url = ({ port }: { port: number }, at = "/") => `http://127.0.0.1:${port}${at}`;
const fetched = (listener: Listener) => read(to(listener).download(url(listener), { maxBytes: 1000, account: 1 }));
const posted = (listener: { port: number }, bytes = Buffer.from("{}")) =>
  to(listener).post(
    url(listener),
    { "x-mark": "1" },
    { contentType: "application/json", length: bytes.length, chunks: () => [bytes] },
  );

describe("redirects", () => {
  test.each([301, 302, 303, 307, 308])(
    "a document's %i to a forbidden address is not followed, and looks like any other failed response",
    async (status) => {
      const canary = await listeners.serve((_q, r) => r.end("canary"), "127.0.0.2");
      for (const location of [
        url(canary).replace("127.0.0.1", "127.0.0.2"),
        `//127.0.0.2:${canary.port}/`,
        "http://10.0.0.1/",
        "file:///etc/passwd",
        "http://user@8.8.8.8/",
        "http://[",
      ]) {
        const server = await listeners.serve((_q, r) => r.writeHead(status, { location }).end());
        await expect(fetched(server)).rejects.toMatchObject({ ...unreachable, detail: text });
      }
      expect(canary.hits()).toBe(0);
    },
  );

  test("of a document are followed three times and no further", async () => {
    const server = await listeners.serve((q, r) => {
      const left = Number(q.url?.slice(1));
      if (left > 0) r.writeHead(302, { location: `/${left - 1}` }).end();
      else r.end("there");
    });
    expect((await read(to(server).download(url(server, "/3"), { maxBytes: 10, account: 1 }))).toString()).toBe("there");
    await expect(read(to(server).download(url(server, "/4"), { maxBytes: 10, account: 1 }))).rejects.toMatchObject(
      unreachable,
    );
  });

  test("are never followed with a posted body", async () => {
    const canary = await listeners.serve((_q, r) => r.end());
    const server = await listeners.serve((_q, r) => r.writeHead(307, { location: url(canary) }).end());
    expect(await posted(server)).toMatchObject({ status: 307 });
    expect(canary.hits()).toBe(0);
  });

  test("are not followed from a meta refresh in a page", async () => {
    const canary = await listeners.serve((_q, r) => r.end());
    const server = await listeners.serve((_q, r) => r.end(`<meta http-equiv=refresh content="0;url=${url(canary)}">`));
    expect((await fetched(server)).toString()).toContain("refresh");
    expect(canary.hits()).toBe(0);
  });
});

describe("a body that", () => {
  test("is larger than allowed is cut off, whatever its declared length", async () => {
    const server = await listeners.serve((q, r) => {
      if (q.url === "/said") r.setHeader("content-length", 1_000_000_000);
      const more = (): void => {
        while (r.write(Buffer.alloc(65536)) && !r.destroyed);
      };
      r.on("drain", more);
      more();
    });
    for (const at of ["/", "/said"])
      await expect(read(to(server).download(url(server, at), { maxBytes: 100_000, account: 1 }))).rejects.toMatchObject(
        unreachable,
      );
  });

  test("never ends is cut off in time @exhaustive", async () => {
    const server = await listeners.serve((_q, r) => {
      const drip = setInterval(() => r.write("x"), 20);
      r.on("close", () => clearInterval(drip));
    });
    await expect(fetched(server)).rejects.toMatchObject(unreachable);
  });

  test("is shorter than declared is rejected, and a longer one is cut at the declared length", async () => {
    const short = await listeners.raw((socket) => socket.end("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nabc"));
    await expect(fetched(short)).rejects.toMatchObject(unreachable);
    const long = await listeners.raw((socket) => socket.end("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabcdef"));
    await expect(fetched(long).then(String, (error: { code: string }) => error.code)).resolves.toMatch(
      /^(abc|url_unreachable)$/,
    );
  });

  test.each(["gzip", "deflate", "br", "zstd", "x-unknown"])(
    "is encoded as %s is rejected without being unpacked",
    async (encoding) => {
      const server = await listeners.serve((q, r) => {
        expect(q.headers["accept-encoding"]).toBe("identity");
        r.writeHead(200, { "content-encoding": encoding }).end(gzipSync(Buffer.alloc(100)));
      });
      await expect(fetched(server)).rejects.toMatchObject(unreachable);
    },
  );
});

describe("a response that", () => {
  test.each<[string, (socket: Socket) => unknown]>([
    [
      "has endless headers",
      (socket) => {
        socket.write("HTTP/1.1 200 OK\r\n");
        const more = setInterval(() => {
          if (socket.destroyed) clearInterval(more);
          else socket.write(`x-${Math.random()}: ${"y".repeat(4000)}\r\n`);
        }, 5);
      },
    ],
    [
      "drips its headers",
      (socket) => {
        const more = setInterval(() => {
          if (socket.destroyed) clearInterval(more);
          else socket.write("H");
        }, 50);
      },
    ],
    ["never comes @exhaustive", () => undefined],
    ["is not HTTP", (socket) => socket.end("SSH-2.0-OpenSSH\r\n\r\n")],
    ["is nothing", (socket) => socket.end()],
    [
      "is only a promise of one",
      (socket) => {
        const more = setInterval(() => {
          if (socket.destroyed) clearInterval(more);
          else socket.write("HTTP/1.1 103 Early Hints\r\n\r\n");
        }, 20);
      },
    ],
    [
      "changes the protocol",
      (socket) => socket.write("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: upgrade\r\n\r\n"),
    ],
    ["is a 404", (socket) => socket.end("HTTP/1.1 404 Not Found\r\nContent-Length: 6\r\n\r\nsecret")],
    ["is a 204", (socket) => socket.end("HTTP/1.1 204 No Content\r\n\r\n")],
  ])("%s looks like a closed port: same code, same text, and no detail of the response", async (_name, behave) => {
    const server = await listeners.raw((socket) => behave(socket));
    const open: unknown = await fetched(server).catch((error: unknown) => error);
    const port = await closedPort();
    const closed: unknown = await read(to({ port }).download(url({ port }), { maxBytes: 10, account: 1 })).catch(
      (error: unknown) => error,
    );
    const factsOf = ({ code, detail, message, violations }: Record<string, unknown>) => ({
      code,
      detail,
      message,
      violations,
    });
    expect(factsOf(open as never)).toEqual(factsOf(closed as never));
    expect(factsOf(open as never)).toEqual({ code: "url_unreachable", detail: text, message: text, violations: [] });
  });
});

test("a download ends when its caller disconnects, long before its time limit", async () => {
  const leaving = new AbortController();
  let close = (): void => undefined;
  const closed = new Promise<void>((resolve) => (close = resolve));
  const server = await listeners.raw((socket) => {
    socket.on("close", close);
    leaving.abort();
  });
  const patient = to(server, { times: { connect: 60_000, total: 60_000, answer: 60_000 } });
  await expect(
    read(patient.download(url(server), { maxBytes: 10, signal: leaving.signal, account: 1 })),
  ).rejects.toMatchObject(unreachable);
  await closed;
});

/** Sends `head`, then `piece` repeatedly for as long as the connection accepts it. Counts the bytes. */
function endless(head: string, piece: string): { behave: (socket: Socket) => void; sent: () => number } {
  let sent = 0;
  const block = Buffer.from(piece.repeat(Math.ceil(65536 / piece.length)));
  const behave = (socket: Socket): void => {
    socket.write(head);
    const more = (): void => {
      while (!socket.destroyed && socket.write(block)) sent += block.length;
    };
    socket.on("drain", more);
    more();
  };
  return { behave, sent: () => sent };
}

const chunkedHead = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";

test.each([
  ["interim answers", "", "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n"],
  ["chunks of one byte", chunkedHead, "1\r\na\r\n"],
  ["extensions of chunks", chunkedHead, `1;${"e".repeat(4000)}\r\na\r\n`],
])("an endless response of %s is cut off by its size, long before its time limit", async (_name, head, piece) => {
  const { behave, sent } = endless(head, piece);
  const server = await listeners.raw(behave);
  const patient = to(server, { times: { connect: 60_000, total: 60_000, answer: 60_000 } });
  await expect(read(patient.download(url(server), { maxBytes: 25 * 1024 * 1024, account: 1 }))).rejects.toMatchObject(
    unreachable,
  );
  expect(sent()).toBeLessThan(20e6);
});

test("a long response in chunks of one line each arrives whole @exhaustive", async () => {
  const line = "x".repeat(120);
  const server = await listeners.raw((socket) => {
    socket.write(chunkedHead);
    socket.end(`${`78\r\n${line}\r\n`.repeat(20_000)}0\r\n\r\n`);
  });
  const patient = to(server, { times: { connect: 60_000, total: 60_000, answer: 60_000 } });
  const body = await read(patient.download(url(server), { maxBytes: 25 * 1024 * 1024, account: 1 }));
  expect(body).toHaveLength(120 * 20_000);
});

// The connection fails while it is being opened; without a listener, the error event would end a worker's process.
test.each([1, 2])("a name with %i addresses without a route is unreachable like any other", async (count) => {
  const nowhere = { address: "255.255.255.255", family: 4 };
  const outbound = guardedOutbound({
    allow: ["hooks.test:80"],
    times,
    resolve: () => Promise.resolve(Array.from({ length: count }, () => nowhere)),
  });
  await expect(read(outbound.download("http://hooks.test/", { maxBytes: 10, account: 1 }))).rejects.toMatchObject(
    unreachable,
  );
});

describe("TLS", () => {
  let right: { key: string; cert: string };
  beforeAll(() => {
    const folder = mkdtempSync(path.join(os.tmpdir(), "paraph-tls-"));
    const file = (name: string) => path.join(folder, name);
    execFileSync(
      "openssl",
      [
        "req",
        "-x509",
        "-newkey",
        "ec",
        "-pkeyopt",
        "ec_paramgen_curve:prime256v1",
        "-nodes",
        "-days",
        "2",
        "-subj",
        "/CN=hooks.test",
        "-addext",
        "subjectAltName=DNS:hooks.test",
        "-keyout",
        file("key"),
        "-out",
        file("cert"),
      ],
      { stdio: "pipe" },
    );
    right = { key: readFileSync(file("key"), "utf8"), cert: readFileSync(file("cert"), "utf8") };
  });

  const call = (name: string, port: number, ca?: string) =>
    guardedOutbound({
      allow: [`${name}:${port}`],
      times,
      resolve: () => Promise.resolve([{ address: "127.0.0.1", family: 4 }]),
      ...(ca === undefined ? {} : { ca }),
    }).post(`https://${name}:${port}/`, {}, { contentType: "text/plain", length: 1, chunks: () => [Buffer.from("x")] });

  test("accepts a certificate for the name from a known authority, and rejects another name or an unknown authority", async () => {
    const { port } = await listeners.start(https.createServer(right, (_q, r) => r.end("ok")));
    expect(await call("hooks.test", port, right.cert)).toMatchObject({ status: 200 });
    await expect(call("other.test", port, right.cert)).rejects.toMatchObject(unreachable);
    await expect(call("hooks.test", port)).rejects.toMatchObject(unreachable);
  });

  test("cannot be disabled by an environment variable", async () => {
    const { port } = await listeners.start(https.createServer(right, (_q, r) => r.end("ok")));
    vi.stubEnv("NODE_TLS_REJECT_UNAUTHORIZED", "0");
    onTestFinished(() => {
      vi.unstubAllEnvs();
    });
    await expect(call("hooks.test", port)).rejects.toMatchObject(unreachable);
  });
});

describe("posted data", () => {
  test("arrives complete with its headers, and the start of the response is returned as printable text", async () => {
    const got: { headers?: Record<string, unknown>; body: string } = { body: "" };
    const server = await listeners.serve((q, r) => {
      got.headers = q.headers;
      q.on("data", (chunk: Buffer) => {
        got.body += chunk.toString();
      });
      q.on("end", () => r.writeHead(503, { "retry-after": "7" }).end(`<b>\u0000no\u001b[31m</b>${"y".repeat(5000)}`));
    });
    const answer = await posted(server, Buffer.from('{"a":1}'));
    expect(answer).toMatchObject({ status: 503, retryAfter: "7" });
    expect(answer.text).toHaveLength(1024);
    expect(answer.text.startsWith("<b>\uFFFDno\uFFFD[31m</b>yyy")).toBe(true);
    expect(got).toMatchObject({
      body: '{"a":1}',
      headers: { "content-type": "application/json", "content-length": "7", "x-mark": "1" },
    });
  });

  test("counts as answered by its status, even if the body is 100 MB or never ends", async () => {
    let sent = 0;
    const huge = await listeners.serve((_q, r) => {
      const more = (): void => {
        while (!r.destroyed && sent < 100e6 && r.write(Buffer.alloc(65536, "z"))) sent += 65536;
      };
      r.on("drain", more);
      more();
    });
    expect((await posted(huge)).text).toBe("z".repeat(1024));
    expect(sent).toBeLessThan(20e6);
    const endless = await listeners.serve((_q, r) => {
      r.write("begun");
    });
    expect(await posted(endless)).toMatchObject({ status: 200, text: "begun" });
  });

  test("fails when no response comes in time @exhaustive", async () => {
    const server = await listeners.serve(() => undefined);
    await expect(posted(server)).rejects.toMatchObject(unreachable);
  });

  test("may get a response before all of it was read", async () => {
    const server = await listeners.serve((_q, r) => {
      r.writeHead(413, { connection: "close" }).end("enough");
    });
    const answer = await posted(server, Buffer.alloc(200_000)).catch((error: { code: string }) => error);
    expect(answer).toMatchObject("status" in answer ? { status: 413 } : unreachable);
  });
});
