import type { Ctx } from "@/lib/context";
import { DomainError } from "@/lib/errors";

/** What lies at an address, or null: it is not allowed, does not answer, or is larger than it may be. */
export type Fetch = (url: string, maxBytes: number) => Promise<Buffer | null>;

/** A document with signatures of many authorities must not make us call everybody. */
const mostCalls = 24;
/** After that nothing more is asked for. */
const patienceMs = 60_000;

/** Through the guarded way out, each address once: the certificates in a document are written by whoever sent it. */
export function fetchOnce(ctx: Ctx): Fetch {
  const fetched = new Map<string, Promise<Buffer | null>>();
  const endsAt = performance.now() + patienceMs;
  return (url, maxBytes) => {
    const known = fetched.get(url);
    if (known) return known;
    if (fetched.size >= mostCalls || performance.now() > endsAt) return Promise.resolve(null);
    const fetching = download(ctx, url, maxBytes);
    fetched.set(url, fetching);
    return fetching;
  };
}

async function download(ctx: Ctx, url: string, maxBytes: number): Promise<Buffer | null> {
  try {
    const chunks: Uint8Array[] = [];
    for await (const chunk of ctx.outbound.download(url, { maxBytes, account: null })) chunks.push(chunk);
    return Buffer.concat(chunks);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    ctx.log.info({ code: error.code }, "timestamps: a foreign authority was not reached");
    return null;
  }
}
