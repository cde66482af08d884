import { describe, expect, test } from "vitest";
import { clientAddress, overwriteForwardedHeaders } from "./client-address";

describe("client address", () => {
  test("without a trusted proxy, X-Forwarded-For is ignored", () => {
    expect(clientAddress("192.0.2.9", { "x-forwarded-for": "10.0.0.1" }, 0)).toBe("192.0.2.9");
  });

  test("one trusted hop uses the last entry, whatever the caller put before it", () => {
    expect(clientAddress("10.0.0.2", { "x-forwarded-for": "1.1.1.1, 203.0.113.7" }, 1)).toBe("203.0.113.7");
  });

  test("two trusted hops use the entry before the last", () => {
    expect(clientAddress("10.0.0.2", { "x-forwarded-for": "6.6.6.6, 203.0.113.7, 10.0.0.3" }, 2)).toBe("203.0.113.7");
  });

  test("more hops than entries use the first entry", () => {
    expect(clientAddress("10.0.0.2", { "x-forwarded-for": "203.0.113.7" }, 5)).toBe("203.0.113.7");
  });

  test("a trusted proxy without the header leaves the socket's address", () => {
    expect(clientAddress("10.0.0.2", {}, 1)).toBe("10.0.0.2");
  });

  test("an IPv4 address mapped into IPv6 is written as IPv4", () => {
    expect(clientAddress("::ffff:192.0.2.9", {}, 0)).toBe("192.0.2.9");
  });
});

describe("forwarded headers", () => {
  test("everything a client claims is overwritten", () => {
    const headers = {
      "x-forwarded-for": "1.1.1.1",
      "x-forwarded-host": "evil.test",
      "x-real-ip": "1.1.1.1",
      forwarded: "for=1.1.1.1",
      "x-forwarded-proto": "https",
    };
    overwriteForwardedHeaders(headers, "192.0.2.9", 0);
    expect(headers).toEqual({ "x-forwarded-for": "192.0.2.9", "x-forwarded-proto": "http" });
  });

  test("a trusted proxy reports whether the caller used https", () => {
    const headers = { "x-forwarded-proto": "https" };
    overwriteForwardedHeaders(headers, "192.0.2.9", 1);
    expect(headers).toEqual({ "x-forwarded-for": "192.0.2.9", "x-forwarded-proto": "https" });
  });
});
