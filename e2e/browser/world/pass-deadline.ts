import { changeDatabase } from "./change-database";

/** Lets a file's deadline be a minute ago: nobody can wait a day for it, and the API takes no time that has passed. */
export async function passDeadline(dataDir: string, fileUuid: string): Promise<void> {
  const changed = await changeDatabase(
    dataDir,
    "update files set expires_at = now() - interval '1 minute' where uuid = $1",
    [fileUuid],
  );
  if (changed !== 1) throw new Error(`there is no file ${fileUuid}`);
}
