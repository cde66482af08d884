import { expect, test } from "vitest";
import { guestCookie, readCookie, readGuestTokens } from "./cookies";

const http = "http://localhost:3000";

/** The cookies that a browser sends after these guests have identified, one after the other. */
function headerOf(publicUrl: string, count: number): string {
  const expiresAt = new Date(0);
  return Array.from({ length: count }, (_, at) =>
    guestCookie(publicUrl, { token: `gs_${at}`, expiresAt, signRequestId: at }),
  )
    .map((cookie) => cookie.split(";")[0])
    .join("; ");
}

test("reads the newest guest token however many a browser has, and all of them for a log-out", () => {
  for (const publicUrl of [http, "https://sign.example"]) {
    expect(readGuestTokens(headerOf(publicUrl, 120), publicUrl)).toHaveLength(120);
    expect(readGuestTokens(headerOf(publicUrl, 300), publicUrl).at(-1)).toBe("gs_299");
  }
});

test("ignores cookies without the prefix that binds them to this host if pages are on https", () => {
  expect(readGuestTokens(headerOf(http, 2), "https://sign.example")).toEqual([]);
});

test("reads the first of several cookies with one name, and none that is wrongly encoded", () => {
  expect(readCookie("a=1; b=2; a=3", "a")).toBe("1");
  expect(readCookie("a=%E0%A4%A", "a")).toBeNull();
});
