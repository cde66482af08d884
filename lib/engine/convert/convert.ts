import { randomUUID } from "node:crypto";
import { openAsBlob } from "node:fs";
import { open, rm, stat } from "node:fs/promises";
import type { ConvertJobName } from "@/lib/engine/lines/child-jobs";
import type { Children } from "@/lib/engine/lines/children";
import { EngineLostError } from "@/lib/engine/lines/waiting-line";
import type { PicturePage } from "@/lib/pdf/pictures/picture-page";
import type { PreparedPicture } from "@/lib/pdf/pictures/prepare-picture";
import type { SegmentPath } from "@/lib/pdf/syntax/byte-source";
import { PdfError } from "@/lib/pdf/syntax/errors";
import type { ConverterConfig } from "@/lib/platform/converter-config";
import { outgoing } from "@/lib/platform/telemetry/outgoing";
import type { CleanedOffice, OfficeType } from "../office/clean-office";
import { officeDamaged } from "../office/office-error";
import { runOffice } from "./run-office";

/** The PDF made from another file. */
export interface ConvertedFile extends SegmentPath, CleanedOffice {}

/** How to turn a file into a PDF. */
export interface ConversionSpec {
  kind: "picture" | "pictures" | "html" | "markdown" | OfficeType;
  /** The PDF's title. */
  title: string;
  page: PicturePage;
  mostPictures: number;
  /** Time limit of LibreOffice, in milliseconds. */
  officeMs: number;
}

interface Means {
  children: Children<ConvertJobName>;
  /** With null, office files are refused. */
  converter: ConverterConfig | null;
  /** Limit for every file that is written. */
  maxBytes: number;
}

/** Milliseconds for one picture. A picture that takes longer is a bomb: 100 million pixels take less. */
const pictureMs = 2_500;
/** Milliseconds for all pictures of one document. */
const picturesMs = 60_000;
const writeMs = 10_000;
const cleanMs = 2_900;

/**
 * Writes a PDF beside `upload` and returns its path. The caller moves or removes the file. Untrusted bytes are read
 * only in a child process that is ended at its limits. Throws PdfError `picture_damaged`, `office_damaged`,
 * `no_converter`, `too_large`.
 */
export async function convertFile(means: Means, upload: SegmentPath, spec: ConversionSpec): Promise<ConvertedFile> {
  const work = new Conversion(means, upload, spec);
  try {
    return await work.run();
  } finally {
    await work.clearUp();
  }
}

class Conversion {
  private readonly made: string[] = [];
  private hasTrackedChanges = false;

  constructor(
    private readonly means: Means,
    private readonly upload: SegmentPath,
    private readonly spec: ConversionSpec,
  ) {}

  async run(): Promise<ConvertedFile> {
    const output = `${this.upload.path}.converted`;
    try {
      await this.write(output);
      const { size } = await stat(output);
      return { path: output, size, hasTrackedChanges: this.hasTrackedChanges };
    } catch (error) {
      await rm(output, { force: true });
      throw error;
    }
  }

  async clearUp(): Promise<void> {
    await Promise.all(this.made.map((path) => rm(path, { force: true })));
  }

  private write(outputPath: string): Promise<void> {
    const { kind } = this.spec;
    if (kind === "html" || kind === "markdown") return this.writeArticle(kind, outputPath);
    return kind === "picture" || kind === "pictures"
      ? this.writePictures(kind, outputPath)
      : this.writeOffice(kind, outputPath);
  }

  private async writeArticle(type: "html" | "markdown", outputPath: string): Promise<void> {
    const { children, maxBytes } = this.means;
    const { title } = this.spec;
    await children.run("writeArticle", { file: this.upload.path, type, outputPath, title, maxBytes }, writeMs);
  }

  /**
   * Nothing is read if there is no converter. The converter gets a rewritten file without anything that it would
   * fetch.
   */
  private async writeOffice(type: OfficeType, outputPath: string): Promise<void> {
    const { children, converter, maxBytes } = this.means;
    if (converter === null) throw new PdfError("no_converter", `${type} needs LibreOffice`);
    const file = this.temporary("clean");
    const cleaned = await children.run("cleanOffice", { file: this.upload.path, type, outputPath: file }, cleanMs);
    this.hasTrackedChanges = cleaned.hasTrackedChanges;
    const run = { type, file, outputPath, limitMs: this.spec.officeMs, maxBytes };
    if (converter.kind === "url") await callConverter({ ...run, url: converter.url });
    else await runOffice({ ...run, program: converter.path });
  }

  private async writePictures(kind: "picture" | "pictures", outputPath: string): Promise<void> {
    const files = kind === "pictures" ? await this.unpack() : [this.upload.path];
    const pictures = await this.preparePictures(files);
    const { title, page } = this.spec;
    const { maxBytes } = this.means;
    await this.means.children.run("writePictures", { pictures, outputPath, title, page, maxBytes }, writeMs);
  }

  private async unpack(): Promise<string[]> {
    const { mostPictures } = this.spec;
    const { files } = await this.means.children.run(
      "unpackPictures",
      { file: this.upload.path, outputPrefix: this.temporary("picture"), mostPictures, maxBytes: this.means.maxBytes },
      pictureMs,
    );
    this.made.push(...files);
    return files;
  }

  /** Each page of a TIFF counts as a picture. */
  private async preparePictures(files: readonly string[]): Promise<PreparedPicture[]> {
    const endsAt = performance.now() + picturesMs;
    const prepared: PreparedPicture[] = [];
    let bytes = 0;
    for (const file of files) {
      for (let page = 0, pages = 1; page < pages; page += 1) {
        if (prepared.length >= this.spec.mostPictures || performance.now() > endsAt || bytes > this.means.maxBytes)
          throw new PdfError("too_large", `picture ${prepared.length + 1} is one too many`);
        const picture = await this.means.children.run(
          "preparePicture",
          { file, page, outputPath: this.temporary(`page-${prepared.length}`) },
          pictureMs,
        );
        this.made.push(picture.path);
        prepared.push(picture);
        pages = picture.of;
        bytes += picture.bytes;
      }
    }
    return prepared;
  }

  private temporary(name: string): string {
    const path = `${this.upload.path}.${name}`;
    this.made.push(path);
    return path;
  }
}

interface ConverterCall {
  /** Base URL of a service with Gotenberg's interface, without a trailing slash. */
  url: string;
  type: OfficeType;
  /** A cleaned file (`cleanOffice`). */
  file: string;
  outputPath: string;
  limitMs: number;
  maxBytes: number;
}

/**
 * `POST /forms/libreoffice/convert`. Throws PdfError `office_damaged` for a file that the service refuses, or
 * `too_large`, and EngineLostError when the service does not answer.
 */
function callConverter(call: ConverterCall): Promise<void> {
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
