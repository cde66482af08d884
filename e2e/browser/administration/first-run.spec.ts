import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { expect, test } from "@playwright/test";
import { choosePdf } from "@/e2e/browser/actions/choose-pdf";
import { paste } from "@/e2e/browser/actions/paste";
import { countPresses } from "@/e2e/browser/actions/presses";
import { gatherComplaints } from "@/e2e/browser/rules/complaints";
import { freePort } from "@/scripts/embedded-postgres/free-port";

/** The text of a newcomer's first screen: lines of 120 characters in a terminal of ordinary height. */
const firstScreen = async (): Promise<string> =>
  (await readFile("README.md", "utf8")).split("\n").slice(0, 36).join("\n");

// CI runs on a fresh clone, which shows that the checkout alone is sufficient for the command.
test("reaches a seeded dashboard with the README's one command, where a newcomer signs and verifies the sample in six presses @exhaustive", async ({
  page,
  context,
}) => {
  const readme = await firstScreen();
  const command = /^(npm start)\b/m.exec(readme)?.[1] ?? "";
  // The README must use the same text as the pages.
  const textOf = (word: string): string => {
    expect(readme).toMatch(new RegExp(`\\*${word}\\*`));
    return word;
  };
  const [dataDir, port] = [await mkdtemp(path.join(os.tmpdir(), "paraph-first-run-")), await freePort()];
  const child = spawn(command, {
    shell: true,
    detached: true,
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir },
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    let printed = "";
    child.stdout.on("data", (chunk: Buffer) => (printed += chunk.toString()));
    await expect.poll(() => printed, { timeout: 60_000 }).toMatch(/password \S+/);
    const [, email = ""] = /log in as\s+(\S+), password \S+/.exec(printed) ?? [];
    expect(readme).toContain(email);
    const origin = `http://localhost:${port}`;
    const complaints = gatherComplaints(origin);
    await complaints.listen(context);

    await page.goto(origin);
    const presses = await countPresses(page);
    await page.getByRole("button", { name: textOf("Try the demo") }).click();
    await expect(page).toHaveURL(/\/documents$/);
    await expect(async () => {
      await page.reload();
      await expect(
        page
          .getByRole("list", { name: "Documents" })
          .getByRole("listitem")
          .filter({ has: page.getByRole("link") }),
      ).toHaveCount(5, { timeout: 1000 });
    }).toPass({ timeout: 60_000 });
    await page.getByRole("link", { name: new RegExp(textOf("To sign")) }).click();
    await page
      .getByRole("link", { name: /^Sign / })
      .first()
      .click();
    await page
      .getByRole("button", { name: textOf("Adopt and sign") })
      .or(page.getByRole("button", { name: textOf("Sign document") }))
      .first()
      .click();

    const second = await context.newPage();
    await second.goto(page.url());
    await second
      .getByRole("link", { name: textOf("Inbox").toLowerCase() })
      .first()
      .click();
    const mail = second.getByRole("link", { name: /code/i }).first();
    await expect(async () => {
      await second.reload();
      await expect(mail).toBeVisible({ timeout: 1000 });
    }).toPass();
    await mail.click();
    await expect(second.getByText(/\b\d{6}\b/).first()).toBeVisible();
    const digits = /\b(\d{6})\b/.exec(await second.getByRole("main").innerText())?.[1] ?? "";
    await second.close();
    await paste(page, page.getByLabel("Code", { exact: true }), digits);
    await expect(
      page.getByRole("heading", { level: 1, name: /^(You signed this on|Everyone has signed)/ }),
    ).toBeVisible();

    const link = page.getByRole("link", { name: "Download" }).first();
    await expect(link).toBeVisible();
    const download = page.waitForEvent("download");
    await link.click();
    const signed = await readFile(await (await download).path());
    await page.goto(`${origin}/verify`);
    textOf("Verify");
    await choosePdf(page, signed);
    await expect(page.getByRole("heading", { level: 2, name: /^Signed/ })).toBeVisible();
    expect(presses()).toBeLessThanOrEqual(6);
    expect(await complaints.all()).toEqual([]);
  } finally {
    if (child.pid !== undefined && child.exitCode === null) {
      process.kill(-child.pid, "SIGTERM");
      await once(child, "exit");
    }
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
  }
});
