import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { startServer, type StartedServer } from "@/e2e/server";
import { medianOf } from "./floors/read-and-hash";
import { makeCaller } from "./journeys/keep-alive-client";
import { documentsOf } from "./journeys/measure-journeys";
import { makePeople } from "./journeys/people";
import { wideLimits } from "./journeys/wide-limits";

/**
 * How long one caller waits for `POST /request-signature`, draft, one upload at a time: `npm run bench -- uploads
 * --against=FOLDER`. Both builds receive the same document one after the other, and the result is the ratio of each
 * pair. `--files=FOLDER` also uploads the PDFs in that folder (10 to 100 KB).
 */
const option = (name: string) =>
  process.argv.find((argument) => argument.startsWith(`--${name}=`))?.slice(name.length + 3);
const sizes = [
  { name: "50 KB, 1 page", bytes: 50_000, pages: 1, pairs: 40, bar: 1.3, target: {} },
  { name: "5 MB, 20 pages", bytes: 5_000_000, pages: 20, pairs: 25, bar: 1.2, target: {} },
];
/**
 * The server compares two readers after its answer, for up to a second; the next upload of one caller comes later than
 * that.
 */
const pauseMs = 1_500;

interface Side {
  server: StartedServer;
  send(base64: string): Promise<number | null>;
}

async function startSide(root: string): Promise<Side> {
  const server = await startServer({ root, env: { LIMITS: wideLimits(root) } });
  const { sender } = await makePeople(server, { byCode: 0, byPassword: 0 });
  const caller = makeCaller(server.origin);
  return {
    server,
    /** Milliseconds, or null when the document is refused. */
    async send(base64) {
      const body = JSON.stringify({ file: { base64 }, name: "Lease", users: [{ email: "ana@example.org" }] });
      const started = performance.now();
      const accepted = await caller.call("POST", "/request-signature", sender, body).then(
        () => true,
        (error: unknown) => {
          if (/ answered 4(?:13|22)/.test(String(error))) return false;
          throw error;
        },
      );
      return accepted ? performance.now() - started : null;
    },
  };
}

const against = option("against");
const folder = option("files");
const sides: Side[] = [];
try {
  if (against) sides.push(await startSide(path.resolve(against)));
  sides.push(await startSide(process.cwd()));
  console.log("| upload | pairs | before ms | after ms | ratio, median | bar |\n|---|---|---|---|---|---|");
  for (const size of sizes.filter(({ name }) => name.startsWith(option("size") ?? ""))) {
    const next = documentsOf(size);
    const documents = Array.from({ length: size.pairs + 4 }, () => next());
    await printPairs(size.name, documents, 4, size.bar);
  }
  if (folder) await printPairs(`PDFs of ${path.basename(folder)}`, readDocuments(folder), 0, 1.3);
} finally {
  for (const { server } of sides) await server.stop();
}

async function printPairs(name: string, documents: readonly string[], warmUps: number, bar: number): Promise<void> {
  const times: [number, number][] = [];
  for (const [index, document] of documents.entries()) {
    const taken: (number | null)[] = [];
    for (const side of index % 2 === 0 ? sides : sides.toReversed()) {
      taken.push(await side.send(document));
      await sleep(pauseMs);
    }
    if (index % 2 === 1) taken.reverse();
    const [before, after] = taken.length === 1 ? [taken[0], taken[0]] : taken;
    if (index >= warmUps && typeof before === "number" && typeof after === "number") times.push([before, after]);
  }
  const ratio = medianOf(times.map(([before, after]) => after / before));
  const [before, after] = [0, 1].map((side) => medianOf(times.map((pair) => pair[side] ?? NaN)));
  console.log(
    `| ${name} | ${String(times.length)} | ${(before ?? NaN).toFixed(1)} | ${(after ?? NaN).toFixed(1)} | ${ratio.toFixed(2)} | ${String(bar)}${ratio > bar ? ", missed" : ""} |`,
  );
}

function readDocuments(from: string): string[] {
  return readdirSync(from, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".pdf"))
    .sort()
    .map((name) => readFileSync(path.join(from, name)))
    .filter(({ length }) => length > 10_000 && length < 100_000)
    .slice(0, 60)
    .map((bytes) => bytes.toString("base64"));
}
