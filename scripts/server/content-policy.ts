import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";

/** pdf.js decodes some images with WebAssembly, in a worker that is subject to the policy of its own script. */
const withPdf = /^\/(documents|sign|verify|pdfjs)(\/|$)/;
const assets = /^\/(_next\/static|pdfjs|signature-fonts)\//;

interface ContentPolicyOptions {
  isProduction: boolean;
  publicUrl: string;
}

/**
 * Sets a page's content security policy (docs/spec/guarantees.md#under-attack). The nonce is new for every response.
 * Next reads it from the policy header of the request and adds it to each script it writes, so a header of that name
 * sent by the client is overwritten.
 */
export function applyContentPolicy(
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  options: ContentPolicyOptions,
): void {
  const nonce = randomBytes(18).toString("base64");
  const policy = contentPolicy(path, nonce, options);
  if (!assets.test(path)) request.headers["content-security-policy"] = policy;
  response.setHeader("content-security-policy", policy);
}

export function contentPolicy(path: string, nonce: string, { isProduction, publicUrl }: ContentPolicyOptions): string {
  const wasm = withPdf.test(path) ? ["'wasm-unsafe-eval'"] : [];
  // In development React uses eval to make errors readable, the page receives changes over a web socket, and Next
  // writes styles without a nonce; `unsafe-inline` would be ignored beside a nonce.
  const development = isProduction
    ? { script: [], connect: [], style: `'nonce-${nonce}'` }
    : { script: ["'unsafe-eval'"], connect: ["ws:"], style: "'unsafe-inline'" };
  const directives: [string, string[]][] = [
    ["default-src", ["'self'"]],
    [
      "script-src",
      [
        "'self'",
        ...(assets.test(path) ? [] : [`'nonce-${nonce}'`, "'strict-dynamic'"]),
        ...wasm,
        ...development.script,
      ],
    ],
    ["style-src", ["'self'", development.style]],
    ["style-src-attr", ["'unsafe-inline'"]],
    ["img-src", ["'self'", "data:", "blob:"]],
    ["font-src", ["'self'", "data:"]],
    ["connect-src", ["'self'", "blob:", "data:", ...development.connect]],
    ["worker-src", ["'self'"]],
    ["object-src", ["'none'"]],
    ["base-uri", ["'none'"]],
    ["form-action", ["'self'"]],
    ["frame-ancestors", ["'none'"]],
    ...(publicUrl.startsWith("https:") ? [["upgrade-insecure-requests", []] as [string, string[]]] : []),
  ];
  return directives.map(([name, sources]) => [name, ...sources].join(" ")).join("; ");
}
