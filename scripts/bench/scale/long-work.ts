import { exportAccount } from "@/lib/account-export/export";
import type { Ctx } from "@/lib/context";
import { sweepBlobs } from "@/lib/files/sweep-blobs";
import { sweepDrafts } from "@/lib/files/sweep-drafts";
import { sweepDoneJobs } from "@/lib/outbox/sweep";
import { sweepCodes } from "@/lib/sign-methods/sweep-codes";
import { sweepDeliveries } from "@/lib/webhooks/sweep-deliveries";
import { busyRequester, busySigner } from "@/tools/fill/accounts";
import { actorOf } from "./measures";

/** Longer than this, an export is measured by its rate. */
const longestSeconds = 15;

/** Documents a second, and how much the heap grew from the first tenth of the time to the end. */
export async function printExports(ctx: Ctx): Promise<void> {
  console.log(
    "\n| account export | documents | per second | memory at its peak, MB above the start |\n|---|---|---|---|",
  );
  for (const email of [busyRequester, busySigner]) {
    global.gc?.();
    const before = process.memoryUsage().rss;
    let [peak, documents] = [before, 0];
    const startedAt = performance.now();
    const { stream } = await exportAccount(ctx, await actorOf(ctx, email));
    for await (const piece of stream) {
      if (Buffer.from(piece).includes('{"fileId":')) documents += 1;
      if (documents % 500 === 0) peak = Math.max(peak, process.memoryUsage().rss);
      if (performance.now() - startedAt > longestSeconds * 1000) break;
    }
    const seconds = (performance.now() - startedAt) / 1000;
    console.log(
      `| ${email} | ${documents}${seconds > longestSeconds ? " (stopped)" : ""} | ${(documents / seconds).toFixed(0)} | ${((peak - before) / 1e6).toFixed(0)} |`,
    );
  }
}

/** The first run takes what has had its time; the second is what every hour costs. */
export async function printSweeps(ctx: Ctx): Promise<void> {
  console.log("\n| sweep | first, ms | again, ms | target, again |\n|---|---|---|---|");
  for (const sweep of [sweepBlobs, sweepDrafts, sweepDoneJobs, sweepCodes, sweepDeliveries]) {
    const [first, again] = [await timed(() => sweep(ctx)), await timed(() => sweep(ctx))];
    console.log(`| ${sweep.name} | ${first} | ${again} | 1000 |`);
  }
}

async function timed(work: () => Promise<unknown>): Promise<string> {
  const startedAt = performance.now();
  try {
    await work();
  } catch (error) {
    return `failed after ${(performance.now() - startedAt).toFixed(0)}: ${error instanceof Error ? (error.cause instanceof Error ? error.cause.message : error.message) : "?"}`;
  }
  return (performance.now() - startedAt).toFixed(0);
}
