import { setTimeout as sleep } from "node:timers/promises";
import { makePdf } from "@/lib/pdf/testing/make-pdf";
import { documentsOf, sizes } from "../journeys/measure-journeys";
import { runJourney } from "../journeys/one-journey";
import type { People, Signer } from "../journeys/people";
import { LeftError, RefusedError, type NotingCaller } from "./noting-caller";

/** Maximum number of concurrent operations. No more are started beyond it, to bound the clients' memory. */
const mostRunning = 1_500;

export interface LoadFigures {
  begun: number;
  /** Operations that ran to completion. */
  done: number;
  journeys: number;
  /** Operations that ended early, with 429 or 503, or because their caller disconnected. */
  failures: string[];
}

export type Operation = () => Promise<"journey" | "other">;

/**
 * A sequence of operations: one in seven is a document from upload to seal, the others view documents or verify one.
 */
export async function mixedOperations(caller: NotingCaller, people: People): Promise<Operation> {
  const [size] = sizes;
  if (!size) throw new Error("a size");
  const nextDocument = documentsOf(size);
  const uuid = await newDocument(caller, people, nextDocument());
  const pdf = makePdf({ pages: [{}], sizeBytes: 52_000 });
  const [read, signer] = [{ authorization: people.sender }, people.byPassword[0]?.authorization ?? ""];
  let turn = 0;
  const journey = async (): Promise<"journey"> => {
    const count = Math.floor(turn / 7);
    const byCode = count % 2 === 0;
    const signers = byCode ? people.byCode : people.byPassword;
    await runJourney(
      caller,
      people,
      nextDocument(),
      signers[(count >> 1) % signers.length] as Signer,
      byCode ? "email" : "password",
    );
    return "journey";
  };
  const other =
    (method: string, path: string, headers: Record<string, string>, body?: Buffer) => async (): Promise<"other"> => {
      await caller.send(method, `/api/v1${path}`, headers, body);
      return "other";
    };
  const mix = [
    journey,
    other("GET", "/file/list?length=20", read),
    other("GET", "/file/list/mark", { authorization: signer }),
    other("GET", `/file/${uuid}/content`, read),
    () => other("GET", `/file/${uuid}/pages/1/image?width=${String(600 + (turn % 200))}`, read)(),
    other("GET", `/file/validate/uuid/${uuid}`, read),
    other("POST", "/file/validate", { "content-type": "application/pdf" }, pdf),
  ];
  return () => (mix[turn++ % mix.length] as Operation)();
}

async function newDocument(caller: NotingCaller, people: People, base64: string): Promise<string> {
  const { uuid } = await caller.call<{ uuid: string }>("POST", "/request-signature", people.sender, {
    file: { base64 },
    name: "Lease",
    users: [{ email: "ana@example.org" }],
  });
  return uuid;
}

/** Operations per second by `clients` callers, each starting its next operation when the last one has ended. */
export async function measureCapacity(next: Operation, clients: number, seconds: number): Promise<number> {
  const startedAt = performance.now();
  let done = 0;
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (performance.now() - startedAt < seconds * 1000) {
        await next();
        done += 1;
      }
    }),
  );
  return done / ((performance.now() - startedAt) / 1000);
}

/**
 * Starts `perSecond` operations regardless of whether earlier ones have ended, like independent callers, and waits for
 * the last one.
 */
export async function runLoad(next: Operation, perSecond: number, seconds: number): Promise<LoadFigures> {
  const figures: LoadFigures = { begun: 0, done: 0, journeys: 0, failures: [] };
  const running = new Set<Promise<void>>();
  const startedAt = performance.now();
  const one = async (): Promise<void> => {
    try {
      if ((await next()) === "journey") figures.journeys += 1;
      figures.done += 1;
    } catch (error) {
      const isShed = error instanceof RefusedError && (error.status === 429 || error.status === 503);
      if (!isShed && !(error instanceof LeftError))
        figures.failures.push(error instanceof Error ? error.message : String(error));
    }
  };
  while (performance.now() - startedAt < seconds * 1000) {
    const due = Math.floor(((performance.now() - startedAt) / 1000) * perSecond);
    for (; figures.begun < due; figures.begun += 1) {
      if (running.size >= mostRunning) continue;
      const work: Promise<void> = one().finally(() => running.delete(work));
      running.add(work);
    }
    await sleep(10);
  }
  await Promise.all(running);
  return figures;
}
