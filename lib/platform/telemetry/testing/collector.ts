import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { gunzipSync } from "node:zlib";

export interface CollectedSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  attributes: Record<string, string | number>;
  /** 2 means an error. */
  status: { code?: number; message?: string };
  events: unknown[];
}

export interface Collector {
  /** Value for OTEL_EXPORTER_OTLP_ENDPOINT. */
  url: string;
  /** Headers of the last request. */
  headers(): Record<string, unknown>;
  /** Everything received, as text. */
  text(): string;
  spans(): CollectedSpan[];
  close(): Promise<void>;
}

interface OtlpValue {
  stringValue?: string;
  intValue?: number | string;
  doubleValue?: number;
}
interface OtlpSpan extends Omit<CollectedSpan, "attributes"> {
  attributes: { key: string; value: OtlpValue }[];
}
interface OtlpBody {
  resourceSpans: { scopeSpans: { spans: OtlpSpan[] }[] }[];
}

/** A trace collector: accepts OTLP over HTTP with JSON at `/v1/traces`. */
export async function startCollector(): Promise<Collector> {
  const bodies: string[] = [];
  let headers: Record<string, unknown> = {};
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      headers = request.headers;
      const bytes = Buffer.concat(chunks);
      const isTaken = request.url === "/v1/traces" && request.headers["content-type"] === "application/json";
      if (isTaken) bodies.push((request.headers["content-encoding"] === "gzip" ? gunzipSync(bytes) : bytes).toString());
      response.writeHead(isTaken ? 200 : 404, { "content-type": "application/json" }).end("{}");
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    headers: () => headers,
    text: () => bodies.join("\n"),
    spans: () =>
      bodies
        .flatMap((body) => (JSON.parse(body) as OtlpBody).resourceSpans)
        .flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
        .map((span) => ({ ...span, attributes: Object.fromEntries(span.attributes.map(plain)) })),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

function plain({ key, value }: OtlpSpan["attributes"][number]): [string, string | number] {
  return [key, value.stringValue ?? value.doubleValue ?? Number(value.intValue)];
}
