import type { PdfEngine } from "@/lib/engine/engine";

const inFlight = 16;
const perRound = 400;
const rounds = 7;

/** Signatures per second of each engine with a full queue. Rounds alternate; the result is the median of each. */
export async function signaturesPerSecond(
  engines: readonly PdfEngine[],
  sign: (engine: PdfEngine) => Promise<unknown>,
): Promise<number[]> {
  const measured: number[][] = engines.map(() => []);
  for (let round = -1; round < rounds; round += 1) {
    for (const [index, engine] of engines.entries()) {
      const perSecond = await oneRound(() => sign(engine));
      // The first round loads the code.
      if (round >= 0) measured[index]?.push(perSecond);
    }
  }
  return measured.map((values) => [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0);
}

async function oneRound(sign: () => Promise<unknown>): Promise<number> {
  let left = perRound;
  const lane = async () => {
    while (left > 0) {
      left -= 1;
      await sign();
    }
  };
  const started = performance.now();
  await Promise.all(Array.from({ length: inFlight }, lane));
  return perRound / ((performance.now() - started) / 1000);
}
