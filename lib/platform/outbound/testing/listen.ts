import http, { type RequestListener } from "node:http";
import net, { type AddressInfo, type Server } from "node:net";
import { afterEach } from "vitest";

export interface Listener {
  port: number;
  /** Connections so far. */
  hits(): number;
}

/** Servers on loopback that close at the end of the test. */
export function useListeners(): {
  serve(handler: RequestListener, host?: string): Promise<Listener>;
  raw(onData: (socket: net.Socket) => void, host?: string): Promise<Listener>;
  start(server: Server, host?: string): Promise<Listener>;
} {
  const open = new Set<() => Promise<void>>();
  afterEach(async () => {
    await Promise.all([...open].map((close) => close()));
    open.clear();
  });
  const start = async (server: Server, host = "127.0.0.1"): Promise<Listener> => {
    const sockets = new Set<net.Socket>();
    let hits = 0;
    server.on("connection", (socket) => {
      hits++;
      sockets.add(socket);
      socket.on("error", () => undefined);
    });
    await new Promise<void>((resolve) => server.listen(0, host, resolve));
    open.add(
      () =>
        new Promise((resolve) => {
          for (const socket of sockets) socket.destroy();
          server.close(() => resolve());
        }),
    );
    return { port: (server.address() as AddressInfo).port, hits: () => hits };
  };
  return {
    start,
    serve: (handler, host) => start(http.createServer(handler), host),
    raw: (onData, host) =>
      start(
        net.createServer((socket) => socket.once("data", () => onData(socket))),
        host,
      ),
  };
}

/** A closed port, which was open a moment ago. */
export async function closedPort(): Promise<number> {
  const server = net.createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise<void>((resolve) => server.close(() => resolve()));
  return port;
}

/** Reads a download; rethrows its errors. */
export async function read(bytes: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of bytes) chunks.push(chunk);
  return Buffer.concat(chunks);
}
