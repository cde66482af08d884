import type { Browser, BrowserContext, Page } from "@playwright/test";
import type { ApiClient, Person } from "@/e2e/api-client";
import { logIns } from "@/e2e/browser/world/log-in";
import {
  newAccount,
  newRequest,
  storeSignature,
  stranger,
  type NamedPerson,
  type RequestPlan,
  type SeededRequest,
} from "@/e2e/browser/world/seed";
import { observePage } from "./observe-page";
import { scanPdf, textPdf } from "./sample-pdfs";

/** Server, accounts and documents for the measurements. */
export interface BenchWorld {
  api: ApiClient;
  admin: Person;
  origin: string;
  dataDir: string;
  browser: Browser;
  requester: NamedPerson;
  signer: NamedPerson;
  /** Sent to the signer. */
  contract: SeededRequest;
  /** Sent to a signer without an account. */
  invited: SeededRequest;
  scan: SeededRequest;
  /** Drafts, for the editor. */
  draft: SeededRequest;
  scanDraft: SeededRequest;
  book: SeededRequest;
  crowded: SeededRequest;
  /**
   * A page in a fresh browser context with an empty cache and the observers of observe-page.ts, in which the person is
   * logged in.
   */
  open: (person: Person | null) => Promise<{ page: Page; close: () => Promise<void> }>;
}

const mostFields = 200;

export async function makeWorld(
  server: { api: ApiClient; admin: Person; origin: string; dataDir: string },
  browser: Browser,
): Promise<BenchWorld> {
  const { api, admin } = server;
  const requester = await newAccount(api, admin, "Ines Ribeiro", "requester");
  const signer = await newAccount(api, admin, "Ana Silva", "signer");
  await storeSignature(api, signer);
  const request = (
    name: string,
    pdf: Buffer,
    rest: Pick<RequestPlan, "release" | "fields"> = {},
  ): Promise<SeededRequest> => newRequest(api, admin, { requester, name, pdf, signers: [{ person: signer }], ...rest });
  const [contract, scan] = [textPdf(100), await scanPdf(20, 1_000_000)];
  const logIn = logIns(server.origin);
  return {
    ...server,
    browser,
    requester,
    signer,
    contract: await request("Contract of 100 pages", contract),
    invited: await newRequest(api, admin, {
      requester,
      name: "Contract for a stranger",
      pdf: contract,
      signers: [{ person: stranger("Dora Novak") }],
    }),
    scan: await request("Scan of 20 MB", scan),
    draft: await request("Draft of 100 pages", contract, { release: false }),
    scanDraft: await request("Draft of a scan", scan, { release: false }),
    book: await request("Book of 500 pages", textPdf(500), { release: false }),
    crowded: await request("Draft with 200 fields", textPdf(3), { release: false, fields: manyFields() }),
    open: async (person) => openFresh(browser, person && ((page) => logIn(page, person))),
  };
}

/** Ten columns of small fields that do not overlap. */
function manyFields(): { page: number; left: number; top: number; width: number; height: number; type: "initial" }[] {
  return Array.from({ length: mostFields }, (_, index) => ({
    type: "initial",
    page: 1,
    left: 20 + (index % 10) * 56,
    top: 20 + Math.floor(index / 10) * 40,
    width: 44,
    height: 24,
  }));
}

async function openFresh(
  browser: Browser,
  logIn: ((page: Page) => Promise<void>) | null,
): Promise<{ page: Page; close: () => Promise<void> }> {
  // Logging in on a page fills the cache, so the measured context receives only the session cookies.
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  if (logIn) await logIn(await context.newPage());
  const cookies = await context.cookies();
  await context.close();
  const measured: BrowserContext = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  await measured.addCookies(cookies);
  // The bundler names functions through a helper that does not exist in the page.
  await measured.addInitScript({ content: "globalThis.__name = (target) => target;" });
  await measured.addInitScript(observePage);
  return { page: await measured.newPage(), close: () => measured.close() };
}
