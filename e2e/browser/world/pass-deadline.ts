import { changeDatabase } from "./change-database";

/** Moves a file's deadline to a minute ago, because the API accepts no past time. */
export async function passDeadline(dataDir: string, fileUuid: string): Promise<void> {
  const changed = await changeDatabase(
    dataDir,
    "update files set expires_at = now() - interval '1 minute' where uuid = $1",
    [fileUuid],
  );
  if (changed !== 1) throw new Error(`there is no file ${fileUuid}`);
}
