import { createPrivateKey, generateKeyPairSync } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { answerTimestampRequest, refuseTimestamp, type TokenPlan } from "./make-token";
import { makeTsaAuthority, type TsaAuthorityOptions } from "./tsa-authority";

/**
 * How the authority behaves: `honest` answers with `openssl ts`, `quick` does the same in this process; the responses
 * of all other modes must be rejected.
 */
export type TsaMode =
  | "honest"
  | "quick"
  | "granted_with_modifications"
  | "wrong_nonce"
  | "no_nonce"
  | "wrong_imprint"
  | "other_key"
  | "wrong_time"
  | "vague"
  | "rejection"
  | "error"
  | "hang"
  | "drip"
  | "garbage"
  | "huge"
  | "redirect"
  | "replay"
  | "down";

/** A time-stamping authority with OCSP and a revocation list, on a port of this machine. */
export interface LocalTsa {
  url: string;
  origin: string;
  mode: TsaMode;
  /** Number of queries received. */
  queries: number;
  /** Credentials of the last query. */
  authorization: string | undefined;
  /** Signer of the OCSP responses; "off" answers 404. */
  ocsp: "responder" | "root" | "tsa" | "off";
  authority: Awaited<ReturnType<typeof makeTsaAuthority>>;
  close(): Promise<void>;
}

export async function startLocalTsa(
  options: Omit<TsaAuthorityOptions, "origin"> & { isRevocable?: boolean; port?: number } = {},
): Promise<LocalTsa> {
  const server = createServer((request, response) => void serve(request, response).catch(() => response.destroy()));
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  const { isRevocable = true, ...certificates } = options;
  const authority = await makeTsaAuthority({ ...certificates, ...(isRevocable ? { origin } : {}) });
  const plan: TokenPlan = {
    certificate: await authority.der("tsa"),
    chain: [await authority.der("root")],
    key: createPrivateKey(readFileSync(authority.file("tsa.key"))),
  };
  let replayed: Buffer | null = null;
  const tsa: LocalTsa = {
    url: `${origin}/tsa`,
    origin,
    mode: "honest",
    queries: 0,
    authorization: undefined,
    ocsp: "responder",
    authority,
    async close() {
      authority.remove();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? "/", origin);
    const body = await bodyOf(request);
    if (pathname === "/tsa") return stamp(body, request, response);
    if (pathname === "/list.crl") return void response.end(await authority.revocationList());
    if (pathname === "/root.cer") return void response.end(await authority.der("root"));
    if (!pathname.startsWith("/ocsp") || tsa.ocsp === "off") return void response.writeHead(404).end();
    const query =
      request.method === "POST" ? body : Buffer.from(decodeURIComponent(pathname.slice("/ocsp/".length)), "base64");
    response.end(await authority.answerOcsp(query, tsa.ocsp));
  }

  async function stamp(query: Buffer, request: IncomingMessage, response: ServerResponse): Promise<void> {
    tsa.queries += 1;
    tsa.authorization = request.headers.authorization;
    if (tsa.mode === "hang") return;
    if (tsa.mode === "down") return void request.socket.destroy();
    if (tsa.mode === "error") return void response.writeHead(500).end("no");
    if (tsa.mode === "redirect") return void response.writeHead(302, { location: `${origin}/elsewhere` }).end();
    if (tsa.mode === "drip") return void setInterval(() => response.write("0"), 20).unref();
    response.setHeader("content-type", "application/timestamp-reply");
    const answer = await answerTo(query);
    if (tsa.mode === "honest") replayed = answer;
    response.end(answer);
  }

  async function answerTo(query: Buffer): Promise<Buffer> {
    switch (tsa.mode) {
      case "rejection":
        return refuseTimestamp();
      case "garbage":
        return Buffer.from("<html>this is not a timestamp</html>");
      case "huge":
        return Buffer.alloc(10 * 1024 * 1024, 0x30);
      case "replay":
        return replayed ?? Buffer.alloc(0);
      case "granted_with_modifications":
        return answerTimestampRequest(query, { ...plan, status: 1 });
      case "wrong_nonce":
        return answerTimestampRequest(query, { ...plan, nonce: Buffer.from("0102030405060708", "hex") });
      case "wrong_imprint":
        return answerTimestampRequest(query, { ...plan, imprint: Buffer.alloc(32, 7) });
      case "other_key":
        return answerTimestampRequest(query, {
          ...plan,
          key: generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey,
        });
      case "wrong_time":
        return answerTimestampRequest(query, { ...plan, at: new Date(Date.now() + 3_600_000) });
      case "vague":
        return answerTimestampRequest(query, { ...plan, accuracySeconds: 3600 });
      case "quick":
        return answerTimestampRequest(query, plan);
      case "no_nonce":
        return authority.reply(withoutNonce(query));
      default:
        return authority.reply(query);
    }
  }
  return tsa;
}

/** The query without its nonce. */
function withoutNonce(query: Buffer): Buffer {
  const nonceBytes = 18;
  const certReqBytes = 3;
  const kept = Buffer.concat([
    query.subarray(0, query.length - nonceBytes - certReqBytes),
    query.subarray(query.length - certReqBytes),
  ]);
  kept[1] = (kept[1] ?? 0) - nonceBytes;
  return kept;
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}
