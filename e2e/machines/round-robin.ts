import { once } from "node:events";
import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface RoundRobin {
  origin: string;
  /** The number of responses from each server, in the order given to `use`. */
  answers: number[];
  use(origins: readonly string[]): void;
  close(): Promise<void>;
}

/**
 * A load balancer without stickiness: each request goes to the next server. Like common load balancers, it tries
 * another server when one refuses the connection, and returns 502 when a connection breaks after the request was sent.
 */
export async function startRoundRobin(): Promise<RoundRobin> {
  let targets: readonly URL[] = [];
  let next = 0;
  const answers: number[] = [];
  const agent = new Agent({ keepAlive: true });

  const forward = (body: Buffer, from: IncomingMessage, to: ServerResponse, triesLeft: number): void => {
    const index = next++ % targets.length;
    const target = targets[index];
    const onward = request({
      host: target?.hostname,
      port: target?.port,
      method: from.method,
      path: from.url,
      headers: { ...from.headers, "content-length": body.length, "x-forwarded-for": from.socket.remoteAddress ?? "" },
      agent,
    });
    onward.on("response", (answer) => {
      answers[index] = (answers[index] ?? 0) + 1;
      to.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.on("error", () => to.destroy()).pipe(to);
    });
    onward.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "ECONNREFUSED" && triesLeft > 0) forward(body, from, to, triesLeft - 1);
      else if (to.headersSent) to.destroy();
      else to.writeHead(502).end();
    });
    onward.end(body);
  };

  const server = createServer((from, to) => {
    const chunks: Buffer[] = [];
    from.on("data", (chunk: Buffer) => chunks.push(chunk));
    from.on("end", () => forward(Buffer.concat(chunks), from, to, targets.length));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    origin: `http://localhost:${String((server.address() as AddressInfo).port)}`,
    answers,
    use: (origins) => {
      targets = origins.map((origin) => new URL(origin));
      answers.splice(0, answers.length, ...origins.map(() => 0));
    },
    async close() {
      agent.destroy();
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}
