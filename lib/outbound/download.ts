import type { IncomingMessage } from "node:http";
import { asRefusal, isEncoded, openChecked, startClock, type Clock, type Guard } from "./guard";
import { answerOf } from "./open-request";
import type { Outbound } from "./outbound";
import { readTarget, type Target } from "./read-target";
import { urlUnreachable } from "./refusals";

const mostRedirects = 3;
const redirects = new Set([301, 302, 303, 307, 308]);
const headers = { accept: "application/pdf, */*;q=0.1" };

/** The bytes behind a URL as they arrive; see `Outbound.download`. Who stops reading closes the connection. */
export async function* download(
  guard: Guard,
  url: string,
  { maxBytes, signal }: Parameters<Outbound["download"]>[1],
): AsyncGenerator<Uint8Array> {
  const clock = startClock(guard.times.total, signal);
  try {
    const answer = await follow(guard, readTarget(url, guard.allowed), clock);
    if (answer.statusCode !== 200 || isEncoded(answer))
      throw urlUnreachable(new Error(`answered ${answer.statusCode}`));
    let size = 0;
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > maxBytes) throw urlUnreachable(new Error("too large"));
      yield chunk;
    }
  } catch (error) {
    throw asRefusal(error);
  } finally {
    clock.end();
  }
}

/** The first answer that leads nowhere else. */
async function follow(guard: Guard, first: Target, clock: Clock): Promise<IncomingMessage> {
  let answer = await get(guard, first, clock);
  let target = first;
  for (let hop = 1; hop <= mostRedirects; hop++) {
    const { location } = answer.headers;
    if (!redirects.has(answer.statusCode ?? 0) || location === undefined) return answer;
    answer.destroy();
    const base = target.url;
    [target, answer] = await afterFirst(async () => {
      const next = readTarget(new URL(location, base).href, guard.allowed);
      return [next, await get(guard, next, clock)] as const;
    });
  }
  return answer;
}

async function get(guard: Guard, target: Target, clock: Clock): Promise<IncomingMessage> {
  const request = await openChecked(guard, target, { method: "GET", headers }, clock);
  return answerOf(request.end());
}

/** Where a server sends us is its answer: that we may not go there says no more to the caller than any other answer of no use. */
async function afterFirst<Value>(work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    throw urlUnreachable(error);
  }
}
