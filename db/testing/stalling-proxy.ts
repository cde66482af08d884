import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

export interface StallingProxy {
  port: number;
  /** The number of connections that were ever opened. */
  opened(): number;
  /** Stops forwarding in both directions and keeps connections open, like a network without a route. */
  stall(): void;
  resume(): void;
  /** Stalls the currently open connections, but no later ones. */
  stallOpenOnes(): void;
  /** Closes the currently open connections as soon as the client sends more data. */
  cutAtNextWord(): void;
  close(): Promise<void>;
}

/** A TCP proxy on the loopback address in front of a server on this machine. */
export async function startStallingProxy(
  target: { host: string; port: number } | { path: string },
): Promise<StallingProxy> {
  const pairs = new Set<[Socket, Socket]>();
  let isStalled = false;
  let opened = 0;
  const server = createServer((near) => {
    const far = connect(target);
    const pair: [Socket, Socket] = [near, far];
    pairs.add(pair);
    opened += 1;
    near.pipe(far);
    far.pipe(near);
    for (const socket of pair) {
      socket.on("error", () => undefined);
      socket.on("close", () => {
        pairs.delete(pair);
        if (!isStalled) pair.forEach((other) => other.destroy());
      });
    }
    if (isStalled) hold(pair);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  return {
    port: typeof address === "object" && address ? address.port : 0,
    opened: () => opened,
    stall() {
      isStalled = true;
      pairs.forEach(hold);
    },
    resume() {
      isStalled = false;
      for (const [near, far] of pairs) {
        near.pipe(far);
        far.pipe(near);
      }
    },
    stallOpenOnes: () => pairs.forEach(hold),
    cutAtNextWord() {
      for (const [near, far] of pairs) {
        near
          .unpipe(far)
          .once("data", () => near.destroy())
          .resume();
        far.unpipe(near);
      }
    },
    async close() {
      pairs.forEach((pair) => pair.forEach((socket) => socket.destroy()));
      server.close();
      await once(server, "close");
    },
  };
}

function hold([near, far]: [Socket, Socket]): void {
  for (const [from, to] of [
    [near, far],
    [far, near],
  ] as const)
    from.unpipe(to).pause();
}
