import { sweepIdempotencyKeys } from "@/lib/context/idempotency/keys";
import { sweepBlobs, sweepDrafts } from "@/lib/documents/sweep";
import { sweepDoneJobs } from "@/lib/records/outbox/enqueue";
import { runtime } from "@/lib/runtime";
import { sweepCodes } from "@/lib/signing/proof/store-code";

// Runs a worker's hourly sweep once in a separate process, because its clock may be wrong (three-shapes.test.ts).
const made = runtime();
for (const sweep of [sweepBlobs, sweepDrafts, sweepIdempotencyKeys, sweepDoneJobs, sweepCodes]) await sweep(made.ctx);
await made.close();
process.exit();
