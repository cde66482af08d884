// Signs every file of the corpus as the product does and checks the results with external tools: npm run test:corpus
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { availableParallelism, tmpdir } from "node:os";
import path from "node:path";
import { startEngine } from "@/lib/engine/pool";
import { readManifest, type Sample } from "@/tools/corpus/sign-sample";
import { judgeSample, type Verdict } from "./corpus/judge-sample";
import { takeOraclesAside } from "./corpus/oracles";
import { printReport } from "./corpus/report";
import { makeSigningParty } from "./corpus/signing-party";
import { watchMemory } from "./corpus/watch-memory";

const root = process.cwd();
const corpus = path.resolve(root, "../shared/corpus");
const maxPdfBytes = 100 * 1024 * 1024;

if (!existsSync(path.join(corpus, "MANIFEST.tsv"))) {
  console.error(`The corpus is not at ${path.relative(root, corpus)}; nothing was tested.`);
  console.log("0 passed, 1 failed");
  process.exit(1);
}

const [only] = process.argv.slice(2);
const samples = readManifest(corpus).filter(({ name }) => only === undefined || name.includes(only));
takeOraclesAside();
const engine = startEngine({ distDir: path.join(root, "dist"), maxPdfBytes });
const folder = await mkdtemp(path.join(tmpdir(), "corpus-"));
const peaks = watchMemory();
try {
  const party = await makeSigningParty(engine);
  const verdicts = await inParallel(samples, availableParallelism() + 1, (sample) =>
    judgeSample({ engine, party, folder }, sample),
  );
  peaks.stop();
  process.exitCode = printReport(verdicts, peaks, only === undefined) ? 0 : 1;
} finally {
  await engine.close();
  await rm(folder, { recursive: true, force: true });
}

async function inParallel(
  all: readonly Sample[],
  width: number,
  work: (sample: Sample) => Promise<Verdict>,
): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  const queue = all.values();
  const lane = async () => {
    for (const sample of queue) {
      verdicts.push(await work(sample));
    }
  };
  await Promise.all(Array.from({ length: width }, lane));
  return verdicts;
}
