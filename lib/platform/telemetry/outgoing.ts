import { countCall, type OutgoingService } from "./counters";
import { beginSpan, traced, type Span } from "./tracing";

/**
 * One call to another server: counted for `/metrics`, and a span. `operation` is a fixed word such as `PutObject`,
 * never an address, which may contain a secret. `work` may report the status of the response. A status of 400 or more
 * counts as failed unless it reports otherwise.
 */
export function outgoing<Value>(
  service: OutgoingService,
  operation: string,
  work: (answered: (status: number, isOk?: boolean) => void) => Promise<Value>,
): Promise<Value> {
  return traced(startOf(service, operation), async (span) => {
    const end = counting(service);
    let isFine = true;
    const answered = (status: number, isOk = status < 400): void => {
      isFine = isOk;
      span?.set({ "http.response.status_code": status });
    };
    try {
      const value = await work(answered);
      end(isFine);
      return value;
    } catch (error) {
      end(false);
      throw error;
    }
  });
}

/**
 * Like `outgoing`, for bytes that the caller reads as they arrive. It ends with the stream. A caller that stops reading
 * is not a failure.
 */
export async function* outgoingStream<Chunk>(
  service: OutgoingService,
  operation: string,
  chunks: AsyncIterable<Chunk>,
): AsyncGenerator<Chunk> {
  const span: Span | null = beginSpan(startOf(service, operation));
  const end = counting(service);
  try {
    yield* chunks;
  } catch (error) {
    end(false);
    span?.end(error);
    throw error;
  } finally {
    end(true);
    span?.end();
  }
}

const longestAnswer = 256 * 1024;

/** The body of a response as text. Throws the error of `tooLong` beyond 256 KB. */
export async function readAnswer({ body }: Response, tooLong: () => Error): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    length += chunk.length;
    if (length > longestAnswer) throw tooLong();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

/** The JSON object in a response, empty if there is none. */
export function objectIn(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : {};
  } catch {
    return {};
  }
}

function startOf(service: OutgoingService, operation: string) {
  return {
    name: `${service} ${operation}`,
    kind: "client",
    attributes: { "paraph.service": service, "paraph.operation": operation },
  } as const;
}

/** Only the first outcome counts. */
function counting(service: OutgoingService): (isOk: boolean) => void {
  const startedAt = performance.now();
  let hasEnded = false;
  return (isOk) => {
    if (hasEnded) return;
    hasEnded = true;
    countCall(service, isOk ? "ok" : "failed", (performance.now() - startedAt) / 1000);
  };
}
