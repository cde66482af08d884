/**
 * The kinds of jobs and their payloads, which contain only ids. A secret is stored encrypted next to the payload
 * (`outbox_jobs.sealed`), never in it.
 */
export interface OutboxPayloads {
  /**
   * An e-mail about a file. Its content is read from the rows when it is sent. With an account, it goes to that account
   * and concerns the signer.
   */
  notification: {
    template: NotificationTemplate;
    fileId: number;
    signRequestId: number | null;
    accountId: number | null;
  };
  /** Notifies a requester that an e-mail to this signer was not delivered. */
  bounceMail: { fileId: number; signRequestId: number; accountId: number };
  /** A one-time code. The code itself is encrypted. */
  code: { challengeId: number };
  /** A code for a visitor of a direct link, before a document exists. Code and address are encrypted. */
  visitorCode: { codeId: number };
  /** An e-mail about an account. The token of a link and the change of a webhook are encrypted. */
  accountMail:
    | { template: AccountTemplate; accountId: number }
    | { template: LinkNotice; accountId: number; signRequestId: number };
  /** Notifies an account's old number that it was replaced. The old number is encrypted. */
  phoneNotice: { accountId: number };
  /**
   * A code requested at `/to/…` for the named signer. Signer and caller are encrypted, and only the job determines
   * whether the signer exists.
   */
  opening: Record<string, never>;
  /**
   * A requested password reset. Address and token are encrypted, and only the job determines whether the account
   * exists.
   */
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
  /** Sends the automatic reminders and warnings of a file that are due, and queues itself for the next one. */
  remind: { fileId: number };
  /** Deletes data created in an account before its owner took it over. */
  removeUnproved: { accountId: number };
  /** Sends the next rows of a bulk send. Does nothing if the bulk send has a different turn. */
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
  | "delegation"
  | "delegated"
  | "replacement";
export type AccountTemplate =
  | "confirmation"
  | "account_exists"
  | "account_created"
  | "password_changed"
  | "signing_password_set"
  | "role_changed"
  | "name_changed"
  | "phone_changed"
  | "telegram_linked"
  | "telegram_unlinked"
  | "certificate_revoked"
  | "webhook_changed";
/** E-mails about an account whose address a sign link proved. */
export type LinkNotice = "created_by_link" | "proved_by_link";
export type OutboxKind = keyof OutboxPayloads;

/**
 * Jobs in one lane never wait for those in another. Codes and account links are urgent because a person is waiting for
 * them. A slow mail server may need minutes for many invitations, and PDFs take seconds. Each e-mail has its own
 * connection.
 */
export const lanes = {
  urgent: { atOnce: 6 },
  mail: { atOnce: 4 },
  slow: { atOnce: 1 },
  /** Waits for timestamp and certificate authorities, each of which may take seconds or be unavailable for days. */
  timestamps: { atOnce: 1 },
  /** Documents of bulk sends, which can take hours. Running one at a time leaves the engine to interactive users. */
  bulk: { atOnce: 1 },
  /** Also for jobs of a newer version that this one does not support. */
  others: { atOnce: 4 },
};

export type LaneName = keyof typeof lanes;
export const laneNames = Object.keys(lanes) as LaneName[];

export type RetryLimit = { attempts: number } | { afterSeconds: number };

interface KindFacts {
  lane: LaneName;
  retry: RetryLimit;
  /** Accounts take turns, by the account of the job's document or bulk send. */
  takesTurns?: true;
  /** Hands a message to a provider. Other kinds create rows or documents. */
  sendsMessage?: true;
  /** Has an encrypted code, link or old number, which is wiped if the job fails permanently. */
  carriesSecret?: true;
}

const oneDay = { afterSeconds: 24 * 3600 };
const tenTries = { attempts: 10 };

/**
 * All properties of a kind, with `retry` as in docs/spec/limits.md#retries-of-jobs. Lists of kinds are derived from it,
 * so that a new kind cannot be missing in one of them.
 */
export const kindFacts: { readonly [kind in OutboxKind]: KindFacts } = {
  notification: { lane: "mail", retry: oneDay, takesTurns: true, sendsMessage: true },
  // Not queued behind the other invitations of its bulk send.
  bounceMail: { lane: "urgent", retry: oneDay, sendsMessage: true },
  code: { lane: "urgent", retry: { afterSeconds: 600 }, sendsMessage: true, carriesSecret: true },
  visitorCode: { lane: "urgent", retry: { afterSeconds: 600 }, sendsMessage: true, carriesSecret: true },
  accountMail: { lane: "urgent", retry: oneDay, sendsMessage: true },
  phoneNotice: { lane: "urgent", retry: oneDay, sendsMessage: true, carriesSecret: true },
  opening: { lane: "urgent", retry: { afterSeconds: 600 }, carriesSecret: true },
  reset: { lane: "urgent", retry: { afterSeconds: 3600 }, sendsMessage: true, carriesSecret: true },
  webhookMail: { lane: "mail", retry: oneDay, sendsMessage: true },
  finish: { lane: "others", retry: tenTries, takesTurns: true },
  // Authorities can be unavailable for longer than ten attempts take.
  augment: { lane: "timestamps", retry: { afterSeconds: 7 * 24 * 3600 }, takesTurns: true },
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

/** The key of the job that finishes this revision of a file if the request with its last signature does not. */
export function finishKey({ id, revision }: { id: number; revision: number }): string {
  return `finish:${id}:${revision}`;
}
