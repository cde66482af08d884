// Prints lease.html to public/samples/lease.pdf: node tools/samples/make-lease.mjs
// The PDF is committed, because a server needs no browser. CHROMIUM sets the path of the browser if Playwright has none
// installed.
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { chromium } from "@playwright/test";

const here = path.dirname(fileURLToPath(import.meta.url));
const target = path.resolve(here, "../../public/samples/lease.pdf");
const browser = await chromium.launch({
  ...(process.env.CHROMIUM ? { executablePath: process.env.CHROMIUM, args: ["--no-sandbox"] } : {}),
});
const page = await browser.newPage();
await page.goto(pathToFileURL(path.join(here, "lease.html")).href);
await page.evaluate(() => document.fonts.ready);
await page.pdf({ path: target, preferCSSPageSize: true, printBackground: true, tagged: true });
await browser.close();
console.log(target);
