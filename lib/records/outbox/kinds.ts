/** The kinds of jobs and their payloads: ids only. A secret is stored encrypted beside the payload (`outbox_jobs.sealed`), never in it. */
export interface OutboxPayloads {
  /**
   * A mail about a file; its content is read from the rows when it is sent. With an account, it goes to that account and concerns the
   * signer.
   */
  notification: {
    template: NotificationTemplate;
    fileId: number;
    signRequestId: number | null;
    accountId: number | null;
  };
  /** Tells a requester that an e-mail to this signer was not delivered. */
  bounceMail: { fileId: number; signRequestId: number; accountId: number };
  /** A one-time code; the code itself is encrypted. */
  code: { challengeId: number };
  /** A code to a visitor of a direct link, for whom there is no document yet. Code and address are encrypted. */
  visitorCode: { codeId: number };
  /** A mail about an account. The token of a link is encrypted. */
  accountMail: { template: AccountTemplate; accountId: number };
  /** Notifies an account's old number that it was replaced; the old number is encrypted. */
  phoneNotice: { accountId: number };
  /**
   * A code requested at `/to/…` for the named signer. Signer and caller are encrypted, and only the job finds out whether the signer
   * exists.
   */
  opening: Record<string, never>;
  /** A requested password reset. Address and token are encrypted, and only the job finds out whether the account exists. */
  reset: Record<string, never>;
  /** Notifies a webhook's owner that it was disabled. */
  webhookMail: { webhookId: number };
  /** Seals a file after its last signature. */
  finish: { fileId: number };
  /** Adds validation data and a document timestamp to a sealed file (ETSI EN 319 142-1, 5.5). */
  augment: { fileId: number };
  /** Creates the evidence document of a sealed file. */
  evidence: { fileId: number };
  /** Renders a new upload with two programs and records the pages on which they differ. */
  compareReaders: { fileId: number };
  /** Checks whether a file has expired. */
  expire: { fileId: number };
  /** Sends the automatic reminders and warnings of a file that are due, and queues itself for the next. */
  remind: { fileId: number };
  /** Deletes what was made in an account before its owner took it over. */
  removeUnproved: { accountId: number };
  /** Sends the next rows of a batch. Does nothing when the batch has another turn. */
  bulkSend: { bulkSendId: number; turn: number };
}

export type NotificationTemplate =
  | "invitation"
  | "copy"
  | "reminder"
  | "completion"
  | "withdrawal"
  | "removal"
  | "decline"
  | "expiry"
  | "renewal"
  | "retention"
  | "deadline"
  | "bounce"
  | "delegation";
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

/**
 * Jobs of one lane never wait for those of another. Codes and account links are urgent because a person is waiting for them; a slow mail
 * server may need minutes for a batch of invitations, and PDFs take seconds. Each mail has its own connection.
 */
export const lanes = {
  urgent: { atOnce: 6 },
  mail: { atOnce: 4 },
  slow: { atOnce: 1 },
  /** Documents of batches, which are made for hours: one at a time leaves the engine to people who wait. */
  bulk: { atOnce: 1 },
  /** Also for jobs of a newer version that this one does not know. */
  others: { atOnce: 4 },
};

export type LaneName = keyof typeof lanes;
export const laneNames = Object.keys(lanes) as LaneName[];

export type RetryLimit = { attempts: number } | { afterSeconds: number };

interface KindFacts {
  lane: LaneName;
  retry: RetryLimit;
  /** Accounts take turns, by the account of the job's document or batch. */
  takesTurns?: true;
  /** Hands a message to a provider; other kinds create rows or documents. */
  sendsMessage?: true;
  /** Has an encrypted code, link or old number, which is wiped when the job fails for good. */
  carriesSecret?: true;
}

const oneDay = { afterSeconds: 24 * 3600 };
const tenTries = { attempts: 10 };

/** All properties of a kind; `retry` as in docs/spec/limits.md#retries-of-jobs. Lists of kinds are derived from it, so that a new kind cannot be missing in one. */
export const kindFacts: { readonly [kind in OutboxKind]: KindFacts } = {
  notification: { lane: "mail", retry: oneDay, takesTurns: true, sendsMessage: true },
  // Not behind the batch of invitations that it may belong to.
  bounceMail: { lane: "urgent", retry: oneDay, sendsMessage: true },
  code: { lane: "urgent", retry: { afterSeconds: 600 }, sendsMessage: true, carriesSecret: true },
  visitorCode: { lane: "urgent", retry: { afterSeconds: 600 }, sendsMessage: true, carriesSecret: true },
  accountMail: { lane: "urgent", retry: oneDay, sendsMessage: true },
  phoneNotice: { lane: "urgent", retry: oneDay, sendsMessage: true, carriesSecret: true },
  opening: { lane: "urgent", retry: { afterSeconds: 600 }, carriesSecret: true },
  reset: { lane: "urgent", retry: { afterSeconds: 3600 }, sendsMessage: true, carriesSecret: true },
  webhookMail: { lane: "mail", retry: oneDay, sendsMessage: true },
  finish: { lane: "others", retry: tenTries, takesTurns: true },
  // Authorities can be down for longer than ten tries take.
  augment: { lane: "slow", retry: { afterSeconds: 7 * 24 * 3600 }, takesTurns: true },
  evidence: { lane: "slow", retry: tenTries, takesTurns: true },
  compareReaders: { lane: "slow", retry: { attempts: 3 }, takesTurns: true },
  expire: { lane: "others", retry: tenTries },
  remind: { lane: "others", retry: tenTries },
  removeUnproved: { lane: "others", retry: tenTries },
  bulkSend: { lane: "bulk", retry: tenTries, takesTurns: true },
};

export const outboxKinds = Object.keys(kindFacts) as OutboxKind[];

/** The kinds with a property: `kindsWith(({ lane }) => lane === "mail")`. */
export function kindsWith(has: (facts: KindFacts) => boolean): OutboxKind[] {
  return outboxKinds.filter((kind) => has(kindFacts[kind]));
}

/** Null for a kind that this version does not support. */
export function factsOf(kind: string): KindFacts | null {
  return (kindFacts as Record<string, KindFacts | undefined>)[kind] ?? null;
}

export function laneOf(kind: string): LaneName {
  return factsOf(kind)?.lane ?? "others";
}

/** The key of the job that finishes this revision of a file, if the request that made its last signature does not. */
export function finishKey({ id, revision }: { id: number; revision: number }): string {
  return `finish:${id}:${revision}`;
}
