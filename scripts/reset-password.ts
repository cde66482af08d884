import path from "node:path";
import { setPasswordAsOperator } from "@/lib/accounts/passwords";
import { DomainError } from "@/lib/platform/errors";
import { runtime } from "@/lib/runtime";
import { openDatabase } from "./connect-database";
import { existingSecrets } from "./secrets";

const usage = "usage: npm run reset-password -- --email=ana@example.org";

/**
 * `npm run reset-password -- --email=…`: replaces the password of an account by a random one, which it prints, or by
 * NEW_PASSWORD, also while the service is running (docs/operations.md#locked-out). Needs the environment of the server.
 */
async function main(args: readonly string[]): Promise<void> {
  const email = args.find((arg) => arg.startsWith("--email="))?.slice("--email=".length);
  if (args.length !== 1 || !email) throw new Error(usage);
  const dataDir = path.resolve(process.env["DATA_DIR"] || ".data");
  if (!process.env["DATABASE_URL"]) useEmbeddedSecret(dataDir);
  const database = await openDatabase(dataDir);
  try {
    process.env["DATABASE_URL"] = database.url;
    // A server does the background work, such as the e-mail to the owner.
    process.env["WORKER"] = "0";
    process.env["LOG_LEVEL"] = "error";
    const given = process.env["NEW_PASSWORD"] || null;
    const made = runtime();
    try {
      const password = await setPasswordAsOperator(made.ctx, email, given);
      if (given === null) console.log(`The new password of ${email}: ${password}`);
      console.log("The account is unlocked. Its sessions and API tokens have ended.");
    } finally {
      await made.close();
    }
  } finally {
    await database.close();
  }
}

function useEmbeddedSecret(dataDir: string): void {
  const secrets = existingSecrets(dataDir);
  if (!secrets) throw new Error(`There is no instance in ${dataDir}. Is DATA_DIR right?`);
  process.env["APP_SECRET"] = secrets.present;
  process.env["APP_SECRET_PREVIOUS"] ||= secrets.previous ?? "";
}

function messageOf(error: unknown): string {
  if (error instanceof DomainError && error.code === "not_found") return "No account has this address.";
  return error instanceof Error ? error.message : String(error);
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  console.error(messageOf(error));
  process.exitCode = 1;
}
