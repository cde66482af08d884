import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { isAlive } from "./bootstrap/is-alive.mjs";
import { rotateEmbeddedSecret } from "./secrets";
import { runningFile } from "./server/embedded-database";

/**
 * `npm run rotate-secret`: creates a new secret for the embedded mode. With DATABASE_URL the operator manages the
 * secret and rotates it.
 */
try {
  if (process.env["DATABASE_URL"] || process.env["APP_SECRET"]) {
    throw new Error(
      "You manage the secret: start every process with the new APP_SECRET and the old one as APP_SECRET_PREVIOUS. The server reports when the old one can be removed.",
    );
  }
  const dataDir = path.resolve(process.env["DATA_DIR"] || ".data");
  if (!existsSync(path.join(dataDir, "secret"))) throw new Error(`There is no secret in ${dataDir} yet.`);
  if (isRunning(dataDir)) throw new Error("Stop the service first: it uses the current secret.");
  rotateEmbeddedSecret(dataDir);
  console.log(
    "There is a new secret. Start the service: it encrypts everything with the new secret and reports when it is done. Everybody has to log in again.",
  );
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

/** A killed server leaves its file behind, so the process is checked too. */
function isRunning(dataDir: string): boolean {
  try {
    const { pid } = JSON.parse(readFileSync(runningFile(dataDir), "utf8")) as { pid: number };
    return isAlive(pid);
  } catch {
    return false;
  }
}
