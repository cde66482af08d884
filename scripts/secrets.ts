import { randomBytes } from "node:crypto";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";

/**
 * The application secret of the embedded mode, made once in `dataDir`/secret with mode 0600.
 * Throws when the file was made readable to other accounts, or holds too little to be one.
 */
export function embeddedSecret(dataDir: string): string {
  const file = path.join(dataDir, "secret");
  try {
    writeFileSync(file, randomBytes(32).toString("hex"), { mode: 0o600, flag: "wx" });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  if (process.platform !== "win32" && (statSync(file).mode & 0o077) !== 0) {
    throw new Error(`${file} can be read by other accounts. Run: chmod 600 ${file}`);
  }
  const secret = readFileSync(file, "utf8").trim();
  if (secret.length < 32) throw new Error(`${file} holds no secret of at least 32 characters. Restore it from a backup.`);
  return secret;
}
