import { test as base, expect, type Page } from "@playwright/test";
import { apiClient, type ApiClient, type Person } from "@/e2e/api-client";
import { waitForHydration } from "@/e2e/browser/actions/wait-for-hydration";
import { gatherComplaints, type Complaints } from "@/e2e/browser/rules/complaints";
import { readInbox, type Inbox } from "@/e2e/browser/world/inbox";
import { logIns } from "@/e2e/browser/world/log-in";
import {
  newAccount,
  newRequest,
  storeSignature,
  type NamedPerson,
  type RequestPlan,
  type SeededRequest,
  type SignerPlan,
} from "@/e2e/browser/world/seed";
import { outputOf, returnServer, takeServer } from "@/e2e/browser/world/shared-servers";
import { seedWorld, type World } from "@/e2e/browser/world/world";
import type { StartedServer } from "@/e2e/server";
import type { Shown } from "./gallery";

export interface TestServer extends Pick<StartedServer, "origin" | "admin" | "dataDir"> {
  /** All output so far. */
  output(): string | Promise<string>;
  /** The result of `world`. A server that outlives its worker keeps it. */
  world?: World | null;
}

/** Whether a test of this worker has failed. */
let hasFailed = false;

interface OfWorker {
  /** The built product with data that no other worker uses at the same time. */
  server: TestServer;
  api: ApiClient;
  admin: Person;
  inbox: Inbox;
  /** One document in every state. Created once; tests must not change it. */
  world: World;
  /** A requester account of this worker. */
  requester: NamedPerson;
  newRequester: (name?: string) => Promise<NamedPerson>;
  /** A person with an account, a stored signature and initials. */
  newSigner: (name?: string, options?: { signingPassword?: boolean }) => Promise<NamedPerson>;
  newRequest: <S extends readonly SignerPlan[] | readonly [SignerPlan]>(
    plan: Omit<RequestPlan<S>, "requester"> & { requester?: Person },
  ) => Promise<SeededRequest<S>>;
  loggedIn: (page: Page, person: Person) => Promise<void>;
}

interface OfTest {
  complaints: Complaints;
  /** A page in a separate browser context, logged in if a person is given. */
  open: (path: string, as?: Person) => Promise<Page>;
  /** Opens a gallery entry in the test's page, as its viewer, and runs its steps. */
  show: (shown: Shown) => Promise<void>;
}

export const test = base.extend<OfTest, OfWorker>({
  server: [
    async ({}, use, { parallelIndex: place, project }) => {
      const server: TestServer = { ...(await takeServer(place, project.name)), output: () => outputOf(place) };
      await use(server);
      await returnServer(place, { world: server.world ?? null, isFit: !hasFailed });
    },
    { scope: "worker", timeout: 180_000 },
  ],
  api: [async ({ server }, use) => use(apiClient(server.origin)), { scope: "worker" }],
  admin: [async ({ server }, use) => use(server.admin), { scope: "worker" }],
  inbox: [async ({ api, admin }, use) => use(readInbox(api, admin)), { scope: "worker" }],
  world: [
    async ({ api, admin, server }, use) => {
      server.world ??= await seedWorld({ api, admin, dataDir: server.dataDir });
      await use(server.world);
    },
    { scope: "worker", timeout: 180_000 },
  ],
  requester: [async ({ newRequester }, use) => use(await newRequester("Ines Ribeiro")), { scope: "worker" }],
  newRequester: [
    async ({ api, admin }, use) => use((name = "Ines Ribeiro") => newAccount(api, admin, name, "requester")),
    { scope: "worker" },
  ],
  newSigner: [
    async ({ api, admin }, use) =>
      use(async (name = "Ana Silva", options = {}) => {
        const person = await newAccount(api, admin, name, "signer");
        await storeSignature(api, person, options);
        return person;
      }),
    { scope: "worker" },
  ],
  newRequest: [
    async ({ api, admin, requester }, use) => use((plan) => newRequest(api, admin, { requester, ...plan })),
    { scope: "worker" },
  ],
  loggedIn: [async ({ server }, use) => use(logIns(server.origin)), { scope: "worker" }],

  baseURL: async ({ server }, use) => use(server.origin),
  complaints: [
    async ({ server }, use, testInfo) => {
      const complaints = gatherComplaints(server.origin);
      await use(complaints);
      const all = await complaints.all();
      hasFailed ||= testInfo.status !== testInfo.expectedStatus || all.length > 0;
      expect(all, "what the pages did and must not").toEqual([]);
    },
    { auto: true },
  ],
  context: async ({ context, complaints }, use) => {
    await complaints.listen(context);
    waitForHydration(context);
    await use(context);
  },
  open: async ({ browser, complaints, loggedIn, baseURL }, use) => {
    const contexts: Awaited<ReturnType<typeof browser.newContext>>[] = [];
    await use(async (path, as) => {
      const context = await browser.newContext(baseURL ? { baseURL } : {});
      contexts.push(context);
      await complaints.listen(context);
      waitForHydration(context);
      const page = await context.newPage();
      if (as) await loggedIn(page, as);
      await page.goto(path);
      return page;
    });
    await Promise.all(contexts.map((context) => context.close()));
  },
  show: async ({ page, world, loggedIn, complaints }, use) =>
    use(async ({ path, as, status = 200, then }) => {
      if (status !== 200) complaints.expect(new RegExp(`status of ${status}`));
      const person = as?.(world);
      if (person) await loggedIn(page, person);
      const answer = await page.goto(path(world));
      expect(answer?.status()).toBe(status);
      await then?.(page, world);
    }),
});

export { expect };
