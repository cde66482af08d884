import { mkdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { chromium, type Browser, type Page } from "@playwright/test";
import sharp from "sharp";
import { apiClient, type ApiClient, type Person } from "@/e2e/api-client";
import { choosePdf } from "@/e2e/browser/actions/choose-pdf";
import { untilSettled } from "@/e2e/browser/rules/settled";
import { logIns } from "@/e2e/browser/world/log-in";
import { expectStatus, waitFor } from "@/e2e/journey";
import { startServer } from "@/e2e/server";
import { chromiumLaunch } from "./chromium";

/**
 * Takes the screenshots of the landing page and the README, light and dark, from the demo documents: `npm run
 * screenshots -- pictures [NAME…]` starts its own server; with ORIGIN and DATA_DIR in the environment it uses a running
 * one. The screenshots are committed.
 */
interface Demo {
  api: ApiClient;
  person: Person;
  /** Finds a demo document by its flat, such as "4D". */
  uuidOf(flat: string): Promise<string>;
}

interface Picture {
  folder: "public/pictures" | "docs/pictures";
  name: string;
  width: number;
  height: number;
  take: (page: Page, demo: Demo) => Promise<void>;
}

const wide = { width: 1280, height: 800 };
const phone = { width: 390, height: 780 };

const pictures: readonly Picture[] = [
  {
    folder: "docs/pictures",
    name: "documents",
    width: 1280,
    height: 640,
    take: async (page) => void (await page.goto("/documents")),
  },
  {
    folder: "public/pictures",
    name: "editor",
    ...wide,
    take: async (page, demo) => {
      await page.goto(`/documents/${await demo.uuidOf("4D")}/edit`);
      await page.getByRole("button", { name: /^Signature for Ana Silva/ }).click();
    },
  },
  { folder: "public/pictures", name: "sign", ...wide, take: openSigning },
  { folder: "public/pictures", name: "sign-phone", ...phone, take: openSigning },
  {
    folder: "public/pictures",
    name: "verify",
    ...wide,
    take: async (page, demo) => {
      const pdf = await page.request.get(`/api/v1/file/${await demo.uuidOf("2B")}/content`);
      await page.goto("/verify");
      await choosePdf(page, await pdf.body(), "Lease, flat 2B.pdf");
      await page
        .getByRole("heading", { name: /^Sign/ })
        .first()
        .evaluate((heading) => heading.scrollIntoView());
    },
  },
  // Last, because it stores the proposed signature.
  {
    folder: "public/pictures",
    name: "confirm",
    ...wide,
    take: async (page) => {
      await openSigning(page);
      await page.getByRole("button", { name: /^(Adopt and sign|Sign document)$/ }).click();
      await page.getByRole("dialog").getByRole("textbox").first().waitFor();
    },
  },
];

/** Scrolls to the signature field, which shows the proposed signature. */
async function openSigning(page: Page): Promise<void> {
  await page.goto("/documents");
  await page
    .getByRole("link", { name: /^Sign\b/ })
    .first()
    .click();
  await page.getByRole("button", { name: /^(Adopt and sign|Sign document)$/ }).waitFor();
  await page.getByRole("region", { name: "Page 2 of 2" }).evaluate((region) => region.scrollIntoView({ block: "end" }));
}

const demoEmail = "demo@paraph.example";
const served = running() ?? (await startServer({ env: { ADMIN_EMAIL: "", ADMIN_PASSWORD: "" } }));
try {
  const person = {
    email: demoEmail,
    password: readFileSync(path.join(served.dataDir, "demo-password"), "utf8").trim(),
  };
  const browser = await chromium.launch(await chromiumLaunch());
  const api = apiClient(served.origin);
  const demo: Demo = { api, person, uuidOf: (flat) => findDocument(api, person, flat) };
  const logIn = logIns(served.origin);
  const names = process.argv.slice(3);
  for (const picture of pictures.filter(({ name }) => names.length === 0 || names.includes(name))) {
    for (const colorScheme of ["light", "dark"] as const) await shoot(browser, picture, colorScheme, demo, logIn);
  }
  await browser.close();
} finally {
  await served.stop();
}

function running(): { origin: string; dataDir: string; stop(): Promise<void> } | null {
  const { ORIGIN, DATA_DIR } = process.env;
  return ORIGIN && DATA_DIR ? { origin: ORIGIN, dataDir: DATA_DIR, stop: () => Promise.resolve() } : null;
}

/** Waits for the demo documents, which are still being created when the server starts to answer. */
function findDocument(api: ApiClient, person: Person, flat: string): Promise<string> {
  return waitFor(
    async () => {
      const { data } = expectStatus(
        await api.call<{ data: { uuid: string; name: string }[] }>("GET", "/file/list", { as: person }),
        200,
        "list the demo documents",
      );
      return data.find(({ name }) => name.includes(`flat ${flat}`))?.uuid;
    },
    `the demo document of flat ${flat}`,
    30,
  );
}

async function shoot(
  browser: Browser,
  { folder, name, width, height, take }: Picture,
  colorScheme: "light" | "dark",
  demo: Demo,
  logIn: ReturnType<typeof logIns>,
): Promise<void> {
  const isPhone = width < 500;
  const context = await browser.newContext({
    baseURL: served.origin,
    viewport: { width, height: height + 120 },
    deviceScaleFactor: isPhone ? 2 : 1.5,
    hasTouch: isPhone,
    isMobile: isPhone,
    colorScheme,
    reducedMotion: "reduce",
  });
  const page = await context.newPage();
  await demo.uuidOf("5E");
  await logIn(page, demo.person);
  await take(page, demo);
  await untilSettled(page);
  // The note about the inbox above the header belongs to the demo, not to the product. The editor has no header.
  const header = page.getByRole("banner");
  const top = (await header.count()) === 0 ? 0 : Math.max(0, Math.ceil((await header.boundingBox())?.y ?? 0));
  await page.setViewportSize({ width, height: height + top });
  await untilSettled(page);
  mkdirSync(folder, { recursive: true });
  const shot = await page.screenshot({ clip: { x: 0, y: top, width, height } });
  const file = path.join(folder, `${name}-${colorScheme}.webp`);
  const { size } = await sharp(shot).webp({ quality: 82, effort: 6 }).toFile(file);
  console.log(`${file}: ${Math.round(size / 1024)} KB`);
  await context.close();
}
