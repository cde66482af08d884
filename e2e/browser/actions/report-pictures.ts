import type { Page } from "@playwright/test";
import type { PictureReport, Report } from "@/components/verify/result/verification";

/**
 * Replaces the comparison of renderings in the server's answer with the given one, for example with a timeout or a
 * difference that the rules do not report. The rest of the answer is unchanged.
 */
export async function reportPictures(
  page: Page,
  picturesOf: (signature: Report["signatures"][number], index: number) => Partial<Report["signatures"][number]>,
): Promise<void> {
  await page.route("**/api/v1/file/validate", async (route) => {
    const answer = await route.fetch();
    const report = (await answer.json()) as Report;
    const signatures = report.signatures.map((signature, index) => ({ ...signature, ...picturesOf(signature, index) }));
    const verdict = signatures.some((signature) => signature.verdict === "modified") ? "modified" : report.verdict;
    await route.fulfill({ response: answer, json: { ...report, verdict, signatures } });
  });
}

/** A comparison that every program finished, with a difference at the bottom of page 1, where `rewritePage` writes. */
export const changeAtPageBottom: PictureReport = {
  code: "different",
  overrules: true,
  readers: [
    { renderer: "pdfium", pages: 1, of: 1, unchanged: 0, missing: [], stopped: null },
    { renderer: "pdfjs", pages: 1, of: 1, unchanged: 0, missing: [], stopped: null },
  ],
  places: [
    { page: 1, left: 20, top: 760, width: 52, height: 14, renderer: "pdfium" },
    { page: 1, left: 20, top: 761, width: 52, height: 13, renderer: "pdfjs" },
  ],
};
