import { rm } from "node:fs/promises";
import type { SegmentPath } from "@/lib/pdf/byte-source";
import type { Children } from "./children";
import type { IngestOutcome } from "./engine";
import type { TakeInInput, TakenIn } from "./take-in";
import type { TaskPool } from "./task-pool";

/** The whole of it, repair included: no upload waits longer for its answer. */
const budgetMs = 4_500;
const leastMs = 250;

/**
 * Our own reader first; when it says so the child process repairs, and our reader looks again at what came out.
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
  const outputPath = `${upload.path}.repaired`;
  try {
    const { size } = await children.run("repair", { segments: [upload], outputPath, maxBytes: maxRepairedBytes }, remaining());
    const second = await look({ segment: { path: outputPath, size }, isRepaired: true });
    if (second.kind === "repair") {
      throw new Error("a repaired file asked to be repaired again");
    }
    return outcomeOf(second, outputPath);
  } catch (error) {
    await rm(outputPath, { force: true });
    throw error;
  }
}

function outcomeOf(taken: Extract<TakenIn, { kind: "ready" }>, baseReplaced: string | null): IngestOutcome {
  const { kind: _ready, ...facts } = taken;
  const soundKind = taken.tail ? "frozen" : "kept";
  return { ...facts, kind: baseReplaced ? "repaired" : soundKind, baseReplaced, repaired: baseReplaced !== null };
}
