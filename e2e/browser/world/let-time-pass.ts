import { changeDatabase } from "./change-database";

/** Advances the time for the codes of a document's signers. */
export interface Passing {
  /** Ends the pause before another code; codes already sent remain valid. */
  sendPause(fileUuid: string): Promise<void>;
  /** Expires the codes already sent, as after ten minutes. */
  codes(fileUuid: string): Promise<void>;
  /** Ends the time in which a code that opened the document also signs it. */
  openingCode(fileUuid: string): Promise<void>;
}

const ofFile =
  "sign_request_id in (select r.id from sign_requests r join files f on f.id = r.file_id where f.uuid = $1)";

export function letPass(dataDir: string): Passing {
  const change = async (what: string, fileUuid: string): Promise<void> => {
    if ((await changeDatabase(dataDir, `update challenges set ${what} where ${ofFile}`, [fileUuid])) === 0)
      throw new Error(`no code was sent for ${fileUuid}`);
  };
  return {
    sendPause: (uuid) => change("created_at = created_at - interval '51 minutes'", uuid),
    openingCode: (uuid) => change("consumed_at = consumed_at - interval '16 minutes'", uuid),
    codes: (uuid) => change("expires_at = now() - interval '1 second'", uuid),
  };
}
