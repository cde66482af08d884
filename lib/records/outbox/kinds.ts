/**
 * The kinds of work and what each carries: ids only. A secret a job needs travels sealed beside the payload
 * (`outbox_jobs.sealed`), never in it.
 */
export interface OutboxPayloads {
  /** A mail about a file; what it says is read from the rows when it is sent. With an account it goes to that one, and tells of the signer. */
  notification: {
    template: NotificationTemplate;
    fileId: number;
    signRequestId: number | null;
    accountId: number | null;
  };
  /** A one-time code; the code itself is sealed. */
  code: { challengeId: number };
  /** A mail about an account itself. The token of a link is sealed. */
  accountMail: { template: AccountTemplate; accountId: number };
  /** Tells the number that an account had that it has another one; the old number is sealed. */
  phoneNotice: { accountId: number };
  /** Somebody at `/to/…` asked for a code to the signer named there; who that is, and who asks, is sealed. Whether there is such a signer, only the job finds out. */
  opening: Record<string, never>;
  /** Somebody asked for a new password; for whom, and the token of the link, is sealed. Whether there is such an account, only the job finds out. */
  reset: Record<string, never>;
  /** Tells the owner of a webhook that it was disabled. */
  webhookMail: { webhookId: number };
  /** Seal a file whose last signature is in. */
  finish: { fileId: number };
  /** Add validation data and a document timestamp to a file that is sealed (ETSI EN 319 142-1, 5.5). */
  augment: { fileId: number };
  /** Make the evidence document of a file that is sealed. */
  evidence: { fileId: number };
  /** Read a new upload with two programs and note on which pages they do not show the same. */
  compareReaders: { fileId: number };
  /** Look whether a file's time has run out. */
  expire: { fileId: number };
}

export type NotificationTemplate =
  "invitation" | "reminder" | "completion" | "withdrawal" | "removal" | "decline" | "expiry" | "renewal";
export type AccountTemplate =
  | "confirmation"
  | "account_exists"
  | "password_changed"
  | "signing_password_set"
  | "role_changed"
  | "phone_changed"
  | "telegram_linked"
  | "telegram_unlinked"
  | "certificate_revoked";
export type OutboxKind = keyof OutboxPayloads;

/** Mail is tried for 24 h, a timestamp for 7 days, since authorities are down for longer than ten tries take; everything else 10 times (docs/spec/limits.md). */
export const retryLimits: { [kind in OutboxKind]: { attempts: number } | { afterSeconds: number } } = {
  notification: { afterSeconds: 24 * 3600 },
  code: { afterSeconds: 600 },
  accountMail: { afterSeconds: 24 * 3600 },
  phoneNotice: { afterSeconds: 24 * 3600 },
  opening: { afterSeconds: 600 },
  reset: { afterSeconds: 3600 },
  webhookMail: { afterSeconds: 24 * 3600 },
  finish: { attempts: 10 },
  augment: { afterSeconds: 7 * 24 * 3600 },
  evidence: { attempts: 10 },
  compareReaders: { attempts: 3 },
  expire: { attempts: 10 },
};

export interface Lane {
  /** Null: every kind that no other lane names. */
  kinds: readonly OutboxKind[] | null;
  atOnce: number;
}

/**
 * Jobs of one lane never wait behind those of another. Somebody sits and waits for a code or a link to an account; a slow mail server may take
 * minutes for a batch of invitations, and PDFs take seconds. Each mail has a connection of its own.
 */
export const lanes = {
  waitedFor: { kinds: ["code", "opening", "reset", "accountMail", "phoneNotice"], atOnce: 6 },
  mail: { kinds: ["notification", "webhookMail"], atOnce: 4 },
  slow: { kinds: ["augment", "evidence", "compareReaders"], atOnce: 1 },
  others: { kinds: null, atOnce: 4 },
} satisfies Record<string, Lane>;

export type LaneName = keyof typeof lanes;
export const laneNames = Object.keys(lanes) as LaneName[];

export function laneOf(kind: string): LaneName {
  return laneNames.find((name) => (lanes[name].kinds as readonly string[] | null)?.includes(kind)) ?? "others";
}

/** The key of the job that finishes this revision of a file, if the request that made its last signature does not. */
export function finishKey({ id, revision }: { id: number; revision: number }): string {
  return `finish:${id}:${revision}`;
}
