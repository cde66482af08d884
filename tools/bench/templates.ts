import { startServer } from "@/e2e/server";
import { medianOf } from "./floors/read-and-hash";
import { makeCaller } from "./journeys/keep-alive-client";
import { documentsOf } from "./journeys/measure-journeys";
import { makePeople } from "./journeys/people";
import { wideLimits } from "./journeys/wide-limits";

/**
 * How long one caller waits for a request that is created and sent: from a template, and from an upload of the same
 * document, alternating. A request from a template reads no upload, so the ratio should be at most 1.
 */
const rounds = 30;
const warmUps = 4;
const sizes = [
  { name: "50 KB, 1 page", bytes: 50_000, pages: 1, target: {} },
  { name: "5 MB, 20 pages", bytes: 5_000_000, pages: 20, target: {} },
];
const email = "ana@example.org";
const field = { page: 1, top: 100, left: 60, width: 180, height: 60 };

const server = await startServer({ env: { LIMITS: wideLimits(process.cwd()) } });
try {
  const { sender } = await makePeople(server, { byCode: 0, byPassword: 0 });
  const caller = makeCaller(server.origin);
  const post = (path: string, json: object) => caller.call("POST", path, sender, JSON.stringify(json));
  console.log(
    "| created and sent | from an upload, ms | from a template, ms | ratio, median | bar |\n|---|---|---|---|---|",
  );
  for (const size of sizes) {
    const base64 = documentsOf(size)();
    const template = (await post("/templates", {
      name: "Lease",
      file: { base64 },
      roles: [{ name: "Tenant" }],
      fields: [{ role: "Tenant", type: "signature", coordinates: field }],
    })) as { id: number };
    const ways: (() => Promise<unknown>)[] = [
      () =>
        post("/request-signature", {
          status: 1,
          name: "Lease",
          file: { base64 },
          users: [{ email, visibleElements: [{ type: "signature", coordinates: field }] }],
        }),
      () => post(`/templates/${String(template.id)}/requests`, { status: 1, people: { Tenant: { email } } }),
    ];
    const times = await inTurns(ways);
    const [upload, fromTemplate] = times.map(medianOf);
    const ratio = medianOf((times[1] ?? []).map((taken, round) => taken / (times[0]?.[round] ?? NaN)));
    console.log(
      `| ${size.name} | ${(upload ?? NaN).toFixed(1)} | ${(fromTemplate ?? NaN).toFixed(1)} | ${ratio.toFixed(2)} | 1${ratio > 1 ? ", missed" : ""} |`,
    );
  }
} finally {
  await server.stop();
}

/** Milliseconds of each variant, one call after the other, in an order that changes with every round. */
async function inTurns(ways: readonly (() => Promise<unknown>)[]): Promise<number[][]> {
  const times: number[][] = ways.map(() => []);
  for (let round = 0; round < rounds + warmUps; round++) {
    const order = ways.map((way, index) => ({ way, index }));
    for (const { way, index } of round % 2 === 0 ? order : order.reverse()) {
      const startedAt = performance.now();
      await way();
      if (round >= warmUps) times[index]?.push(performance.now() - startedAt);
    }
  }
  return times;
}
