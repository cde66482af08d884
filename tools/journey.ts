import { readFile } from "node:fs/promises";
import path from "node:path";
import { apiClient } from "@/e2e/api-client";
import { fullJourney } from "@/e2e/full-journey";
import type { Box } from "@/e2e/journey";

/**
 * Walks through the main use case with real files against a running server and checks the results with external tools:
 * `npm run journey -- ORIGIN EMAIL PASSWORD FILE.pdf…`.
 */
const [origin, email, password, ...paths] = process.argv.slice(2);
if (!origin || !email || !password || paths.length === 0) {
  console.error("usage: npm run journey -- ORIGIN EMAIL PASSWORD FILE.pdf…");
  process.exit(2);
}
const admin = { email, password };
const api = apiClient(origin);
let failed = 0;
for (const file of paths) {
  const findings = await fullJourney(api, admin, await readFile(file), path.basename(file), {
    byCode: box(40, 60),
    byPassword: box(50, 150),
  });
  if (findings.complaints.length > 0) failed++;
  console.log(
    `${path.basename(file)}: ${findings.signatures} signatures, ${findings.revisions} revisions, qpdf ${findings.qpdfBefore} → ${findings.qpdfAfter}, stamps within ${findings.stampErrorPt.toFixed(2)} pt${findings.complaints.map((complaint) => `\n  ${complaint}`).join("")}`,
  );
}
console.log(`${paths.length - failed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);

function box(left: number, top: number): Box {
  return { page: 1, left, top, width: 120, height: 40 };
}
