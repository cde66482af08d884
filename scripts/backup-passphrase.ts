import { readFileSync } from "node:fs";

const shortest = 12;

/** The passphrase of BACKUP_PASSPHRASE, or of the file that BACKUP_PASSPHRASE_FILE names. Throws an Error of one line, never with the passphrase. */
export function backupPassphrase(): string {
  const file = process.env["BACKUP_PASSPHRASE_FILE"];
  if (file && process.env["BACKUP_PASSPHRASE"])
    throw new Error("Set either BACKUP_PASSPHRASE or BACKUP_PASSPHRASE_FILE, not both.");
  const passphrase = file ? readFileSync(file, "utf8").replace(/\r?\n$/, "") : process.env["BACKUP_PASSPHRASE"];
  if (!passphrase)
    throw new Error("Set BACKUP_PASSPHRASE, or BACKUP_PASSPHRASE_FILE to a file that holds the passphrase.");
  if (passphrase.length < shortest)
    throw new Error(`The passphrase of a backup has at least ${String(shortest)} characters.`);
  return passphrase;
}
