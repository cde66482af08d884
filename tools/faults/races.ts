import { sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { makePdf } from "@/lib/pdf/testing/make-pdf";
import { inLanes } from "@/tools/judges/in-lanes";
import { create, runOperation, transitions, type Document } from "./operations";
import type { World } from "./world";

type Transition = (typeof transitions)[number];

export interface RaceFigures {
  pairs: number;
  rounds: number;
  /** Rounds of the pair with the fewest. */
  fewest: number;
}

const lanes = 4;
/** One empty page: the transitions race, and a larger document would only cost rounds. */
const bytes = makePdf({ pages: [{}] });
const expected = new Set([200, 403, 404, 409, 410, 412, 422]);

/**
 * Runs every two transitions of a document at the same moment, each also with itself, `rounds` times or until the time
 * is over.
 */
export async function raceAll(
  world: World,
  db: Db,
  { rounds, endsAt }: { rounds: number; endsAt: number },
): Promise<RaceFigures> {
  await skipReaders(db);
  const pairs = transitions.flatMap((first, at) => transitions.slice(at).map((second) => [first, second] as const));
  const done = new Map(pairs.map((pair) => [pair, 0]));
  const all = Array.from({ length: rounds }, (_, round) =>
    pairs.map((pair) => ({ id: `${pair.join(" ")} ${String(round)}`, pair, round })),
  ).flat();
  await inLanes(
    all,
    async ({ pair, round }) => {
      if (performance.now() > endsAt) return;
      await race(world, db, pair, round);
      done.set(pair, (done.get(pair) ?? 0) + 1);
    },
    lanes,
  );
  const counts = [...done.values()];
  return { pairs: pairs.length, rounds: counts.reduce((sum, count) => sum + count, 0), fewest: Math.min(...counts) };
}

/** Marks the comparison of readers as done: it is most of the work of a round and plays no part in a race. */
async function skipReaders(db: Db): Promise<void> {
  await db.execute(sql`create function readers_are_known() returns trigger language plpgsql as
    $$ begin new.readers := '{"compared":1,"of":1,"differences":[]}'; return new; end $$`);
  await db.execute(
    sql`create trigger readers_are_known before insert on files for each row execute function readers_are_known()`,
  );
}

async function race(
  world: World,
  db: Db,
  [first, second]: readonly [Transition, Transition],
  round: number,
): Promise<void> {
  const isDraft = first === "release" || second === "release";
  const document = await create(
    world,
    `Race ${first} ${second} ${String(round).padStart(3, "0")}`,
    isDraft ? { bytes } : { bytes, status: 1 },
  );
  if (!document) return;
  await Promise.all([first, second].map((transition) => judged(world, db, transition, document)));
}

async function judged(world: World, db: Db, transition: Transition, document: Document): Promise<void> {
  const reply = await runOperation(world, db, transition, document);
  if (reply && reply.status < 500 && !expected.has(reply.status))
    world.journal.complain(
      "lost",
      `${transition} of ${document.name} answered ${String(reply.status)} ${reply.code ?? ""}`,
    );
}
