import { randomBytes } from "node:crypto";
import { request as requestPlain, type IncomingMessage } from "node:http";
import { request as requestSecure } from "node:https";
import {
  checkTokenSignature,
  judgeToken,
  readTimestampToken,
  type TimestampToken,
} from "@/lib/pades/verify/trust/timestamp-token";
import { outgoing } from "@/lib/platform/telemetry/outgoing";
import { BerError, childrenOf, contentOf, rawOf, readBer, smallIntegerOf, Tag, type BerNode } from "@/lib/x509/ber";
import {
  derNull,
  derTrue,
  objectIdentifier,
  octetString,
  positiveInteger,
  sequence,
  smallInteger,
} from "@/lib/x509/der";
import { TimestampError, type Timestamp, type Timestamper } from "./resting-timestamper";

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
      ? new TimestampError({ code: "timed_out", limitMs })
      : new TimestampError({ code: "unreachable", systemCode: codeOf(error) });
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
    throw new TimestampError({ code: "http_status", status: answer.statusCode ?? 0 });
  }
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > maxAnswerBytes) {
      answer.destroy();
      throw new TimestampError({ code: "answer_too_large", most: maxAnswerBytes });
    }
  }
  return Buffer.concat(chunks, size);
}

function codeOf(error: unknown): string | null {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : null;
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

/** PKIStatus granted and grantedWithMods (RFC 3161, 2.4.2). Responses with other statuses contain no token. */
const granted = new Set([0, 1]);
/** Tolerated difference between the authority's clock and ours. */
const maxClockDifferenceMs = 5 * 60_000;
/** The worst accuracy that is accepted. Authorities promise a second. */
const maxAccuracyMs = 60_000;
/** The number of TSTInfo fields before the optional ones. */
const fixedFields = 5;

interface TimestampRequest {
  sha256: Buffer;
  nonce: Buffer;
  /** According to our clock. */
  now: Date;
}

/**
 * Reads a TimeStampResp (RFC 3161, 2.4.2) and performs a requester's checks: status, imprint, nonce, the token's
 * signature by the certificate that it references, that certificate's purpose and validity, and a time close to ours.
 * Throws TimestampError `refused` or `bad_answer`.
 */
export function readTimestampResponse(bytes: Buffer, sent: TimestampRequest): Timestamp {
  try {
    const der = tokenIn(bytes);
    const token = readTimestampToken(der);
    checkSignature(token, sent.sha256);
    assertInfo(token, sent.nonce);
    return { token: der, at: checkedTime(token, sent.now) };
  } catch (error) {
    throw error instanceof BerError ? new TimestampError({ code: "answer_unreadable", detail: error.message }) : error;
  }
}

function tokenIn(bytes: Buffer): Buffer {
  const response = readBer(bytes);
  if (response.tag !== Tag.sequence) {
    throw new TimestampError({ code: "not_a_response" });
  }
  const [info, token] = childrenOf(response);
  const status = info ? childrenOf(info)[0] : undefined;
  if (!info || !status) {
    throw new TimestampError({ code: "not_a_response" });
  }
  const code = smallIntegerOf(status);
  if (!granted.has(code)) {
    throw new TimestampError({ code: "rejected", status: code, text: reasonIn(info) });
  }
  if (!token) {
    throw new TimestampError({ code: "token_missing" });
  }
  return Buffer.from(rawOf(token));
}

/** The printable part of a refusal's PKIFreeText, or an empty text. */
function reasonIn(info: BerNode): string {
  const text = childrenOf(info)[1];
  const first = text?.tag === Tag.sequence ? childrenOf(text)[0] : undefined;
  if (!first) return "";
  return contentOf(first)
    .toString("utf8")
    .replaceAll(/[^\x20-\x7e]/g, " ")
    .slice(0, 100);
}

/** The signature and its certificate, which must be for timestamping alone (RFC 3161, 2.3). */
function checkSignature(token: TimestampToken, sha256: Buffer): void {
  if (token.imprintDigest !== "sha256") throw new TimestampError({ code: "imprint_algorithm_differs" });
  const { problems } = judgeToken(token, checkTokenSignature(token), sha256);
  if (problems.length > 0) throw new TimestampError({ code: "token_invalid", findings: problems });
}

function assertInfo(token: TimestampToken, nonce: Buffer): void {
  const fields = childrenOf(readBer(token.info));
  const version = fields[0];
  if (!version || smallIntegerOf(version) !== 1) {
    throw new TimestampError({ code: "version_unsupported" });
  }
  const found = fields.slice(fixedFields).find((field) => field.tag === Tag.integer);
  if (!found || !withoutZeros(contentOf(found)).equals(withoutZeros(nonce))) {
    throw new TimestampError({ code: "nonce_mismatch" });
  }
}

function checkedTime(token: TimestampToken, now: Date): Date {
  const { at } = token;
  if (!at) {
    throw new TimestampError({ code: "time_missing" });
  }
  const accuracyMs = accuracyOf(token);
  if (accuracyMs > maxAccuracyMs) {
    throw new TimestampError({ code: "time_inaccurate" });
  }
  if (Math.abs(at.getTime() - now.getTime()) > maxClockDifferenceMs + accuracyMs) {
    throw new TimestampError({ code: "clock_mismatch", at });
  }
  return at;
}

/** Accuracy ::= SEQUENCE { seconds, millis [0], micros [1] }, each of them optional. In milliseconds, 0 if absent. */
function accuracyOf(token: TimestampToken): number {
  const accuracy = childrenOf(readBer(token.info))
    .slice(fixedFields)
    .find((field) => field.tag === Tag.sequence);
  const parts = accuracy ? childrenOf(accuracy) : [];
  const part = (tag: number): number => {
    const found = parts.find((candidate) => candidate.tag === tag);
    return found ? Number(BigInt(`0x${contentOf(found).toString("hex") || "0"}`)) : 0;
  };
  return part(Tag.integer) * 1000 + part(0x80) + part(0x81) / 1000;
}

function withoutZeros(digits: Buffer): Buffer {
  const first = digits.findIndex((octet) => octet !== 0);
  return first < 0 ? Buffer.alloc(0) : digits.subarray(first);
}
