import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { afterEach, beforeEach, expect, test } from "vitest";
import * as listRoute from "@/app/pki/crl/route";
import * as askByPathRoute from "@/app/pki/ocsp/[request]/route";
import * as askRoute from "@/app/pki/ocsp/route";
import * as rootListRoute from "@/app/pki/root.crl/route";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import { openssl, useOpensslFolder } from "@/lib/authority/testing/openssl-folder";
import { useTestContext } from "@/lib/testing/test-context";
import { useRuntime } from "@/lib/testing/use-runtime";

const held = useRuntime();

const db = useRolledBackDatabase();
const makeContext = useTestContext();
const { file, save, read, saveInstance } = useOpensslFolder();
const origin = "https://sign.example.org";
let server: Server | null = null;
let question: string[];

beforeEach(async () => {
  held.ctx = makeContext(db(), { publicUrl: origin });
  await saveInstance(held.ctx);
  question = ["-issuer", file("issuing.pem"), "-cert", file("seal.pem")];
});
afterEach(() => server?.close());

function post(body: Buffer, contentType: string): Promise<Response> {
  return askRoute.POST(
    new Request(`${origin}/pki/ocsp`, {
      method: "POST",
      headers: { "content-type": contentType },
      body: new Uint8Array(body),
    }),
  );
}

/** Serves the OCSP route on a separate port; returns its address. */
async function listen(): Promise<string> {
  const started = createServer((request, response) => {
    void buffer(request)
      .then((body) => post(body, request.headers["content-type"] ?? ""))
      .then(async (answer) => {
        response
          .writeHead(answer.status, Object.fromEntries(answer.headers))
          .end(Buffer.from(await answer.arrayBuffer()));
      });
  });
  server = started;
  await new Promise<void>((resolve) => started.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(started.address() as AddressInfo).port}/pki/ocsp`;
}

test("answers an openssl query over HTTP with a response that openssl accepts", async () => {
  const output = await openssl("ocsp", ...question, "-url", await listen(), "-CAfile", file("root.pem"));
  expect(output).toContain("Response verify OK");
  expect(output).toContain("seal.pem: good");
});

test("accepts a request in the path of a GET, whose response may be cached for a minute @exhaustive", async () => {
  await openssl("ocsp", ...question, "-no_nonce", "-reqout", file("request"));
  const params = Promise.resolve({ request: read("request").toString("base64") });
  const answer = await askByPathRoute.GET(new Request(origin), { params });
  expect([answer.headers.get("content-type"), answer.headers.get("cache-control")]).toEqual([
    "application/ocsp-response",
    "public, max-age=60",
  ]);
  save("answer", Buffer.from(await answer.arrayBuffer()));
  expect(await openssl("ocsp", "-respin", file("answer"), ...question, "-CAfile", file("root.pem"))).toContain(
    "seal.pem: good",
  );
});

test("accepts an OCSP request of 8 KiB, and answers one byte more with 413 and another type with 415 @exhaustive", async () => {
  expect((await post(Buffer.alloc(8 * 1024), "application/ocsp-request")).status).toBe(200);
  expect((await post(Buffer.alloc(8 * 1024 + 1), "application/ocsp-request")).status).toBe(413);
  expect((await post(Buffer.alloc(1), "application/octet-stream")).status).toBe(415);
});

test.each([
  ["/pki/crl", listRoute, "Issuing CA"],
  ["/pki/root.crl @exhaustive", rootListRoute, "Root CA"],
])("serves %s as a revocation list in DER", async (_path, { GET }, issuer) => {
  const answer = await GET(new Request(origin));
  expect(answer.headers.get("content-type")).toBe("application/pkix-crl");
  save("list", Buffer.from(await answer.arrayBuffer()));
  expect(await openssl("crl", "-inform", "DER", "-in", file("list"), "-noout", "-issuer")).toContain(issuer);
});
