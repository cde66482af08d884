import { randomBytes } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { ensureFirstAdministrator } from "@/lib/accounts/create";
import { ensureDemoAccount } from "@/lib/accounts/ensure-demo-account";
import type { Ctx } from "@/lib/context/context";
import type { Config } from "@/lib/platform/config";
import { isSeeded } from "@/scripts/demo/people";

export interface DemoLogIn {
  email: string;
  password: string;
}

/**
 * The account of a new service: the administrator named by the operator, or, on the loopback address only and if none
 * is named, a demo account whose log-in is returned to be printed. Null for a service already in use without one.
 */
export async function ensureStartingAccount(ctx: Ctx, settings: Config): Promise<DemoLogIn | null> {
  if (settings.admin) {
    await ensureFirstAdministrator(ctx, settings.admin);
    return null;
  }
  if (!settings.isLoopback) return null;
  const password = demoPassword(settings.dataDir);
  const account = await ensureDemoAccount(ctx, password);
  return account && { email: account.email, password };
}

/**
 * Creates the demo documents once, while the server already answers. Only where messages are kept in the inbox, because
 * no e-mail may leave for the demo people. The code that creates them is a separate bundle, so that other starts do not
 * load it. A failure is logged and ignored.
 */
export function seedDemoSoon(ctx: Ctx, root: string, { password }: DemoLogIn, isStopping: () => boolean): void {
  if (ctx.usesMessageInbox)
    seedOnce(ctx, root, password).catch((error: unknown) => {
      if (!isStopping()) console.error("Some demo documents could not be created:", error);
    });
}

async function seedOnce(ctx: Ctx, root: string, password: string): Promise<void> {
  if (await isSeeded(ctx)) return;
  const { seedDemo } = (await import(
    pathToFileURL(path.join(root, "dist", "demo-seed.mjs")).href
  )) as typeof import("./demo/seed");
  await seedDemo(ctx, root, password);
}

/** A random password, created once and readable by this system account only, so that each start prints the same one. */
function demoPassword(dataDir: string): string {
  const file = path.join(dataDir, "demo-password");
  try {
    writeFileSync(file, randomBytes(12).toString("base64url"), { mode: 0o600, flag: "wx" });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  return readFileSync(file, "utf8").trim();
}
