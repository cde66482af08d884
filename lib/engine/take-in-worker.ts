// Code of the worker threads for uploads (dist/pdf-take-in.mjs). Each export is a task that is called by its name.
import { compareReaders as compareFactsOfReaders } from "./pictures/compare-readers";
import type { ReadFacts } from "./pictures/page-facts";
import { rebuildFile as rebuildUpload, rewriteFile as rewriteUpload } from "./rebuild-file";
import { takeIn as takeInUpload } from "./take-in";
import { workerTask } from "./worker-task";

export const takeIn = workerTask(takeInUpload);

export const rebuildFile = workerTask(rebuildUpload);

export const rewriteFile = workerTask(rewriteUpload);

export const compareReaders = workerTask(({ one, other }: { one: ReadFacts; other: ReadFacts }) =>
  compareFactsOfReaders(one, other),
);
