import { describe, expect, test, vi } from "vitest";
import { guardedOutbound } from "./guarded-outbound";
import { isGlobalAddress } from "./target";
import { read, useListeners } from "./testing/listen";

const listeners = useListeners();
const body = { contentType: "text/plain", length: 1, chunks: () => [Buffer.from("x")] };
const refused = { code: "url_not_allowed" };

/** Notations of one address that pass a careless check, including those with `@`. */
const spellings = [
  "127.0.0.1",
  "localhost",
  "LOCALHOST.",
  "127.1",
  "127.0.1",
  "0",
  "0.0.0.0",
  "2130706433",
  "0x7f000001",
  "0x7f.1",
  "017700000001",
  "0177.0.0.1",
  "127.000.000.001",
  "[::1]",
  "[::]",
  "[0:0:0:0:0:0:0:1]",
  "[::ffff:127.0.0.1]",
  "[::ffff:7f00:1]",
  "[::127.0.0.1]",
  "[64:ff9b::7f00:1]",
  "[64:ff9b:1::7f00:1]",
  "[2002:7f00:1::]",
  "[2001:0:4136:e378:8000:63bf:3fff:fdd2]",
  "[fe80::1%25lo]",
  "[fe80::1]",
  "[fec0::1]",
  "[fd00:ec2::254]",
  "[ff02::1]",
  "[2001:db8::1]",
  "[3fff::1]",
  "[100::1]",
  "127.0.0.2",
  "10.0.0.1",
  "172.16.0.1",
  "192.168.0.1",
  "100.64.0.1",
  "169.254.169.254",
  "192.0.0.1",
  "192.0.2.1",
  "198.51.100.1",
  "203.0.113.1",
  "192.88.99.1",
  "198.18.0.1",
  "224.0.0.1",
  "240.0.0.1",
  "255.255.255.255",
  "①②⑦.⓪.⓪.①",
  "127。0。0。1",
  "user@127.0.0.1",
  "user:word@8.8.8.8",
  "127.0.0.1\\@sink.test",
  "%31%32%37.0.0.1",
  "127.0.\t0.1",
  "127.0.0.1\n",
  "a.localhost",
];

describe("a URL without a public address", () => {
  test.each(spellings)("refuses %j without a connection, on web ports and others", async (host) => {
    const canaries = [
      await listeners.serve((_q, r) => r.end(), "127.0.0.1"),
      await listeners.serve((_q, r) => r.end(), "127.0.0.2"),
      await listeners.serve((_q, r) => r.end(), "::1"),
    ];
    const resolve = vi.fn(() => Promise.reject(new Error("no name server is asked")));
    const outbound = guardedOutbound({ allow: [], resolve });
    const ports = ["", ":80", ":443", ...canaries.map(({ port }) => `:${port}`)];
    for (const url of ports.flatMap((port) => [`http://${host}${port}/x.pdf`, `https://${host}${port}/x.pdf`])) {
      await expect(outbound.assertAllowed(url, { account: 1 })).rejects.toMatchObject(refused);
      await expect(read(outbound.download(url, { maxBytes: 10, account: 1 }))).rejects.toMatchObject(refused);
      await expect(outbound.post(url, {}, body)).rejects.toMatchObject(refused);
    }
    expect(canaries.map((canary) => canary.hits())).toEqual([0, 0, 0]);
    expect(resolve).not.toHaveBeenCalled();
  });

  test("resolves and rejects the host before a fragment", async () => {
    const resolve = vi.fn(() => Promise.resolve([{ address: "127.0.0.1", family: 4 }]));
    await expect(
      guardedOutbound({ allow: [], resolve }).assertAllowed("http://sink.test#@8.8.8.8/", { account: 1 }),
    ).rejects.toMatchObject(refused);
    expect(resolve).toHaveBeenCalledExactlyOnceWith("sink.test", expect.any(AbortSignal));
  });

  test.each([
    "file:///etc/passwd",
    "ftp://8.8.8.8/",
    "gopher://8.8.8.8/",
    "data:application/pdf,x",
    "jar:http://8.8.8.8!/",
    "blob:http://8.8.8.8/x",
    "ws://8.8.8.8/",
    "//8.8.8.8/",
    "8.8.8.8",
    "",
    "http://",
    `http://8.8.8.8/${"x".repeat(2048)}`,
  ])("refuses to call %.40s", async (url) => {
    await expect(guardedOutbound({ allow: [] }).assertAllowed(url, { account: 1 })).rejects.toMatchObject(refused);
  });

  test.each([22, 25, 5432, 6379, 8080, 9911])("refuses port %i of a public address", async (port) => {
    await expect(
      guardedOutbound({ allow: [] }).assertAllowed(`http://8.8.8.8:${port}/`, { account: 1 }),
    ).rejects.toMatchObject(refused);
  });
});

describe("a host name", () => {
  const at =
    (...addresses: string[]) =>
    () =>
      Promise.resolve(addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 })));

  test.each([
    ["127.0.0.1"],
    ["8.8.8.8", "10.0.0.1"],
    ["::ffff:127.0.0.1"],
    ["2606:4700::1", "fe80::1%eth0"],
    ["::1", "8.8.8.8"],
  ])("is refused when one of its addresses (%s) is private", async (...addresses) => {
    const outbound = guardedOutbound({ allow: [], resolve: at(...addresses) });
    await expect(outbound.assertAllowed("http://sink.test/", { account: 1 })).rejects.toMatchObject(refused);
    await expect(outbound.post("http://sink.test/", {}, body)).rejects.toMatchObject(refused);
  });

  test("is refused at the call when it resolves to a private address after a public one", async () => {
    const canary = await listeners.serve((_q, r) => r.end());
    let lookups = 0;
    const outbound = guardedOutbound({ allow: [], resolve: () => at(lookups++ === 0 ? "8.8.8.8" : "127.0.0.1")() });
    await outbound.assertAllowed("http://rebind.test/", { account: 1 });
    await expect(read(outbound.download("http://rebind.test/", { maxBytes: 10, account: 1 }))).rejects.toMatchObject(
      refused,
    );
    expect(canary.hits()).toBe(0);
  });

  test("is called at the checked address, whatever it resolves to a moment later", async () => {
    const canary = await listeners.serve((_q, r) => r.end("canary"), "127.0.0.2");
    const right = await listeners.serve((_q, r) => r.end("right"), "127.0.0.1");
    const answers = ["127.0.0.1", "127.0.0.2"];
    const resolve = vi.fn(() => at(answers.shift() ?? "127.0.0.2")());
    const outbound = guardedOutbound({ allow: [`rebind.test:${right.port}`], resolve });
    expect(
      (await read(outbound.download(`http://rebind.test:${right.port}/`, { maxBytes: 10, account: 1 }))).toString(),
    ).toBe("right");
    expect([resolve.mock.calls.length, canary.hits()]).toEqual([1, 0]);
  });

  test("may be stored when it does not resolve, and is unreachable when called", async () => {
    const outbound = guardedOutbound({ allow: [], resolve: () => Promise.reject(new Error("ENOTFOUND")) });
    await outbound.assertAllowed("https://later.test/", { account: 1 });
    await expect(outbound.post("https://later.test/", {}, body)).rejects.toMatchObject({ code: "url_unreachable" });
  });
});

describe("OUTBOUND_ALLOW", () => {
  test("allows exactly the host and port that it names", async () => {
    const { port } = await listeners.serve((_q, r) => r.end("ok"));
    const outbound = guardedOutbound({ allow: [`127.0.0.1:${port}`] });
    expect((await read(outbound.download(`http://127.0.0.1:${port}/`, { maxBytes: 10, account: 1 }))).toString()).toBe(
      "ok",
    );
    for (const url of [
      `http://127.0.0.2:${port}/`,
      `http://localhost:${port}/`,
      "http://127.0.0.1/",
      `http://user@127.0.0.1:${port}/`,
    ]) {
      await expect(outbound.assertAllowed(url, { account: 1 })).rejects.toMatchObject(refused);
    }
  });
});

test.each(["8.8.8.8", "1.1.1.1", "2606:4700:4700::1111", "2a00:1450:4001::1"])(
  "allows the public address %s",
  (address) => {
    expect(isGlobalAddress(address)).toBe(true);
  },
);
