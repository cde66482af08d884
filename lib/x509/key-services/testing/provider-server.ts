import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll } from "vitest";

export interface ProviderRequest {
  method: string;
  /** Includes the query. */
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
  origin: string;
}

export interface ProviderAnswer {
  status: number;
  json: unknown;
}

/** A fault of one request. The requests after the listed ones succeed. */
type Fault = "reset" | 429 | 503 | 401 | "damaged";

/** Answers as the provider documents, and refuses everything that the real provider would refuse. */
export type Provider = (request: ProviderRequest) => ProviderAnswer;

export interface ProviderServer {
  origin: string;
  /** "POST /path" of each request. */
  seen: string[];
  faults: Fault[];
  /** While set, no request is answered. */
  isSilent: boolean;
}

const signatureStart = /("(?:Signature|signature|value)":"(?:vault:v1:)?)[\w+/-]{12}/;

/** Starts local servers that are closed at the end of the test file. */
export function useProviderServers(): (provider: Provider) => Promise<ProviderServer> {
  const open: ReturnType<typeof createServer>[] = [];
  afterAll(() => {
    for (const server of open) {
      server.close();
      server.closeAllConnections();
    }
  });
  return async (provider) => {
    const state: ProviderServer = { origin: "", seen: [], faults: [], isSilent: false };
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => {
        const { method = "", url = "", headers } = request;
        state.seen.push(`${method} ${url}`);
        if (state.isSilent) return;
        const fault = state.faults.shift();
        if (fault === "reset") return void request.socket.resetAndDestroy();
        if (typeof fault === "number") return void response.writeHead(fault).end("{}");
        const body = Buffer.concat(chunks).toString("utf8");
        const answer = provider({ method, url, headers, body, origin: state.origin });
        const json = JSON.stringify(answer.json);
        response.writeHead(answer.status, { "content-type": "application/json" });
        response.end(fault === "damaged" ? json.replace(signatureStart, "$1AAAAAAAAAAAA") : json);
      });
    });
    open.push(server.listen(0, "127.0.0.1"));
    await once(server, "listening");
    state.origin = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
    return state;
  };
}
