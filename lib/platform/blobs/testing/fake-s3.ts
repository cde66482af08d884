import { createHash, createHmac, randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { pipeline } from "node:stream/promises";
import type { S3Place } from "../s3-client";
import { sha256Hex } from "../sha256";

/** The fault injected into one request. */
export type Fault =
  /** The response instead of executing the request. */
  | { kind: "status"; status: number; code: string; headers?: Record<string, string> }
  /** A response with status 200 and this body instead of executing the request, as by a proxy. */
  | { kind: "answer"; body: string; headers?: Record<string, string> }
  /** The connection is reset before the request is executed. */
  | { kind: "reset" }
  /** The request is executed, and the connection is reset before the response. */
  | { kind: "lostAnswer" }
  /** No response. */
  | { kind: "silence" }
  /** The number of body bytes that arrive before the connection is reset. */
  | { kind: "cut"; after: number }
  /** An endless body, in chunks. */
  | { kind: "endless" }
  /** A body with one altered byte. */
  | { kind: "flip" };

interface StoredObject {
  bytes: Buffer;
  modifiedAt: Date;
  headers: Record<string, string>;
}

interface Upload {
  key: string;
  startedAt: Date;
  parts: Map<number, Buffer>;
}

export interface SeenRequest {
  method: string;
  key: string;
  query: URLSearchParams;
  headers: IncomingMessage["headers"];
}

const accessKeyId = "AKIDFAKE";
const secretAccessKey = "a secret of the fake store";
const region = "eu-test-1";
/** Minimum size of every part except the last. */
const leastPartBytes = 5 * 1024 * 1024;

/**
 * A small in-process S3 server for quick tests: it verifies every signature with its own code, compares bodies with
 * their signed hashes, rejects bodies without a length, and injects the faults that a test requests.
 */
export class FakeS3 {
  readonly objects = new Map<string, StoredObject>();
  readonly uploads = new Map<string, Upload>();
  readonly seen: SeenRequest[] = [];
  /** Called for every request; a fault happens instead of, or after, the request. */
  faultOf: (request: SeenRequest) => Fault | null = () => null;
  /**
   * Awaited between the check of a conditional write and the write itself. Null for a server whose conditional writes
   * are atomic.
   */
  afterCondition: ((request: SeenRequest) => Promise<void>) | null = null;
  now: () => Date = () => new Date();
  pageLength = 1000;

  private constructor(private readonly server: Server) {}

  static async start(): Promise<FakeS3> {
    const server = createServer();
    const fake = new FakeS3(server);
    server.on("request", (request, response) => void fake.serve(request, response));
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    return fake;
  }

  get place(): S3Place {
    const { port } = this.server.address() as AddressInfo;
    return {
      endpoint: `http://127.0.0.1:${port}`,
      bucket: "documents",
      region,
      accessKeyId,
      secretAccessKey,
      isPathStyle: true,
      encryption: null,
    };
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, "close");
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", "http://fake");
    const [, bucket = "", ...rest] = url.pathname.split("/");
    const key = rest.map(decodeURIComponent).join("/");
    const seen = { method: request.method ?? "", key, query: url.searchParams, headers: request.headers };
    this.seen.push(seen);
    const fault = this.faultOf(seen);
    if (fault?.kind === "silence") return;
    if (fault?.kind === "reset") return void request.socket.resetAndDestroy();
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    } catch {
      return;
    }
    if (fault?.kind === "status") return refuse(response, fault.status, fault.code, fault.headers);
    if (fault?.kind === "endless") return void pipeline(endless, response).catch(() => undefined);
    if (fault?.kind === "answer") {
      const answer = xml(fault.body);
      return send(
        response,
        { ...answer, headers: { ...answer.headers, ...fault.headers } },
        seen.method === "HEAD",
        null,
      );
    }
    const body = Buffer.concat(chunks);
    const refusal = refusalOf(request, url, body);
    if (refusal) return refuse(response, refusal.status, refusal.code);
    if (bucket !== this.place.bucket) return refuse(response, 404, "NoSuchBucket");
    if (this.afterCondition && seen.headers["if-none-match"] === "*" && !this.objects.has(key)) {
      await this.afterCondition(seen);
      delete seen.headers["if-none-match"];
    }
    const answer = this.do(seen, body);
    if (fault?.kind === "lostAnswer") return void request.socket.resetAndDestroy();
    send(response, answer, request.method === "HEAD", fault);
  }

  private do({ method, key, query, headers }: SeenRequest, body: Buffer): Answer {
    const id = query.get("uploadId");
    if (query.has("uploads")) return method === "POST" ? this.startUpload(key) : this.listUploads(query);
    if (query.has("list-type")) return this.list(query);
    if (id !== null && method === "GET") return this.listParts(id);
    if (id !== null)
      return this.doUpload(method, key, id, Number(query.get("partNumber")), this.copied(headers) ?? body);
    if (method === "PUT") return this.store(key, headers, body);
    if (method === "DELETE") return this.objects.delete(key) ? { status: 204 } : { status: 204 };
    return this.get(key, headers.range);
  }

  private store(key: string, headers: SeenRequest["headers"], body: Buffer): Answer {
    if (headers["if-none-match"] === "*" && this.objects.has(key)) return error(412, "PreconditionFailed");
    const source = headers["x-amz-copy-source"];
    const from =
      typeof source === "string" ? this.objects.get(decodeURIComponent(source).split("/").slice(2).join("/")) : null;
    if (from === undefined) return error(404, "NoSuchKey");
    const kept = Object.fromEntries(
      Object.entries(headers).flatMap(([name, value]) =>
        name.startsWith("x-amz-server-side") ? [[name, String(value)]] : [],
      ),
    );
    this.objects.set(key, { bytes: from?.bytes ?? body, modifiedAt: this.now(), headers: kept });
    return from ? xml("<CopyObjectResult/>") : { status: 200, headers: { etag: `"${md5(body)}"` } };
  }

  /** The source of an UploadPartCopy. */
  private copied(headers: SeenRequest["headers"]): Buffer | null {
    const source = headers["x-amz-copy-source"];
    const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(String(headers["x-amz-copy-source-range"])) ?? [];
    if (typeof source !== "string" || start === undefined) return null;
    const from = this.objects.get(decodeURIComponent(source).split("/").slice(2).join("/"));
    return from?.bytes.subarray(Number(start), Number(end) + 1) ?? null;
  }

  private get(key: string, range: string | undefined): Answer {
    const found = this.objects.get(key);
    if (!found) return error(404, "NoSuchKey");
    const headers = { "last-modified": found.modifiedAt.toUTCString() };
    const [, first] = /^bytes=(\d+)-$/.exec(range ?? "") ?? [];
    if (first === undefined) return { status: 200, headers, body: found.bytes };
    if (Number(first) >= found.bytes.length) return error(416, "InvalidRange");
    return { status: 206, headers, body: found.bytes.subarray(Number(first)) };
  }

  private list(query: URLSearchParams): Answer {
    const prefix = query.get("prefix") ?? "";
    const after = query.get("continuation-token") ?? "";
    const keys = [...this.objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort();
    const page = keys.slice(0, this.pageLength);
    const entries = page.map((key) => {
      const { bytes, modifiedAt } = this.objects.get(key) as StoredObject;
      return `<Contents><Key>${key}</Key><LastModified>${modifiedAt.toISOString()}</LastModified><Size>${bytes.length}</Size></Contents>`;
    });
    const isCut = keys.length > page.length;
    const next = isCut ? `<NextContinuationToken>${page.at(-1) ?? ""}</NextContinuationToken>` : "";
    return xml(
      `<ListBucketResult><IsTruncated>${String(isCut)}</IsTruncated>${next}${entries.join("")}</ListBucketResult>`,
    );
  }

  private startUpload(key: string): Answer {
    const id = randomUUID();
    this.uploads.set(id, { key, startedAt: this.now(), parts: new Map() });
    return xml(`<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`);
  }

  private listUploads(query: URLSearchParams): Answer {
    const prefix = query.get("prefix") ?? "";
    const entries = [...this.uploads].flatMap(([id, { key, startedAt }]) =>
      key.startsWith(prefix)
        ? [
            `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${startedAt.toISOString()}</Initiated></Upload>`,
          ]
        : [],
    );
    return xml(
      `<ListMultipartUploadsResult><IsTruncated>false</IsTruncated>${entries.join("")}</ListMultipartUploadsResult>`,
    );
  }

  private listParts(id: string): Answer {
    const parts = [...(this.uploads.get(id)?.parts ?? [])].map(
      ([number, bytes]) =>
        `<Part><PartNumber>${number}</PartNumber><ETag>&quot;${md5(bytes)}&quot;</ETag><Size>${bytes.length}</Size></Part>`,
    );
    return xml(`<ListPartsResult><IsTruncated>false</IsTruncated>${parts.join("")}</ListPartsResult>`);
  }

  private doUpload(method: string, key: string, id: string, part: number, body: Buffer): Answer {
    const upload = this.uploads.get(id);
    if (upload?.key !== key) return error(404, "NoSuchUpload");
    if (method === "DELETE") {
      this.uploads.delete(id);
      return { status: 204 };
    }
    if (method === "PUT") {
      upload.parts.set(part, body);
      const etag = md5(body);
      return {
        ...xml(`<CopyPartResult><ETag>&quot;${etag}&quot;</ETag></CopyPartResult>`),
        headers: { etag: `"${etag}"` },
      };
    }
    const named = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>&quot;(\w+)&quot;<\/ETag>/g)];
    const parts = named.map(([, number, etag]) => ({ bytes: upload.parts.get(Number(number)), etag }));
    const isSound = parts.length > 0 && parts.every(({ bytes, etag }) => bytes && md5(bytes) === etag);
    if (!isSound) return error(400, "InvalidPart");
    if (parts.slice(0, -1).some(({ bytes }) => (bytes?.length ?? 0) < leastPartBytes))
      return error(400, "EntityTooSmall");
    this.uploads.delete(id);
    this.objects.set(key, {
      bytes: Buffer.concat(parts.map(({ bytes }) => bytes as Buffer)),
      modifiedAt: this.now(),
      headers: {},
    });
    return xml("<CompleteMultipartUploadResult/>");
  }
}

async function* endless(): AsyncGenerator<Buffer> {
  for (;;) yield await Promise.resolve(Buffer.alloc(64 * 1024));
}

interface Answer {
  status: number;
  headers?: Record<string, string>;
  body?: Buffer;
}

function xml(text: string): Answer {
  return { status: 200, headers: { "content-type": "application/xml" }, body: Buffer.from(text) };
}

function error(status: number, code: string): Answer {
  // As from AWS, the message repeats the signed text.
  const text = `<Error><Code>${code}</Code><Message>${secretAccessKey}</Message><RequestId>R1</RequestId></Error>`;
  return { ...xml(text), status };
}

function refuse(response: ServerResponse, status: number, code: string, headers: Record<string, string> = {}): void {
  const answer = error(status, code);
  send(response, { ...answer, headers: { ...answer.headers, ...headers } }, response.req.method === "HEAD", null);
}

function send(
  response: ServerResponse,
  { status, headers = {}, body = Buffer.alloc(0) }: Answer,
  isHead: boolean,
  fault: Fault | null,
): void {
  const length = status === 204 ? {} : { "content-length": String(body.length) };
  response.writeHead(status, { ...headers, ...length });
  if (isHead) response.end();
  else if (fault?.kind === "cut")
    response.write(body.subarray(0, fault.after), () => response.socket?.resetAndDestroy());
  else if (fault?.kind === "flip" && body.length > 0)
    response.end(Buffer.concat([Buffer.from([(body[0] ?? 0) ^ 1]), body.subarray(1)]));
  else response.end(body);
}

/** AWS Signature Version 4 as documented, and S3's requirements on a body. */
function refusalOf(request: IncomingMessage, url: URL, body: Buffer): { status: number; code: string } | null {
  const { authorization = "", "x-amz-date": date, "x-amz-content-sha256": payload } = request.headers;
  const [, scope, names = "", signature] =
    /^AWS4-HMAC-SHA256 Credential=AKIDFAKE\/(\S+), SignedHeaders=(\S+), Signature=(\w+)$/.exec(authorization) ?? [];
  if (!scope || typeof date !== "string" || typeof payload !== "string") return { status: 403, code: "AccessDenied" };
  if (["PUT", "POST"].includes(request.method ?? "") && request.headers["content-length"] === undefined)
    return { status: 411, code: "MissingContentLength" };
  if (sha256Hex(body) !== payload) return { status: 400, code: "XAmzContentSHA256Mismatch" };
  const query = [...url.searchParams]
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .sort()
    .join("&");
  const headers = names.split(";").map((name) => `${name}:${String(request.headers[name]).trim()}\n`);
  const canonical = [request.method, url.pathname, query, headers.join(""), names, payload].join("\n");
  const toSign = ["AWS4-HMAC-SHA256", date, scope, sha256Hex(canonical)].join("\n");
  const key = scope.split("/").reduce<Buffer | string>((held, part) => hmac(held, part), `AWS4${secretAccessKey}`);
  return hmac(key, toSign).toString("hex") === signature ? null : { status: 403, code: "SignatureDoesNotMatch" };
}

function md5(bytes: Buffer): string {
  return createHash("md5").update(bytes).digest("hex");
}

function hmac(key: Buffer | string, text: string): Buffer {
  return createHmac("sha256", key).update(text).digest();
}
