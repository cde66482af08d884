// `npm run test:roles -- [--seed=N] [--share=N] [--only=TEXT] [--keep=FOLDER]`: makes one object of a signed file serve
// two roles, abuses every change that the rules permit, and checks that no file is green that shows something else.
// With `--share=N`, each construction is tried on its first file and on one in N of the others. docs: CONTRIBUTING.md,
// "Benches".
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { startEngine } from "@/lib/engine/pool";
import { inLanes } from "./judges/in-lanes";
import { option } from "./judges/options";
import { PdfiumJudge } from "./judges/pdfium-judge";
import { planMutants, shareOf } from "./roles/abuse-mutants";
import { judgeMutant } from "./roles/judge-mutant";
import { printReport } from "./roles/report";
import { makeParty } from "./roles/sign-subject";

const seed = Number(option("seed") ?? Math.floor(Math.random() * 2 ** 31));
const only = option("only");
const share = Number(option("share") ?? 1);
const gold = path.resolve("../shared/gold");
console.log(`seed ${seed}`);
if (!existsSync(gold)) console.log("The gold files are not at ../shared/gold; only files of our own are abused.");
const engine = startEngine({ distDir: path.resolve("dist"), maxPdfBytes: 100 * 1024 * 1024 });
const folder = await mkdtemp(path.join(tmpdir(), "roles-"));
try {
  const all = planMutants({ engine, party: await makeParty(), folder, seed }, gold);
  const planned = only === null ? shareOf(all, share) : all.filter(({ id }) => id.includes(only));
  const bench = { engine, pdfium: await PdfiumJudge.start(), folder, keepIn: option("keep") };
  if (bench.keepIn !== null) await mkdir(bench.keepIn, { recursive: true });
  const judgements = await inLanes(planned, (mutant) => judgeMutant(bench, mutant));
  process.exitCode = printReport(judgements, seed) === 0 ? 0 : 1;
} finally {
  await engine.close();
  await rm(folder, { recursive: true, force: true });
}
