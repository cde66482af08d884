import { rm } from "node:fs/promises";
import type { FormValues } from "@/lib/pdf/freeze/freeze";
import type { IngestStage } from "@/lib/pdf/ingest/ingest";
import type { SegmentPath } from "@/lib/pdf/syntax/byte-source";
import { PdfError } from "@/lib/pdf/syntax/errors";
import type { IngestOutcome } from "./engine";
import type { Children } from "./lines/children";
import type { TaskPool } from "./lines/task-pool";
import type { TakeInInput, TakenIn } from "./take-in";

/**
 * Time for everything, including the repair. Every upload is answered within 3 s
 * (docs/spec/verification.md#test-data, known bombs).
 */
const budgetMs = 2_600;
const leastMs = 250;

interface IngestOptions {
  /** Limit for a repaired file. */
  maxBytes: number;
  values: FormValues;
}

/**
 * Our own reader runs first. If readers could see different documents in the file, it is rewritten as the document
 * that our reader sees. If the file is damaged or cannot be resolved, the child process repairs it and our reader
 * reads the result. If PDFium cannot repair it either, we search it for objects (lib/pdf/rebuild/rebuild.ts) and pass
 * the result to PDFium once more. Output files are written beside the upload and removed if they do not help.
 */
export async function ingestWithRepair(
  tasks: TaskPool,
  children: Pick<Children, "run">,
  upload: SegmentPath,
  options: IngestOptions,
): Promise<IngestOutcome> {
  const work = new Ingest(tasks, children, upload, options);
  let kept: string | null = null;
  try {
    const outcome = await work.run();
    kept = outcome.baseReplaced;
    return outcome;
  } finally {
    const leftOver = Object.values(work.paths).filter((path) => path !== kept);
    await Promise.all(leftOver.map((path) => rm(path, { force: true })));
  }
}

type Ready = Extract<TakenIn, { kind: "ready" }>;

class Ingest {
  readonly paths: Readonly<Record<"repaired" | "rebuilt" | "rewritten", string>>;
  private readonly end = performance.now() + budgetMs;

  constructor(
    private readonly tasks: TaskPool,
    private readonly children: Pick<Children, "run">,
    private readonly upload: SegmentPath,
    private readonly options: IngestOptions,
  ) {
    const { path } = upload;
    this.paths = { repaired: `${path}.repaired`, rebuilt: `${path}.rebuilt`, rewritten: `${path}.rewritten` };
  }

  async run(): Promise<IngestOutcome> {
    const first = await this.look(this.upload, "uploaded");
    if (first.kind === "ready") {
      return outcomeOf(first, null);
    }
    if (first.kind === "repair") {
      return this.repairOrRebuild(first.isEncrypted);
    }
    return this.rewrite(this.upload, false).catch((error: unknown) => {
      if (!isDamage(error)) throw error;
      return this.repairOrRebuild(false);
    });
  }

  private async repairOrRebuild(isEncrypted: boolean): Promise<IngestOutcome> {
    return this.repair(this.upload, isEncrypted).catch(async (error: unknown) => {
      if (!isDamage(error)) throw error;
      // If the search fails too, the file is refused with its first error.
      const size = await this.write("rebuildFile", this.upload, this.paths.rebuilt).catch((second: unknown) => {
        throw second instanceof PdfError ? error : second;
      });
      return this.repair({ path: this.paths.rebuilt, size }, isEncrypted).catch((second: unknown) => {
        throw second instanceof PdfError ? error : second;
      });
    });
  }

  private async repair(segment: SegmentPath, isEncrypted: boolean): Promise<IngestOutcome> {
    const path = this.paths.repaired;
    const { size } = await this.children.run(
      "repair",
      { segments: [segment], outputPath: path, maxBytes: this.options.maxBytes },
      this.remaining(),
    );
    const taken = await this.look({ path, size }, "repaired");
    if (taken.kind === "repair") {
      throw new Error("a repaired file asked to be repaired again");
    }
    return taken.kind === "ready" ? outcomeOf(taken, { path, isEncrypted }) : this.rewrite({ path, size }, isEncrypted);
  }

  private async rewrite(segment: SegmentPath, isEncrypted: boolean): Promise<IngestOutcome> {
    const path = this.paths.rewritten;
    const size = await this.write("rewriteFile", segment, path);
    const taken = await this.look({ path, size }, "rewritten");
    if (taken.kind !== "ready") {
      throw new Error("a rewritten file asked to be rewritten or repaired again");
    }
    return outcomeOf(taken, { path, isEncrypted });
  }

  private async write(task: "rebuildFile" | "rewriteFile", segment: SegmentPath, outputPath: string): Promise<number> {
    const { size } = (await this.tasks.run(
      task,
      { segment, outputPath, maxBytes: this.options.maxBytes },
      { limitMs: this.remaining() },
    )) as { size: number };
    return size;
  }

  private async look(segment: SegmentPath, stage: IngestStage): Promise<TakenIn> {
    const input: TakeInInput = { segment, stage, values: this.options.values };
    return (await this.tasks.run("takeIn", input, { limitMs: this.remaining() })) as TakenIn;
  }

  private remaining(): number {
    return Math.max(leastMs, this.end - performance.now());
  }
}

function isDamage(error: unknown): boolean {
  return error instanceof PdfError && (error.code === "damaged" || error.code === "no_page");
}

function outcomeOf(taken: Ready, replaced: { path: string; isEncrypted: boolean } | null): IngestOutcome {
  const { kind: _ready, ...facts } = taken;
  const soundKind = taken.tail ? "frozen" : "kept";
  return {
    ...facts,
    kind: replaced ? "repaired" : soundKind,
    baseReplaced: replaced?.path ?? null,
    repaired: replaced !== null,
    decrypted: replaced?.isEncrypted ?? false,
  };
}
