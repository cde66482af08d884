import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach } from "vitest";

export interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

export interface Receiver {
  /** In the format of OUTBOUND_ALLOW. */
  allow: string;
  url(path?: string): string;
  received: Received[];
  /** The responses to the next calls; the last one repeats. */
  answers: ((response: ServerResponse) => void)[];
}

export const status =
  (code: number, headers: Record<string, string> = {}) =>
  (response: ServerResponse): void => {
    response.writeHead(code, headers).end(`said ${code}`);
  };
export const hangUp = (response: ServerResponse): void => {
  response.destroy();
};

/** Webhook receivers on loopback that stop with the test. */
export function useReceivers(): () => Promise<Receiver> {
  const open: (() => Promise<void>)[] = [];
  afterEach(async () => {
    await Promise.all(open.splice(0).map((close) => close()));
  });
  return async () => {
    const receiver: Pick<Receiver, "received" | "answers"> = { received: [], answers: [] };
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => {
        receiver.received.push({ path: request.url ?? "", headers: request.headers, body: Buffer.concat(chunks) });
        const answer = receiver.answers.length > 1 ? receiver.answers.shift() : receiver.answers[0];
        (answer ?? status(200))(response);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    open.push(
      () =>
        new Promise((resolve) => {
          server.closeAllConnections();
          server.close(() => resolve());
        }),
    );
    return { ...receiver, allow: `127.0.0.1:${port}`, url: (path = "/hook") => `http://127.0.0.1:${port}${path}` };
  };
}
