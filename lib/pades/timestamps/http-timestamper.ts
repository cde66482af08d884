import { randomBytes, type X509Certificate } from "node:crypto";
import { request as requestPlain, type IncomingMessage } from "node:http";
import { request as requestSecure } from "node:https";
import { extensionOf } from "@/lib/pades/augmentation/revocation-requests";
import {
  derNull,
  derTrue,
  objectIdentifier,
  octetString,
  positiveInteger,
  sequence,
  smallInteger,
} from "@/lib/pades/der";
import {
  BerError,
  childrenOf,
  contentOf,
  oidOf,
  rawOf,
  readBer,
  smallIntegerOf,
  Tag,
  type BerNode,
} from "@/lib/pades/verify/cms/ber";
import {
  checkTokenSignature,
  judgeToken,
  readTimestampToken,
  type TimestampToken,
} from "@/lib/pades/verify/cms/timestamp-token";
import { findingText } from "@/lib/pades/verify/finding-text";
import { outgoing } from "@/lib/platform/telemetry/outgoing";
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

const extendedKeyUsageId = "2.5.29.37";
const timeStampingId = "1.3.6.1.5.5.7.3.8";
/** PKIStatus granted and grantedWithMods (RFC 3161, 2.4.2). Responses with other statuses contain no token. */
const granted = new Set([0, 1]);
/** Tolerated difference between the authority's clock and ours. */
const maxClockDifferenceMs = 5 * 60_000;
/** The worst accuracy that is accepted. Authorities promise a second. */
const maxAccuracyMs = 60_000;
/** The number of TSTInfo fields before the optional ones. */
const fixedFields = 5;

interface AskedTimestamp {
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
export function readTimestampResponse(bytes: Buffer, asked: AskedTimestamp): Timestamp {
  try {
    const der = tokenIn(bytes);
    const token = readTimestampToken(der);
    assertPurpose(checkedSigner(token, asked.sha256));
    assertInfo(token, asked.nonce);
    return { token: der, at: checkedTime(token, asked.now) };
  } catch (error) {
    throw error instanceof BerError ? badAnswer(`it cannot be read: ${error.message}`) : error;
  }
}

function tokenIn(bytes: Buffer): Buffer {
  const response = readBer(bytes);
  if (response.tag !== Tag.sequence) {
    throw badAnswer("it is not a timestamp response");
  }
  const [info, token] = childrenOf(response);
  const status = info ? childrenOf(info)[0] : undefined;
  if (!info || !status) {
    throw badAnswer("it is not a timestamp response");
  }
  const code = smallIntegerOf(status);
  if (!granted.has(code)) {
    throw new TimestampError("refused", `the authority refused with status ${String(code)}${reasonIn(info)}`);
  }
  if (!token) {
    throw badAnswer("it contains no token");
  }
  return Buffer.from(rawOf(token));
}

/** The printable part of a refusal's PKIFreeText. */
function reasonIn(info: BerNode): string {
  const text = childrenOf(info)[1];
  const first = text?.tag === Tag.sequence ? childrenOf(text)[0] : undefined;
  const words = first
    ? contentOf(first)
        .toString("utf8")
        .replaceAll(/[^\x20-\x7e]/g, " ")
        .slice(0, 100)
    : "";
  return words === "" ? "" : `: ${words}`;
}

function checkedSigner(token: TimestampToken, sha256: Buffer): X509Certificate {
  const outcome = checkTokenSignature(token);
  if (token.imprintDigest !== "sha256") {
    throw badAnswer("the imprint uses another hash algorithm");
  }
  const { problems } = judgeToken(token, outcome, sha256);
  if (problems.length > 0 || !outcome.signer) {
    throw badAnswer(problems.length > 0 ? problems.map(findingText).join("; ") : "it has no signer");
  }
  return outcome.signer;
}

/** RFC 3161, 2.3: extended key usage must be present and critical, and contain only timeStamping. */
function assertPurpose(signer: X509Certificate): void {
  const usage = extensionOf(signer.raw, extendedKeyUsageId);
  const purposes = usage ? childrenOf(readBer(usage.value)).map(oidOf) : [];
  if (!usage?.isCritical || purposes.length !== 1 || purposes[0] !== timeStampingId) {
    throw badAnswer("the certificate is not meant for timestamping alone");
  }
}

function assertInfo(token: TimestampToken, nonce: Buffer): void {
  const fields = childrenOf(readBer(token.info));
  const version = fields[0];
  if (!version || smallIntegerOf(version) !== 1) {
    throw badAnswer("unsupported version");
  }
  const found = fields.slice(fixedFields).find((field) => field.tag === Tag.integer);
  if (!found || !withoutZeros(contentOf(found)).equals(withoutZeros(nonce))) {
    throw badAnswer("the nonce does not match the request");
  }
}

function checkedTime(token: TimestampToken, now: Date): Date {
  const { at } = token;
  if (!at) {
    throw badAnswer("it has no time");
  }
  const accuracyMs = accuracyOf(token);
  if (accuracyMs > maxAccuracyMs) {
    throw badAnswer("its time is not accurate enough");
  }
  if (Math.abs(at.getTime() - now.getTime()) > maxClockDifferenceMs + accuracyMs) {
    throw badAnswer(`its time, ${at.toISOString()}, does not match the clock of this server`);
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

function badAnswer(why: string): TimestampError {
  return new TimestampError("bad_answer", `the authority's response is invalid: ${why}`);
}
