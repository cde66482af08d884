import { DomainError } from "@/lib/errors";

/** We unpack nothing that a client packed: a small gzip may hold gigabytes. */
export function refuseEncoding(request: Request): void {
  const encoding = request.headers.get("content-encoding");
  if (encoding !== null && encoding.toLowerCase() !== "identity") {
    throw new DomainError("unsupported_media_type", { detail: "Send the body without Content-Encoding" });
  }
}

export function refuseDeclaredSize(request: Request, maxBytes: number): void {
  const declared = Number(request.headers.get("content-length") ?? 0);
  if (declared > maxBytes) throw new DomainError("too_large", { detail: `The body is larger than ${maxBytes} bytes` });
}

/** The whole body, at most `maxBytes`. */
export async function readCapped(request: Request, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of chunksOf(request, maxBytes)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** The body as it arrives; stops reading at the first byte over `maxBytes`, whatever Content-Length said. Throws `too_large`. */
export async function* chunksOf(request: Request, maxBytes: number): AsyncGenerator<Uint8Array> {
  refuseDeclaredSize(request, maxBytes);
  if (request.body === null) return;
  let size = 0;
  for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > maxBytes) throw new DomainError("too_large", { detail: `The body is larger than ${maxBytes} bytes` });
    yield chunk;
  }
}
