import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { lingerMs } from "@/scripts/server/stop-on-signal";
import { makeWorld, type World } from "./world";

export interface StopFigures {
  answered: number;
  world: World;
}

const connections = 20;
const closed = "closed";

/**
 * SIGTERM while clients keep connections open and continue to send requests: each request is answered, or its
 * connection was closed before it was sent.
 */
export async function stopping(): Promise<StopFigures> {
  const world = await makeWorld();
  const port = Number(new URL(world.origin).port);
  const sockets = await Promise.all(
    Array.from({ length: connections }, async () => {
      const socket = connect(port, "127.0.0.1").on("error", () => undefined);
      await once(socket, "connect");
      await ask(socket);
      return socket;
    }),
  );
  process.kill(world.server.pid, "SIGTERM");
  const stoppedAt = performance.now();
  // Half of them send at once, half a moment later.
  const answers = await Promise.all(
    sockets.map((socket, index) =>
      sleep(index % 2 === 0 ? 0 : 50).then(async () => {
        const isLate = performance.now() - stoppedAt > lingerMs / 2;
        const first = await ask(socket).catch(() => "");
        // A busy server may read a request before the signal that was sent earlier, and then keeps that connection
        // open.
        const answer = isAnswer(first) && !isLast(first) ? await ask(socket).catch(() => "") : first;
        // The server closes idle connections after `lingerMs`. On a busy machine a late request may coincide with that.
        return isLate && answer === "" ? closed : answer;
      }),
    ),
  );
  const answered = answers.filter((text) => text === closed || (isAnswer(text) && isLast(text))).length;
  if (answered !== connections)
    world.journal.complain(
      "lost",
      `${String(connections - answered)} requests on open connections had no answer after SIGTERM`,
    );
  await world.end();
  return { answered, world };
}

const isAnswer = (head: string): boolean => /^HTTP\/1\.1 (2|4|503)/.test(head);
const isLast = (head: string): boolean => /\r\nconnection: close\r\n/i.test(head);

/**
 * Sends one request and returns the head of the response; `closed` when the server had closed the connection before.
 */
async function ask(socket: Socket): Promise<string> {
  if (socket.destroyed || socket.readableEnded) return closed;
  socket.write("GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n");
  const [data] = (await Promise.race([once(socket, "data"), once(socket, "close").then(() => [Buffer.alloc(0)])])) as [
    Buffer,
  ];
  return data.toString();
}
