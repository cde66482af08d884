import { randomBytes } from "node:crypto";
import { request as requestPlain, type IncomingMessage } from "node:http";
import { request as requestSecure } from "node:https";
import {
  derNull,
  derTrue,
  objectIdentifier,
  octetString,
  positiveInteger,
  sequence,
  smallInteger,
} from "@/lib/pades/der";
import { outgoing } from "@/lib/platform/telemetry/outgoing";
import { TimestampError, type Timestamper } from "./resting-timestamper";
import { readTimestampResponse } from "./timestamp-response";

/** For the whole request, because a signer is waiting. */
const patienceMs = 5_000;
/** Tokens with a long chain measure 10 KB. */
const maxAnswerBytes = 64 * 1024;
const nonceBytes = 16;

/**
 * A timestamp authority over HTTP (RFC 3161, 3.4). The operator configures the address, so any host is allowed.
 * Redirects are not followed. User and password in the address are sent as Basic credentials and nowhere else. Throws
 * TypeError for an invalid address.
 */
export function httpTimestamper(address: string, options: { patienceMs?: number } = {}): Timestamper {
  const url = new URL(address);
  const credentials =
    url.username === "" && url.password === ""
      ? null
      : `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
  url.username = "";
  url.password = "";
  const headers = credentials === null ? {} : { authorization: `Basic ${Buffer.from(credentials).toString("base64")}` };
  return {
    url: `${url.origin}${url.pathname}`,
    async stamp(sha256) {
      const nonce = randomBytes(nonceBytes);
      // A leading one bit would require another octet and leading zeros fewer. This keeps the length constant.
      nonce[0] = ((nonce[0] ?? 0) & 0x3f) | 0x40;
      const answer = await outgoing("timestamp", "stamp", () =>
        post(url, headers, buildTimestampRequest(sha256, nonce), options.patienceMs ?? patienceMs),
      );
      return readTimestampResponse(answer, { sha256, nonce, now: new Date() });
    },
  };
}

async function post(url: URL, headers: Record<string, string>, body: Buffer, limitMs: number): Promise<Buffer> {
  const signal = AbortSignal.timeout(limitMs);
  try {
    return await bodyOf(await send(url, headers, body, signal));
  } catch (error) {
    if (error instanceof TimestampError) {
      throw error;
    }
    // The error may contain the address with its credentials, so only its code is reported.
    throw signal.aborted
      ? new TimestampError("timed_out", `the authority took longer than ${String(limitMs)} ms`)
      : new TimestampError("unreachable", `the authority cannot be reached (${codeOf(error)})`);
  }
}

function send(url: URL, headers: Record<string, string>, body: Buffer, signal: AbortSignal): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const request = url.protocol === "https:" ? requestSecure : requestPlain;
    const all = {
      ...headers,
      "content-type": "application/timestamp-query",
      accept: "application/timestamp-reply",
      "content-length": String(body.length),
    };
    request(url, { method: "POST", headers: all, signal }, resolve).on("error", reject).end(body);
  });
}

async function bodyOf(answer: IncomingMessage): Promise<Buffer> {
  if (answer.statusCode !== 200) {
    answer.destroy();
    throw new TimestampError("refused", `the authority answered with HTTP status ${String(answer.statusCode)}`);
  }
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > maxAnswerBytes) {
      answer.destroy();
      throw new TimestampError("bad_answer", `the authority's answer is larger than ${String(maxAnswerBytes)} bytes`);
    }
  }
  return Buffer.concat(chunks, size);
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "unknown reason";
}

const SHA256 = objectIdentifier("2.16.840.1.101.3.4.2.1");

/**
 * A TimeStampReq (RFC 3161, 2.4.1) over a SHA-256, DER. The answer must contain the same nonce and the authority's
 * certificate.
 */
export function buildTimestampRequest(sha256: Buffer, nonce: Buffer): Buffer {
  const messageImprint = sequence(sequence(SHA256, derNull()), octetString(sha256));
  return sequence(smallInteger(1), messageImprint, positiveInteger(nonce), derTrue());
}
