import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { asRefusal, isEncoded, openChecked, startClock, type Guard } from "./guard";
import { answerOf } from "./open-request";
import type { OutboundAnswer, OutboundBody } from "./outbound";
import { printable } from "./printable";
import { readTarget } from "./read-target";

const mostRead = 64 * 1024;
const mostKept = 1024;

/** Posts one body; see `Outbound.post`. */
export async function post(
  guard: Guard,
  url: string,
  headers: Record<string, string>,
  body: OutboundBody,
): Promise<OutboundAnswer> {
  const clock = startClock(guard.times.total);
  let answerTimer: NodeJS.Timeout | undefined;
  try {
    const all = { ...headers, "content-type": body.contentType, "content-length": String(body.length) };
    const request = await openChecked(guard, readTarget(url, guard.allowed), { method: "POST", headers: all }, clock);
    request.on("finish", () => {
      answerTimer = setTimeout(() => clock.abort.abort(), guard.times.answer);
    });
    const answering = answerOf(request);
    // A receiver may answer before it has read everything, and then a broken sending is of no matter.
    pipeline(Readable.from(body.chunks()), request).catch((error: unknown) =>
      request.destroy(error instanceof Error ? error : undefined),
    );
    const answer = await answering;
    const text = isEncoded(answer) ? "" : printable(await beginningOf(answer));
    return { status: answer.statusCode ?? 0, retryAfter: answer.headers["retry-after"] ?? null, text };
  } catch (error) {
    throw asRefusal(error);
  } finally {
    clearTimeout(answerTimer);
    clock.end();
  }
}

/** Up to 64 KiB are read, so that a receiver can end its answer, and 1 KiB is kept. The status holds already, whatever becomes of the body. */
async function beginningOf(answer: IncomingMessage): Promise<Buffer> {
  const kept: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      if (size < mostKept) kept.push(chunk.subarray(0, mostKept - size));
      size += chunk.length;
      if (size >= mostRead) break;
    }
  } catch {
    return Buffer.concat(kept);
  }
  return Buffer.concat(kept);
}
