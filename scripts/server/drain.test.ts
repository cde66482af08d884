import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { connect, type AddressInfo, type Socket } from "node:net";
import { afterEach, expect, test, vi } from "vitest";
import { makeDrainable, stopWithin } from "./stop-on-signal";

let server: Server;
afterEach(() => server.closeAllConnections());

async function start(
  handle: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<{ drain: () => Promise<void>; open: () => Promise<Socket> }> {
  let isStopping = false;
  server = createServer((request, response) => {
    if (isStopping) response.setHeader("connection", "close");
    handle(request, response);
  });
  const drain = makeDrainable(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    drain: () => {
      isStopping = true;
      return drain();
    },
    open: async () => {
      const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
      await once(socket, "connect");
      return socket;
    },
  };
}

const request = "GET / HTTP/1.1\r\nhost: localhost\r\n\r\n";
const ok = (_request: IncomingMessage, response: ServerResponse): void => void response.end("done");

async function everythingFrom(socket: Socket): Promise<string> {
  return Buffer.concat((await socket.toArray()) as Buffer[]).toString();
}

test("answers a request on an open connection after the stop with Connection: close", async () => {
  const { drain, open } = await start(ok);
  const [used, fresh] = [await open(), await open()];
  used.write(request);
  await once(used, "data");
  const stopped = drain();
  for (const socket of [used, fresh]) {
    socket.write(request);
    const text = await everythingFrom(socket);
    expect(text).toMatch(/^HTTP\/1.1 200 /);
    expect(text).toMatch(/\r\nconnection: close\r\n/i);
  }
  await stopped;
});

test("finishes a request that was running at the stop with Connection: close", async () => {
  const running: ServerResponse[] = [];
  const { drain, open } = await start((_request, response) => void running.push(response));
  const socket = await open();
  const arrived = once(server, "request");
  socket.write(request);
  await arrived;
  const stopped = drain();
  setImmediate(() => setImmediate(() => running.forEach((response) => response.end("late"))));
  expect(await everythingFrom(socket)).toMatch(/\r\nconnection: close\r\n[^]*late/i);
  await stopped;
});

test("closes a silent open connection cleanly and ends the stop", async () => {
  const { drain, open } = await start(ok);
  const socket = await open();
  const [text] = await Promise.all([everythingFrom(socket), drain()]);
  expect(text).toBe("");
});

test("ends a stop with an error at the time limit when it waits for a vanished database", async () => {
  const errors = vi.spyOn(console, "error").mockReturnValue();
  const never = new Promise<void>(() => undefined);
  expect(await stopWithin(() => never, 20)).toBe(1);
  expect(errors).toHaveBeenCalledWith(expect.stringContaining("Not everything had stopped"));
  errors.mockClear();
  expect(await stopWithin(() => Promise.resolve(), 60_000)).toBe(0);
  expect(await stopWithin(() => Promise.reject(new Error("disk")), 60_000)).toBe(1);
  expect(errors).toHaveBeenCalledTimes(1);
});
