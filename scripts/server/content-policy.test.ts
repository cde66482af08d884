import type { IncomingMessage, ServerResponse } from "node:http";
import { describe, expect, test } from "vitest";
import { applyContentPolicy, contentPolicy } from "./content-policy";

const production = { isProduction: true, publicUrl: "http://localhost:3000" };

function directivesOf(
  path: string,
  options: Parameters<typeof contentPolicy>[2] = production,
): Record<string, string[]> {
  const parts = contentPolicy(path, "abc", options)
    .split("; ")
    .map((directive) => directive.split(" "));
  return Object.fromEntries(parts.map(([name = "", ...sources]) => [name, sources]));
}

describe("the content policy in production", () => {
  test.each([
    "/",
    "/documents",
    "/documents/x/edit",
    "/sign/x",
    "/login",
    "/verify",
    "/pdfjs/6.3.289/pdf.worker.min.mjs",
  ])("of %s allows no external sources, no inline code and no eval", (path) => {
    const directives = directivesOf(path);
    expect(
      Object.values(directives)
        .flat()
        .filter((source) => /unsafe-eval|https?:|\*/.test(source))
        .filter((source) => source !== "'wasm-unsafe-eval'"),
    ).toEqual([]);
    expect([directives["script-src"], directives["style-src"], directives["default-src"]].flat()).not.toContain(
      "'unsafe-inline'",
    );
    expect(directives).toMatchObject({
      "object-src": ["'none'"],
      "base-uri": ["'none'"],
      "frame-ancestors": ["'none'"],
      "worker-src": ["'self'"],
    });
  });

  test.each([
    ["/documents/x/edit", true],
    ["/sign/x", true],
    ["/verify", true],
    ["/verify/x", true],
    ["/pdfjs/6.3.289/pdf.worker.min.mjs", true],
    ["/", false],
    ["/login", false],
    ["/signatures", false],
  ])("of %s allows WebAssembly: %s", (path, allowed) => {
    expect(directivesOf(path)["script-src"]?.includes("'wasm-unsafe-eval'")).toBe(allowed);
  });

  test("allows scripts by nonce on a page, and by origin in a worker's file", () => {
    expect(directivesOf("/login")["script-src"]).toEqual(["'self'", "'nonce-abc'", "'strict-dynamic'"]);
    expect(directivesOf("/pdfjs/6.3.289/pdf.worker.min.mjs")["script-src"]).toEqual(["'self'", "'wasm-unsafe-eval'"]);
  });

  test("upgrades requests to https when the service has it", () => {
    expect(directivesOf("/", { isProduction: true, publicUrl: "https://sign.example.org" })).toHaveProperty(
      "upgrade-insecure-requests",
    );
    expect(directivesOf("/")).not.toHaveProperty("upgrade-insecure-requests");
  });
});

test("gives each response its own nonce and passes it to Next, whatever the client sent", () => {
  const answer = (): { request: unknown; response: unknown } => {
    const headers: Record<string, unknown> = { "content-security-policy": "script-src 'nonce-mine'" };
    const response: Record<string, unknown> = {};
    applyContentPolicy(
      { headers } as IncomingMessage,
      {
        setHeader: (name: string, value: unknown) => {
          response[name] = value;
        },
      } as unknown as ServerResponse,
      "/login",
      production,
    );
    return { request: headers["content-security-policy"], response: response["content-security-policy"] };
  };
  const [first, second] = [answer(), answer()];
  expect(first.request).toBe(first.response);
  expect(first.request).not.toContain("nonce-mine");
  expect(first.response).not.toBe(second.response);
});
