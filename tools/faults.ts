// `npm run test:faults -- [--minutes=15] [--seed=N] [--only=PART]`: kills, races and faults against the built server,
// followed by a comparison of its data.
// Exits with 0 if nothing was lost, duplicated or stuck, no request was answered 500, and a run of full length reached
// its number of kills and rounds.
import { connect } from "@/db/client";
import { buildWhenStale } from "@/scripts/bootstrap/build.mjs";
import { oneAtATime } from "@/scripts/bootstrap/install.mjs";
import { killUnderLoad, seeded, type Random } from "@/tools/faults/kills";
import { killDuringBulkSend } from "./faults/bulk-send";
import { compareWithJournal } from "./faults/compare";
import { killDuringEnvelopes } from "./faults/envelopes";
import { fullDisk } from "./faults/full-disk";
import type { Journal } from "./faults/journal";
import { raceAll } from "./faults/races";
import { silentDatabase } from "./faults/silent-database";
import { slowMail } from "./faults/slow-mail";
import { stopping } from "./faults/stopping";
import { databaseUrl, makeWorld, type World } from "./faults/world";
import { option } from "./judges/options";

const fullMinutes = 15;
const minutes = Number(option("minutes") ?? fullMinutes);
const isShortened = minutes < fullMinutes;
const only = option("only");
const seed = Number(option("seed") ?? Math.floor(Math.random() * 2 ** 31));
/**
 * Maximum share of the minutes for these two parts; each ends as soon as it is done. A shortened run is to end in time,
 * and one of full length has to reach its numbers.
 */
const shares = isShortened ? { kills: 0.55, races: 0.4 } : { kills: 1, races: 1 };
/** A shorter run has fewer rows and envelopes, but as many kills for each of them. */
const share = Math.min(1, minutes / fullMinutes);
const wanted = {
  kills: 100,
  rounds: 50,
  bulkSend: { rows: Math.ceil(1000 * share), kills: Math.ceil(10 * share) },
  envelopes: { envelopes: Math.ceil(8 * share), files: 20 },
};

interface Part {
  journal: Journal;
  summary: string;
  /** Fewer kills or rounds than wanted. */
  isShort?: boolean;
}

const parts: readonly (readonly [string, (random: Random) => Promise<Part>])[] = [
  ["kills", kills],
  ["races", races],
  [
    "silent database",
    async () => {
      const { world, slowestMs, recoveryMs, answers } = await silentDatabase();
      return {
        journal: world.journal,
        summary: `answered ${answers.join(", ")} within ${slowestMs.toFixed(0)} ms, and again ${recoveryMs.toFixed(0)} ms after its return`,
      };
    },
  ],
  [
    "slow mail",
    async () => {
      const { world, queued, leftMs, takenMs } = await slowMail();
      return {
        journal: world.journal,
        summary: `a code left after ${leftMs.toFixed(0)} ms, and was taken after ${takenMs.toFixed(0)} ms, while ${String(queued)} invitations of a bulk send waited`,
      };
    },
  ],
  ["bulk send", bulkSend],
  ["envelopes", envelopes],
  [
    "full disk",
    async () => {
      const { world, refused, health, readiness, evidence, evidenceMs } = await fullDisk();
      return {
        journal: world.journal,
        summary: `${String(refused)} of 6 uploads refused whole, health of documents is ${health} and /readyz ${String(readiness)}, ${String(evidence)} evidence jobs waited and were done ${evidenceMs.toFixed(0)} ms after there was space`,
      };
    },
  ],
  [
    "SIGTERM",
    async () => {
      const { world, answered } = await stopping();
      return { journal: world.journal, summary: `${String(answered)} of 20 requests on open connections answered` };
    },
  ],
];

async function kills(random: Random): Promise<Part> {
  const world = await makeWorld();
  return ended(world, async () => {
    const figures = await killUnderLoad(world, random, {
      count: wanted.kills,
      endsAt: performance.now() + minutes * 60_000 * shares.kills,
    });
    const { server, Postgres, child, thread, journeys } = figures;
    const done = server + Postgres + child + thread;
    return {
      isShort: done < wanted.kills,
      summary: `${String(done)} of ${String(wanted.kills)} kills: ${String(server)} of the server, ${String(Postgres)} of Postgres, ${String(child)} of children, ${String(thread)} of threads, under ${String(journeys)} journeys`,
    };
  });
}

async function races(): Promise<Part> {
  const world = await makeWorld();
  return ended(world, async () => {
    const connection = connect(databaseUrl(world.dataDir), 6);
    const { pairs, rounds, fewest } = await raceAll(world, connection.db, {
      rounds: wanted.rounds,
      endsAt: performance.now() + minutes * 60_000 * shares.races,
    });
    await connection.close();
    return {
      isShort: fewest < wanted.rounds,
      summary: `${String(fewest)} of ${String(wanted.rounds)} rounds of each of ${String(pairs)} pairs, ${String(rounds)} in total`,
    };
  });
}

async function bulkSend(random: Random): Promise<Part> {
  const world = await makeWorld();
  try {
    const { rows, kills, queuedMs, sentSeconds } = await killDuringBulkSend(world, random, wanted.bulkSend);
    return {
      journal: world.journal,
      summary: `${String(rows)} rows queued in ${queuedMs.toFixed(0)} ms and sent in ${sentSeconds.toFixed(0)} s, with ${String(kills)} kills of the server`,
    };
  } finally {
    await world.end();
  }
}

async function envelopes(random: Random): Promise<Part> {
  const world = await makeWorld();
  try {
    const figures = await killDuringEnvelopes(world, random, wanted.envelopes);
    return {
      journal: world.journal,
      summary: `${String(figures.envelopes)} envelopes of ${String(figures.files)} files, killed while they were signed: ${String(figures.signed)} times all files had the signature, ${String(figures.unsigned)} times none`,
    };
  } finally {
    await world.end();
  }
}

/** Runs the workload, compares the data with the acknowledged operations, and stops the server. */
async function ended(world: World, work: () => Promise<Omit<Part, "journal">>): Promise<Part> {
  try {
    const { summary, isShort } = await work();
    const connection = connect(databaseUrl(world.dataDir), 2);
    const { promised, outdated } = await compareWithJournal(world, connection.db);
    await connection.close();
    return {
      journal: world.journal,
      isShort: isShort === true,
      summary: `${summary}; ${String(promised)} promised e-mails, ${String(outdated)} of them outdated before they were sent`,
    };
  } finally {
    await world.end();
  }
}

const root = process.cwd();
await oneAtATime(root, () => buildWhenStale(root));
console.log(
  `faults: seed ${String(seed)}, ${String(minutes)} minutes${isShortened ? `, shortened: ${String(wanted.kills)} kills and ${String(wanted.rounds)} rounds are only required of ${String(fullMinutes)} minutes` : ""}`,
);
const columns = ["acknowledged", "lost", "doubled", "stuck", "serverErrors", "askedToComeAgain"] as const;
console.log(["part".padEnd(16), "acknowledged", "lost", "doubled", "stuck", "5xx", "503 and 507"].join("  "));
let failed = 0;
for (const [name, run] of parts.filter(([name]) => only === null || name === only)) {
  const part = await run(seeded(seed)).catch((error: unknown) => error as Error);
  if (part instanceof Error) {
    failed += 1;
    console.log(`${name.padEnd(16)}  broke off: ${part.stack ?? part.message}`);
    continue;
  }
  const tally = part.journal.tally();
  const isTooShort = part.isShort === true && !isShortened;
  const isClean = tally.lost + tally.doubled + tally.stuck + tally.serverErrors === 0 && !isTooShort;
  if (!isClean) failed += 1;
  const widths = [12, 4, 7, 5, 3, 3];
  console.log(
    `${name.padEnd(16)}  ${columns.map((column, at) => String(tally[column]).padStart(widths[at] ?? 0)).join("  ")}  ${part.summary}`,
  );
  for (const complaint of part.journal.complaints.slice(0, 20)) console.log(`    ${complaint}`);
  if (part.isShort) console.log(isTooShort ? "    too few for a run of full length" : "    shortened run");
}
if (failed > 0) console.log(`again: npm run test:faults -- --minutes=${String(minutes)} --seed=${String(seed)}`);
console.log(`${String((only === null ? parts.length : 1) - failed)} passed, ${String(failed)} failed`);
process.exit(failed === 0 ? 0 : 1);
