import { randomUUID } from "node:crypto";
import { openAsBlob } from "node:fs";
import { open } from "node:fs/promises";
import { EngineLostError } from "@/lib/engine/lines/waiting-line";
import { PdfError } from "@/lib/pdf/errors";
import { outgoing } from "@/lib/platform/telemetry/outgoing";
import type { OfficeType } from "./clean-office";
import { officeDamaged } from "./office-error";

interface ConverterCall {
  /** Of a service with Gotenberg's interface, without a slash at the end. */
  url: string;
  type: OfficeType;
  /** A cleaned file (`cleanOffice`). */
  file: string;
  outputPath: string;
  limitMs: number;
  maxBytes: number;
}

/** `POST /forms/libreoffice/convert`. Throws PdfError `office_damaged` for a file that the service refuses, `too_large`; EngineLostError when it does not answer. */
export function callConverter(call: ConverterCall): Promise<void> {
  return outgoing("converter", "convert", async (answered) => {
    const response = await send(call);
    answered(response.status);
    if (response.status >= 400 && response.status < 500 && response.status !== 429)
      throw officeDamaged(`the converter answers ${response.status}`);
    if (response.status !== 200 || response.body === null)
      throw new EngineLostError(`the converter answers ${response.status}`);
    await writeBody(response.body, call);
  });
}

async function send({ url, type, file, limitMs }: ConverterCall): Promise<Response> {
  const boundary = `paraph-${randomUUID()}`;
  const part = (head: string): string => `--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n`;
  const body = new Blob([
    part('name="exportFormFields"') + "false\r\n",
    part(`name="files"; filename="document.${type}"`),
    await openAsBlob(file),
    `\r\n--${boundary}--\r\n`,
  ]);
  try {
    return await fetch(`${url}/forms/libreoffice/convert`, {
      method: "POST",
      headers: { "content-type": `multipart/form-data; boundary=${boundary}` },
      body,
      redirect: "error",
      signal: AbortSignal.timeout(limitMs),
    });
  } catch (error) {
    if (error instanceof DOMException && error.name === "TimeoutError")
      throw new PdfError("too_large", `the converter takes longer than ${limitMs} ms`);
    throw new EngineLostError("the converter does not answer");
  }
}

async function writeBody(body: ReadableStream<Uint8Array>, { outputPath, maxBytes }: ConverterCall): Promise<void> {
  const file = await open(outputPath, "w", 0o600);
  try {
    let size = 0;
    for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
      size += chunk.length;
      if (size > maxBytes) throw new PdfError("too_large", "the converted PDF is too large");
      await file.write(chunk);
    }
  } catch (error) {
    throw error instanceof PdfError ? error : new EngineLostError("the converter broke off");
  } finally {
    await file.close();
  }
}
