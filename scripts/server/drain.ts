import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { Server as NetServer, type Socket } from "node:net";
import { setTimeout as sleep, setImmediate as turn } from "node:timers/promises";

export const drainSeconds = 30;
/** An open connection may have a request on its way to us. One that was silent for so long is closed. */
const lingerMs = 1000;
const lookEveryMs = 50;

/**
 * Watches the connections of a server from its start on. The answered function takes no new connections, lets running requests finish and answers
 * what still arrives on open connections, with `Connection: close`; what is left after 30 s is cut. Node's own `close` ends idle connections at
 * once, also those on which a request is on its way.
 */
export function makeDrainable(server: Server): () => Promise<void> {
  const answersOn = new Map<Socket, Set<ServerResponse>>();
  server.on("connection", (socket: Socket) => {
    answersOn.set(socket, new Set());
    socket.once("close", () => answersOn.delete(socket));
  });
  server.prependListener("request", ({ socket }: IncomingMessage, response: ServerResponse) => {
    answersOn.get(socket)?.add(response);
    response.once("close", () => answersOn.get(socket)?.delete(response));
  });

  return async () => {
    // Connections that the system has taken for us already are accepted in this turn.
    await turn();
    NetServer.prototype.close.call(server);
    for (const answers of answersOn.values())
      for (const answer of answers) if (!answer.headersSent) answer.setHeader("connection", "close");
    const silent = new WeakMap<Socket, { bytesRead: number; since: number }>();
    const endsAt = performance.now() + drainSeconds * 1000;
    while (answersOn.size > 0 && performance.now() < endsAt) {
      for (const [socket, answers] of answersOn) {
        const before = silent.get(socket);
        const isSilent = answers.size === 0 && socket.bytesRead === before?.bytesRead;
        if (!isSilent) silent.set(socket, { bytesRead: socket.bytesRead, since: performance.now() });
        else if (performance.now() - before.since > lingerMs) socket.destroySoon();
      }
      await sleep(lookEveryMs);
    }
    server.closeAllConnections();
  };
}
