import dgram from "node:dgram";
import { afterEach, expect, test } from "vitest";
import { resolveByQuery } from "./target";

const open: dgram.Socket[] = [];
afterEach(() => open.splice(0).forEach((socket) => socket.close()));

/** The name in a DNS query (RFC 1035 section 4.1.2), which begins after the header of 12 bytes. */
function nameIn(query: Buffer): string {
  const labels: string[] = [];
  for (let at = 12; (query[at] ?? 0) > 0; at += (query[at] ?? 0) + 1)
    labels.push(query.toString("latin1", at + 1, at + 1 + (query[at] ?? 0)));
  return labels.join(".");
}

/** A response with one A record, or none if the query is for another type. */
function answerTo(query: Buffer, address: readonly number[]): Buffer {
  const questionEnd = 12 + nameIn(query).length + 2 + 4;
  const isA = query.readUInt16BE(questionEnd - 4) === 1;
  const header = Buffer.from([query[0] ?? 0, query[1] ?? 0, 0x81, 0x80, 0, 1, 0, isA ? 1 : 0, 0, 0, 0, 0]);
  const record = isA ? Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, ...address]) : Buffer.alloc(0);
  return Buffer.concat([header, query.subarray(12, questionEnd), record]);
}

/**
 * A name server on loopback that does not answer for `*.silent.test`. Returns its address, and the number of queries
 * for a name.
 */
async function startNameServer(): Promise<{ server: string; queriesFor: (name: string) => number }> {
  const socket = dgram.createSocket("udp4");
  open.push(socket);
  const names: string[] = [];
  socket.on("message", (query, from) => {
    const name = nameIn(query);
    names.push(name);
    if (!name.endsWith("silent.test")) socket.send(answerTo(query, [93, 184, 215, 14]), from.port, from.address);
  });
  await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", resolve));
  return {
    server: `127.0.0.1:${socket.address().port}`,
    queriesFor: (name) => names.filter((queriesFor) => queriesFor === name).length,
  };
}

test("does not delay other names by sixty unanswered ones, and ends those at once when their callers disconnect", async () => {
  const { server, queriesFor } = await startNameServer();
  const resolve = resolveByQuery([server]);
  const leaving = new AbortController();
  const silent = Array.from({ length: 60 }, (_, index) =>
    resolve(`n${index}.silent.test`, leaving.signal).catch((error: NodeJS.ErrnoException) => error.code),
  );
  await expect.poll(() => queriesFor("n59.silent.test")).toBeGreaterThan(0);
  expect(await resolve("hooks.test", new AbortController().signal)).toEqual([{ address: "93.184.215.14", family: 4 }]);
  leaving.abort();
  expect(new Set(await Promise.all(silent))).toEqual(new Set(["ECANCELLED"]));
});

test("rejects an unknown host name, and a call that its caller has aborted", async () => {
  const { server } = await startNameServer();
  const gone = AbortSignal.abort();
  await expect(resolveByQuery([server])("hooks.test", gone)).rejects.toThrow("aborted");
});
