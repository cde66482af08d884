import { rm } from "node:fs/promises";
import type { SegmentPath } from "@/lib/pdf/byte-source";
import { PdfError } from "@/lib/pdf/errors";
import type { Children } from "./children";
import type { IngestOutcome } from "./engine";
import type { TakeInInput, TakenIn } from "./take-in";
import type { TaskPool } from "./task-pool";

/** The whole of it, repair included: within 3 s every upload has its answer (SIGNING.md section 7, known bombs). */
const budgetMs = 2_600;
const leastMs = 250;

/**
 * Our own reader first; when it says so the child process repairs, and our reader looks again at what came out. What PDFium cannot
 * mend is searched for objects by ourselves (lib/pdf/rebuild/rebuild.ts) and given to it once more.
 * A repaired file is written beside the upload and removed again when it does not help.
 */
export async function ingestWithRepair(tasks: TaskPool, children: Children, upload: SegmentPath, maxRepairedBytes: number): Promise<IngestOutcome> {
  const end = performance.now() + budgetMs;
  const remaining = () => Math.max(leastMs, end - performance.now());
  const look = async (input: TakeInInput) => (await tasks.run("takeIn", input, { limitMs: remaining() })) as TakenIn;

  const first = await look({ segment: upload, isRepaired: false });
  if (first.kind === "ready") {
    return outcomeOf(first, null);
  }
  const { isEncrypted } = first;
  const [rebuiltPath, outputPath] = [`${upload.path}.rebuilt`, `${upload.path}.repaired`];
  const repair = async (segment: SegmentPath) => {
    const { size } = await children.run("repair", { segments: [segment], outputPath, maxBytes: maxRepairedBytes }, remaining());
    const second = await look({ segment: { path: outputPath, size }, isRepaired: true });
    if (second.kind === "repair") {
      throw new Error("a repaired file asked to be repaired again");
    }
    return outcomeOf(second, { path: outputPath, isEncrypted });
  };
  const rebuild = async () => {
    const { size } = (await tasks.run("rebuildFile", { segment: upload, outputPath: rebuiltPath, maxBytes: maxRepairedBytes }, { limitMs: remaining() })) as { size: number };
    return repair({ path: rebuiltPath, size });
  };
  try {
    return await repair(upload).catch((error: unknown) => {
      if (!isDamage(error)) throw error;
      // What a search cannot mend either is refused for what was found first.
      return rebuild().catch((second: unknown) => {
        throw second instanceof PdfError ? error : second;
      });
    });
  } catch (error) {
    await rm(outputPath, { force: true });
    throw error;
  } finally {
    await rm(rebuiltPath, { force: true });
  }
}

function isDamage(error: unknown): boolean {
  return error instanceof PdfError && (error.code === "damaged" || error.code === "no_page");
}

function outcomeOf(taken: Extract<TakenIn, { kind: "ready" }>, replaced: { path: string; isEncrypted: boolean } | null): IngestOutcome {
  const { kind: _ready, ...facts } = taken;
  const soundKind = taken.tail ? "frozen" : "kept";
  return { ...facts, kind: replaced ? "repaired" : soundKind, baseReplaced: replaced?.path ?? null, repaired: replaced !== null, decrypted: replaced?.isEncrypted ?? false };
}
