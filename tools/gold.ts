// `npm run test:gold`: verifies the signed PDFs of ../shared/gold against their expected verdicts, signs them once more
// and checks the result with an external tool, and verifies every file of ../shared/corpus.
import { existsSync } from "node:fs";
import path from "node:path";
import { answerCorpus } from "./gold/answer-corpus";
import { judgeVerdict } from "./gold/judge-verdict";
import { printSignedAgain, printVerdicts } from "./gold/print";
import { signAgain, type SignedAgain } from "./gold/sign-again";
import { readTable } from "./gold/table";

const folder = path.resolve("../shared/gold");
if (!existsSync(path.join(folder, "verify.tsv"))) {
  console.error("The gold files are not at ../shared/gold; nothing was tested.");
  console.log("0 passed, 1 failed");
  process.exit(1);
}

// First, before anything else increases this process's memory.
const corpus = answerCorpus(path.resolve("../shared/corpus"));

const { rows, warnings } = readTable(folder, path.resolve("docs/gold-contested.md"));
const outcomes = rows.map((row) => judgeVerdict(folder, row));
printVerdicts(outcomes);

const signedAgain: (SignedAgain & { signers: number })[] = [];
for (const signers of [1, 2]) {
  for (const { file } of rows) {
    const outcome = await signAgain(folder, file, signers);
    if (outcome) {
      signedAgain.push({ ...outcome, signers });
    }
  }
}
printSignedAgain(signedAgain);

corpus.failures.forEach((failure) => console.log(`corpus: ${failure}`));
warnings.forEach((warning) => console.log(`warning: ${warning}`));
const counted = outcomes.filter(({ ok }) => ok !== null);
const wrong =
  counted.filter(({ ok }) => !ok).length +
  signedAgain.filter(({ complaints }) => complaints.length > 0).length +
  corpus.failures.length;
const green = counted.filter(({ must }) => must === "green");
const contested = outcomes.length - counted.length;
console.log(
  `\nrows: ${counted.filter(({ ok }) => ok).length} of ${counted.length}, of them green ${green.filter(({ ok }) => ok).length} of ${green.length}; ${contested} contested, explained in docs/gold-contested.md`,
);
console.log(
  `corpus: ${corpus.files} files answered, slowest ${corpus.slowest.milliseconds.toFixed(0)} ms, peak of the process ${corpus.peakMemory.toFixed(0)} MiB`,
);
console.log(`slowest row: ${Math.max(...outcomes.map(({ milliseconds }) => milliseconds)).toFixed(0)} ms`);
console.log(`${Math.max(0, counted.length + signedAgain.length + corpus.files - wrong)} passed, ${wrong} failed`);
process.exitCode = wrong > 0 || warnings.length > 0 ? 1 : 0;
