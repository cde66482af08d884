import { randomBytes } from "node:crypto";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startPgBouncer } from "@/db/testing/pgbouncer";
import { startRealS3, type RealS3 } from "@/lib/platform/blobs/testing/s3-server";
import { apiClient } from "./api-client";
import { embeddedDatabase } from "./embedded-database";
import { waitFor } from "./journey";
import { buildImage, startContainer, type Container, type Image } from "./machines/container";
import { countIn, startExternalPostgres, type ExternalPostgres } from "./machines/external-postgres";
import { persistentClient } from "./machines/persistent-client";
import { startMachines, type Machines } from "./machines/several-machines";
import { expectNothingIsLost } from "./machines/signing-while-killed";
import { pageReader } from "./page-reader";
import { standaloneFolder, startServer, type StartedServer } from "./server";
import { unboundedRates } from "./unbounded-rates";

/**
 * The main use case in the three documented deployments, each killed midway. They run in parallel, because each mostly
 * waits until the leases of the killed process expire.
 */
const cleanUp: (() => Promise<unknown>)[] = [];
/** All guests come from one address, request codes at once, and share one inbox. */
const limits = {
  LIMITS: JSON.stringify({
    ...unboundedRates,
    codeSendsPerNetworkPerHour: 1000,
    signerCodesPerNetworkPerHour: 1000,
    linkMissesPerMinute: 6000,
  }),
};
const minutes = 60_000;

let store: RealS3;
let folder: string;

beforeAll(async () => {
  const made = standaloneFolder();
  made.catch(() => undefined);
  store = await startRealS3();
  cleanUp.push(() => store.stop());
  folder = await made;
}, 10 * minutes);
afterAll(async () => {
  for (const end of cleanUp.toReversed()) await end();
}, 2 * minutes);

/** A database that the servers did not start, and the other settings that servers need with it. */
async function externalDatabase(prefix: string): Promise<{ postgres: ExternalPostgres; env: Record<string, string> }> {
  const postgres = await startExternalPostgres();
  cleanUp.push(() => postgres.stop());
  const secret = { APP_SECRET: randomBytes(32).toString("hex") };
  return { postgres, env: { ...limits, ...secret, DATABASE_URL: postgres.url, ...store.environment(prefix) } };
}

describe.concurrent("the main job, killed midway @exhaustive", () => {
  test(
    "runs as one command with its own Postgres",
    async () => {
      let server: StartedServer = await startServer({ env: limits });
      const { dataDir, origin, admin } = server;
      const installation = {
        api: persistentClient(origin),
        admin,
        count: (statement: string) => countIn(embeddedDatabase(dataDir), statement),
      };
      try {
        await expectNothingIsLost(installation, async () => {
          await server.kill();
          server = await startServer({ env: limits, dataDir, port: Number(new URL(origin).port) });
        });
      } finally {
        await server.stop();
      }
    },
    5 * minutes,
  );

  test(
    "runs as a container on a read-only root, with an external Postgres and S3",
    async () => {
      const image: Image = await buildImage({ built: path.dirname(folder) });
      cleanUp.push(() => image.remove());
      expect(image.config.user).toBe("10001:10001");
      expect(image.megabytes).toBeLessThan(450);
      const { postgres, env } = await externalDatabase("container");
      const container: Container = await startContainer(image, env);
      try {
        const installation = {
          api: persistentClient(container.origin),
          admin: container.admin,
          count: (statement: string) => postgres.count(statement),
        };
        await expectNothingIsLost(installation, async () => {
          await container.kill();
          await container.restart();
        });
      } finally {
        await container.stop();
      }
    },
    // Building the image takes most of it.
    15 * minutes,
  );

  describe("two machines whose clocks are 90 s apart, behind a proxy, with PgBouncer and S3", () => {
    let postgres: ExternalPostgres;
    let machines: Machines;

    beforeAll(async () => {
      const external = await externalDatabase("machines");
      postgres = external.postgres;
      const pooler = await startPgBouncer(postgres.url);
      cleanUp.push(() => pooler.stop());
      machines = await startMachines({
        root: folder,
        env: { ...external.env, DATABASE_URL: pooler.url },
        clocks: [45, -45],
      });
      cleanUp.push(() => machines.stop());
    }, 4 * minutes);

    test.sequential("share sessions: one that either machine started is known to both, and so is its end", async () => {
      const admin = machines.web[0]?.admin ?? null;
      const pages = await pageReader(machines.origin, admin);
      for (let request = 0; request < 4; request++)
        expect((await pages.read("/documents")).title).toContain("Documents");
      const [first, second] = machines.web.map(({ origin }) => apiClient(origin));
      const named = await first?.call<{ id: number; token: string }>("POST", "/account/tokens", {
        as: admin,
        json: { name: "both", scopes: ["read"] },
      });
      const token = named?.body.token ?? "";
      const statuses = async () => [
        (await first?.call("GET", "/account/me", { as: token }))?.status,
        (await second?.call("GET", "/account/me", { as: token }))?.status,
      ];
      expect(await statuses()).toEqual([200, 200]);
      expect((await second?.call("DELETE", `/account/tokens/${String(named?.body.id)}`, { as: admin }))?.status).toBe(
        200,
      );
      // The other machine may cache the token for almost a second (lib/auth/resolve-actor.ts).
      await waitFor(async () => (await statuses()).every((status) => status === 401) || undefined, "both to refuse it");
    });

    test.sequential("count failed log-ins across both machines", async () => {
      const wrong = { email: "nobody@example.org", password: "not the password of anybody" };
      const statuses: number[] = [];
      for (let attempt = 0; attempt < 12; attempt++)
        statuses.push((await apiClient(machines.origin).call("GET", "/account/me", { as: wrong })).status);
      expect(statuses).toEqual([...Array<number>(10).fill(401), 429, 429]);
    });

    test.sequential.each([-600, 600])(
      "delete only old rows with a worker whose clock is wrong by %s s",
      async (clock) => {
        const age = (of: string, more: string) => `now() - interval '${of}' - interval '${more}'`;
        for (const [kind, more] of [
          ["old", "5 minutes"],
          ["young", "-5 minutes"],
        ] as const)
          await postgres.run(`
          insert into idempotency_keys (key, asked, run, leased_until, created_at) values ('${kind}', '', gen_random_uuid(), now(), ${age("72 hours", more)});
          insert into outbox_jobs (kind, payload, done_at) values ('${kind}', '{}', ${age("30 days", more)})`);
        await machines.sweep(clock);
        const left = (kind: string) =>
          postgres.count(`select (select count(*) from idempotency_keys where key = '${kind}')
        + (select count(*) from outbox_jobs where kind = '${kind}') as n`);
        expect([await left("old"), await left("young")]).toEqual([0, 2]);
        await postgres.run(
          "delete from idempotency_keys where key = 'young'; delete from outbox_jobs where kind = 'young'",
        );
      },
    );

    test.sequential(
      "survive the killing of a web process and the worker",
      async () => {
        const dying = await machines.startWorker(0);
        const api = persistentClient(machines.origin);
        const admin = machines.web[0]?.admin ?? { email: "", password: "" };
        const startedAt = await postgres.count("select extract(epoch from now()) * 1000 as n");
        let held: number[] = [];
        const signed = await expectNothingIsLost(
          { api, admin, count: (statement) => postgres.count(statement) },
          async () => {
            await machines.web[0]?.kill();
            held = await killWhileItHoldsAJob(dying);
            for (const machine of [0, 1]) await machines.startWorker(machine);
            await machines.restart(0);
          },
        );
        const endedAt = await postgres.count("select extract(epoch from now()) * 1000 as n");
        for (const { uuid } of signed)
          for (const at of signingTimes(await api.bytes(`/file/${uuid}/content?version=current`, admin))) {
            expect(at).toBeGreaterThan(startedAt - 1000);
            expect(at).toBeLessThan(endedAt);
          }
        expect(machines.balancer.answers.every((answers) => answers > 10)).toBe(true);
        expect(held.length).toBeGreaterThan(0);
        // Two workers with different clocks do not take each other's jobs, and each job of the dead worker was repeated
        // once.
        const repeated = `select count(*) as n from outbox_jobs where attempts > 1 and id <> all('{${held.join()}}')`;
        expect(await postgres.count(repeated)).toBe(0);
        const repeatedlyHeld = `select count(*) as n from outbox_jobs where attempts = 2 and id = any('{${held.join()}}')`;
        expect(await postgres.count(repeatedlyHeld)).toBe(held.length);
      },
      6 * minutes,
    );

    /**
     * The signing times that the signatures of a PDF state (ISO 32000-2, 12.8.1, M), in milliseconds, with a precision
     * of one second.
     */
    function signingTimes(pdf: Buffer): number[] {
      const dates = [...pdf.toString("latin1").matchAll(/\/M\s*\(D:(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z?/g)];
      expect(dates).toHaveLength(3);
      return dates.map(([, year, month, ...rest]) => {
        const [day, hour, minute, second] = rest.map(Number);
        return Date.UTC(Number(year), Number(month) - 1, day, hour, minute, second);
      });
    }

    /**
     * Returns the jobs that the worker had begun. It is paused first, so that no job ends between the query and the
     * kill.
     */
    async function killWhileItHoldsAJob(worker: Awaited<ReturnType<Machines["startWorker"]>>): Promise<number[]> {
      for (;;) {
        if ((await postgres.count("select count(*) as n from outbox_jobs where leased_by is not null")) === 0) {
          await sleep(5);
          continue;
        }
        worker.signal("SIGSTOP");
        const held = await postgres.list("select id as n from outbox_jobs where leased_by is not null");
        if (held.length > 0) {
          await worker.kill();
          return held;
        }
        worker.signal("SIGCONT");
      }
    }
  });
});
