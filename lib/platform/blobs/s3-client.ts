import { createHash } from "node:crypto";
import http, { type IncomingMessage } from "node:http";
import https from "node:https";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { outgoing } from "@/lib/platform/telemetry/outgoing";
import {
  ConnectionError,
  elementsIn,
  escapeXml,
  IdleError,
  isNoSuchKey,
  Retries,
  S3Error,
  standardTimes,
  textIn,
  unprovedCode,
  type RetryTimes,
} from "./s3-answer";
import { sha256Hex } from "./sha256";
import { signRequest, type S3Keys } from "./sign-s3-request";

export type Encryption = { kind: "AES256" } | { kind: "aws:kms"; keyId: string | null };

export interface S3Place extends S3Keys {
  /** An address without a path is the provider's own. The default is `https://s3.{region}.amazonaws.com`. */
  endpoint: string;
  bucket: string;
  /** The bucket is in the path instead of the host name, as MinIO, Ceph and Swift need it. */
  isPathStyle: boolean;
  encryption: Encryption | null;
}

/** Bytes to send. They are read again for each attempt. */
export interface S3Body {
  size: number;
  sha256: string;
  open(): Readable;
}

export interface ListedObject {
  key: string;
  size: number;
  modifiedAt: Date;
}

export interface ListedPart {
  number: number;
  etag: string;
  size: number;
}

export interface ListedUpload {
  key: string;
  id: string;
  startedAt: Date;
}

interface Call {
  operation: string;
  method: "GET" | "PUT" | "POST" | "HEAD" | "DELETE";
  key?: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: S3Body;
  /**
   * Proof that the response comes from the store: the root element of its body, or an ETag. A proxy may respond with
   * 200 in its place.
   */
  proof?: { root: string } | "etag";
}

const emptySha256 = createHash("sha256").digest("hex");
/** A list page with a thousand keys takes 400 KB. */
const mostAnswerBytes = 4 * 1024 * 1024;
const mostConnections = 32;
const mostResumes = 20;

/**
 * The subset of S3 needed to store documents, for any compatible service. Each method retries temporary failures and
 * throws S3Error or ConnectionError.
 */
export class S3Client {
  private readonly base: URL;
  private readonly agent: http.Agent;
  private readonly retries: Retries;

  constructor(
    private readonly place: S3Place,
    times: RetryTimes = standardTimes,
  ) {
    this.base = baseOf(place);
    const options = { keepAlive: true, maxSockets: mostConnections };
    this.agent = this.base.protocol === "https:" ? new https.Agent(options) : new http.Agent(options);
    this.retries = new Retries(times);
  }

  /** `onlyNew`: servers with conditional writes refuse the request with 412 if the key already has an object. */
  async put(key: string, body: S3Body, { onlyNew = false } = {}): Promise<void> {
    await this.answer({
      operation: "PutObject",
      method: "PUT",
      key,
      body,
      headers: { ...this.encryptionHeaders(), ...(onlyNew ? { "if-none-match": "*" } : {}) },
      proof: "etag",
    });
  }

  /** Null if there is no such object. */
  async head(key: string): Promise<{ size: number; modifiedAt: Date } | null> {
    try {
      const { headers } = await this.answer({ operation: "HeadObject", method: "HEAD", key });
      return {
        size: Number(headers["content-length"] ?? Number.NaN),
        modifiedAt: new Date(headers["last-modified"] ?? Number.NaN),
      };
    } catch (error) {
      if (isNoSuchKey(error)) return null;
      throw error;
    }
  }

  /**
   * The bytes of an object, starting at `from`. A broken connection is resumed with a range request. Throws S3Error
   * with 404 before the first byte, and with 416 if `from` is outside the object.
   */
  async read(key: string, from = 0): Promise<AsyncGenerator<Buffer>> {
    const first = await this.retries.run(() => this.readFrom(key, from));
    return this.chunksOf(key, first, from);
  }

  /** A small object as text, or null if there is no such object. */
  async readText(key: string): Promise<string | null> {
    try {
      return (await this.answer({ operation: "GetObject", method: "GET", key })).text;
    } catch (error) {
      if (isNoSuchKey(error)) return null;
      throw error;
    }
  }

  async delete(key: string): Promise<void> {
    await this.answer({ operation: "DeleteObject", method: "DELETE", key }).catch((error: unknown) => {
      if (!isNoSuchKey(error)) throw error;
    });
  }

  /** Copies within the bucket, on the server. */
  async copy(from: string, to: string): Promise<void> {
    const source = { "x-amz-copy-source": `/${this.place.bucket}/${encodeKey(from)}` };
    const headers = { ...source, ...this.encryptionHeaders() };
    await this.answer({
      operation: "CopyObject",
      method: "PUT",
      key: to,
      headers,
      proof: { root: "CopyObjectResult" },
    });
  }

  /** Every object whose key begins with `prefix`, in key order. */
  async *list(prefix: string): AsyncGenerator<ListedObject> {
    const call = { operation: "ListObjectsV2", method: "GET", proof: { root: "ListBucketResult" } } as const;
    for (let token: string | null = null; ;) {
      const query = { "list-type": "2", prefix, ...(token === null ? {} : { "continuation-token": token }) };
      const { text } = await this.answer({ ...call, query });
      for (const entry of elementsIn(text, "Contents")) {
        yield {
          key: textIn(entry, "Key") ?? "",
          size: Number(textIn(entry, "Size")),
          modifiedAt: new Date(textIn(entry, "LastModified") ?? Number.NaN),
        };
      }
      if (textIn(text, "IsTruncated") !== "true") return;
      const next = textIn(text, "NextContinuationToken");
      // A list that ends early would pass for a complete one, and a repeated page would never end.
      if (!next || next === token) throw new S3Error(call.operation, 200, "NoNextPage", "");
      token = next;
    }
  }

  async startUpload(key: string): Promise<string> {
    const call = { operation: "CreateMultipartUpload", method: "POST", key, query: { uploads: "" } } as const;
    const { text } = await this.answer({ ...call, headers: this.encryptionHeaders() });
    const id = textIn(text, "UploadId");
    if (!id) throw new S3Error("CreateMultipartUpload", 200, "NoUploadId", "");
    return id;
  }

  /** Returns the part's ETag, which `completeUpload` needs. */
  async putPart(key: string, id: string, part: number, body: S3Body): Promise<string> {
    const query = { partNumber: String(part), uploadId: id };
    const { headers } = await this.answer({ operation: "UploadPart", method: "PUT", key, query, body, proof: "etag" });
    return headers.etag ?? "";
  }

  /** Creates a part from bytes already in the store: `size` bytes of `source`, starting at `start`. */
  async copyPart(
    key: string,
    id: string,
    part: number,
    { source, start, size }: { source: string; start: number; size: number },
  ): Promise<string> {
    const headers = {
      "x-amz-copy-source": `/${this.place.bucket}/${encodeKey(source)}`,
      "x-amz-copy-source-range": `bytes=${start}-${start + size - 1}`,
    };
    const query = { partNumber: String(part), uploadId: id };
    const call = { operation: "UploadPartCopy", method: "PUT", proof: { root: "CopyPartResult" } } as const;
    const { text } = await this.answer({ ...call, key, query, headers });
    return textIn(text, "ETag") ?? "";
  }

  /** The parts of an upload that is neither completed nor aborted, by number. */
  async listParts(key: string, id: string): Promise<ListedPart[]> {
    const parts: ListedPart[] = [];
    for (let marker = "0"; ;) {
      const query = { uploadId: id, "part-number-marker": marker };
      const call = { operation: "ListParts", method: "GET", proof: { root: "ListPartsResult" } } as const;
      const { text } = await this.answer({ ...call, key, query });
      for (const entry of elementsIn(text, "Part")) {
        const number = Number(textIn(entry, "PartNumber"));
        parts.push({ number, etag: textIn(entry, "ETag") ?? "", size: Number(textIn(entry, "Size")) });
      }
      const next = textIn(text, "NextPartNumberMarker");
      if (textIn(text, "IsTruncated") !== "true" || next === null || next === marker) return parts;
      marker = next;
    }
  }

  /**
   * The whole object exists once this returns, and nothing before that. `size` distinguishes a lost response from a
   * lost upload.
   */
  async completeUpload(key: string, id: string, etags: readonly string[], size: number): Promise<void> {
    const parts = etags.map(
      (etag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${escapeXml(etag)}</ETag></Part>`,
    );
    const body = textBody(
      `<CompleteMultipartUpload xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${parts.join("")}</CompleteMultipartUpload>`,
    );
    const query = { uploadId: id };
    try {
      const proof = { root: "CompleteMultipartUploadResult" };
      await this.answer({ operation: "CompleteMultipartUpload", method: "POST", key, query, body, proof });
    } catch (error) {
      // The upload was completed but the response was lost, so the next attempt finds no such upload.
      if (!isNoSuchKey(error) || (await this.head(key))?.size !== size) throw error;
    }
  }

  async abortUpload(key: string, id: string): Promise<void> {
    const query = { uploadId: id };
    await this.answer({ operation: "AbortMultipartUpload", method: "DELETE", key, query }).catch((error: unknown) => {
      if (!isNoSuchKey(error)) throw error;
    });
  }

  /** Uploads that were started and neither completed nor aborted. */
  async *listUploads(prefix: string): AsyncGenerator<ListedUpload> {
    for (let from: Record<string, string> = {}; ;) {
      const query = { uploads: "", prefix, ...from };
      const call = { operation: "ListMultipartUploads", method: "GET" } as const;
      const { text } = await this.answer({ ...call, query, proof: { root: "ListMultipartUploadsResult" } });
      for (const entry of elementsIn(text, "Upload")) {
        yield {
          key: textIn(entry, "Key") ?? "",
          id: textIn(entry, "UploadId") ?? "",
          startedAt: new Date(textIn(entry, "Initiated") ?? Number.NaN),
        };
      }
      const [key, id] = [textIn(text, "NextKeyMarker"), textIn(text, "NextUploadIdMarker")];
      if (textIn(text, "IsTruncated") !== "true") return;
      const isNext = key !== from["key-marker"] || (id ?? undefined) !== from["upload-id-marker"];
      if (!key || !isNext) throw new S3Error(call.operation, 200, "NoNextPage", "");
      from = { "key-marker": key, ...(id ? { "upload-id-marker": id } : {}) };
    }
  }

  close(): void {
    this.agent.destroy();
  }

  private encryptionHeaders(): Record<string, string> {
    const { encryption } = this.place;
    if (encryption === null) return {};
    const keyId = encryption.kind === "aws:kms" ? encryption.keyId : null;
    return {
      "x-amz-server-side-encryption": encryption.kind,
      ...(keyId === null ? {} : { "x-amz-server-side-encryption-aws-kms-key-id": keyId }),
    };
  }

  private async *chunksOf(key: string, first: IncomingMessage, from: number): AsyncGenerator<Buffer> {
    let answer = first;
    const size = from + Number(first.headers["content-length"] ?? Number.NaN);
    for (let [at, resumes] = [from, 0]; ; resumes++) {
      try {
        for await (const chunk of answer as AsyncIterable<Buffer>) {
          at += chunk.length;
          yield chunk;
        }
        if (Number.isNaN(size) || at >= size) return;
        throw new ConnectionError("GetObject", null);
      } catch (error) {
        const broken = error instanceof ConnectionError ? error : new ConnectionError("GetObject", error);
        if (resumes >= mostResumes) throw broken;
      } finally {
        // Also if the reader leaves early, because nothing else closes the connection then.
        answer.destroy();
      }
      answer = await this.retries.run(() => this.readFrom(key, at));
    }
  }

  /** Starts at a byte. A service without ranges sends the object from its start. */
  private async readFrom(key: string, at: number): Promise<IncomingMessage> {
    const headers: Record<string, string> = at === 0 ? {} : { range: `bytes=${at}-` };
    const answer = await this.send({ operation: "GetObject", method: "GET", key, headers });
    if (answer.statusCode === 206 || at === 0) return answer;
    answer.destroy();
    throw new S3Error("GetObject", answer.statusCode ?? 0, "NoRanges", "");
  }

  /** Repeats a call until it succeeds or its time runs out, and reads the whole response. */
  private async answer(call: Call): Promise<{ headers: http.IncomingHttpHeaders; text: string }> {
    return this.retries.run(async () => {
      const answer = await this.send(call);
      const text = await readText(call.operation, answer);
      // CompleteMultipartUpload and CopyObject start their response before the outcome is known.
      if (/<Error[\s>]/.test(text)) throw errorOf(call.operation, 200, text);
      if (!isProved(call, answer, text)) throw new S3Error(call.operation, 200, unprovedCode, "");
      return { headers: answer.headers, text };
    });
  }

  /** One attempt. Resolves with a successful response whose body has not been read. */
  private async send({ operation, method, key, query = {}, headers = {}, body }: Call): Promise<IncomingMessage> {
    const url = this.urlOf(key, query);
    const signed = await signRequest(this.place, {
      method,
      url,
      headers,
      bodySha256: body?.sha256 ?? emptySha256,
      at: new Date(),
    });
    const answer = await outgoing("storage", operation, async (answered) => {
      const given = await this.exchange(operation, url, { method, headers: signed }, body);
      // A missing object is a valid response.
      answered(given.statusCode ?? 0, (given.statusCode ?? 0) < 400 || given.statusCode === 404);
      return given;
    });
    const status = answer.statusCode ?? 0;
    if (status >= 200 && status < 300) return answer;
    throw errorOf(operation, status, method === "HEAD" ? "" : await readText(operation, answer), answer);
  }

  private exchange(
    operation: string,
    url: URL,
    { method, headers }: { method: string; headers: Record<string, string> },
    body: S3Body | undefined,
  ): Promise<IncomingMessage> {
    const { idleMs } = this.retries.times;
    return new Promise((resolve, reject) => {
      const length = body || method === "PUT" || method === "POST" ? { "content-length": String(body?.size ?? 0) } : {};
      const request = (url.protocol === "https:" ? https : http).request(url, {
        method,
        agent: this.agent,
        headers: { ...headers, ...length, "accept-encoding": "identity", "user-agent": "Paraph" },
        timeout: idleMs,
      });
      const fail = (cause: unknown): void => reject(new ConnectionError(operation, cause));
      request.on("timeout", () => request.destroy(new IdleError()));
      request.on("error", fail);
      request.on("close", () => fail(null));
      request.on("response", resolve);
      if (body) pipeline(body.open(), request).catch(fail);
      else request.end();
    });
  }

  private urlOf(key: string | undefined, query: Record<string, string>): URL {
    const url = new URL(this.base);
    url.pathname = `${url.pathname.replace(/\/+$/, "")}/${key === undefined ? "" : encodeKey(key)}`;
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    return url;
  }
}

function isProved({ proof }: Call, { headers }: IncomingMessage, text: string): boolean {
  if (proof === undefined) return true;
  return proof === "etag" ? Boolean(headers.etag) : new RegExp(`<${proof.root}[\\s/>]`).test(text);
}

function baseOf({ endpoint, bucket, isPathStyle }: S3Place): URL {
  const url = new URL(endpoint);
  if (isPathStyle) url.pathname = `${url.pathname.replace(/\/+$/, "")}/${bucket}`;
  else url.hostname = `${bucket}.${url.hostname}`;
  return url;
}

function encodeKey(key: string): string {
  return key.split("/").map(encodeURIComponent).join("/");
}

export function textBody(text: string): S3Body {
  const bytes = Buffer.from(text);
  return {
    size: bytes.length,
    sha256: sha256Hex(bytes),
    open: () => Readable.from([bytes]),
  };
}

async function readText(operation: string, answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      size += chunk.length;
      if (size > mostAnswerBytes) throw new S3Error(operation, answer.statusCode ?? 0, "AnswerTooLarge", "");
    }
  } catch (error) {
    throw error instanceof S3Error ? error : new ConnectionError(operation, error);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function errorOf(operation: string, status: number, text: string, answer?: IncomingMessage): S3Error {
  const requestId = textIn(text, "RequestId") ?? answer?.headers["x-amz-request-id"] ?? "";
  return new S3Error(operation, status, plain(textIn(text, "Code")), plain(String(requestId)));
}

/** Codes and ids from the store are written to logs. */
function plain(text: string | null): string {
  return (text ?? "").replace(/[^\w.:-]/g, "").slice(0, 80);
}
