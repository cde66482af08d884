import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makePdf } from "@/lib/pdf/testing/make-pdf";
import type { PdfEngine } from "./engine";
import { EngineTimeoutError } from "./lines/waiting-line";
import { startEngine } from "./pool";
import { IMAGE_BOMBS, PDF_BOMBS } from "./testing/bombs";

const folder = mkdtempSync(path.join(tmpdir(), "paraph-bombs-"));
let engine: PdfEngine;

beforeAll(() => {
  engine = startEngine({ distDir: path.resolve("dist"), maxPdfBytes: 100 * 2 ** 20 });
});
afterAll(async () => {
  await engine.close();
  rmSync(folder, { recursive: true });
});

/** `done`, `late`, or the code of a refusal that blames the file. Any other error is a bug of ours and is rethrown. */
function outcomeOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => "done",
    (error: unknown) => {
      if (error instanceof EngineTimeoutError) return "late";
      if (error instanceof Error && (error.name === "PdfError" || error.name === "ImageError") && "code" in error)
        return String(error.code);
      throw error;
    },
  );
}

let files = 0;
function store(bytes: Buffer): string {
  const file = path.join(folder, String((files += 1)));
  writeFileSync(file, bytes);
  return file;
}

/** Files that may be accepted because they do no harm: rendering is killable, and ingest reads content to the end. */
const taken = /page of 200 million|image|forms|pattern/;
/** Files that take ingest about its whole time limit to rewrite. */
const takenInTime = /small images/;

function expectedOutcome(name: string): unknown {
  if (takenInTime.test(name)) return expect.stringMatching(/^(done|too_large)$/);
  return taken.test(name) ? "done" : expect.stringMatching(/^(too_large|damaged)$/);
}

describe("a file that demands gigabytes or endless time @exhaustive", () => {
  test.each(Object.keys(PDF_BOMBS))(
    "%s: is refused as too large or accepted, and leaves the engine working with no memory held",
    async (name) => {
      const bytes = PDF_BOMBS[name]?.() ?? Buffer.alloc(0);
      const file = store(bytes);
      const takenIn = await outcomeOf(
        engine.ingest(file, bytes.length).then((outcome) => {
          // The rewritten file belongs to the caller. Ingest rewrites a page with an impossible user unit.
          if (outcome.baseReplaced !== null) rmSync(outcome.baseReplaced);
        }),
      );
      expect([takenIn, name]).toEqual([expectedOutcome(name), name]);
      if (takenIn === "done") {
        expect(["done", "late", "too_large"]).toContain(
          await outcomeOf(
            engine.pageImage([{ path: file, size: bytes.length }], { page: 1, widthPx: 400, format: "webp" }),
          ),
        );
      }
      const small = makePdf({ pages: [{}] });
      expect(await outcomeOf(engine.ingest(store(small), small.length))).toBe("done");
      rmSync(file);
      expect(readdirSync(folder).filter((left) => left.startsWith(`${path.basename(file)}.`))).toEqual([]);
    },
  );

  test.each(Object.keys(IMAGE_BOMBS))(
    "%s is refused as a signature image",
    async (name) => {
      expect(await outcomeOf(engine.normaliseImage(IMAGE_BOMBS[name]?.() ?? Buffer.alloc(0)))).toMatch(
        /^(image_damaged|image_too_many_pixels)$/,
      );
    },
    30_000,
  );
});
