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

/**
 * Jobs of one lane never wait behind those of another. Somebody sits and waits for a code or a link to an account; a slow mail server may take
 * minutes for a batch of invitations, and PDFs take seconds. Each mail has a connection of its own.
 */
export const lanes = {
  waitedFor: { atOnce: 6 },
  mail: { atOnce: 4 },
  slow: { atOnce: 1 },
  /** Also what a newer version queued and this one does not know. */
  others: { atOnce: 4 },
};

export type LaneName = keyof typeof lanes;
export const laneNames = Object.keys(lanes) as LaneName[];

export type RetryLimit = { attempts: number } | { afterSeconds: number };

interface KindFacts {
  lane: LaneName;
  retry: RetryLimit;
  /** Accounts take turns at it, by the document that it is about. */
  takesTurns?: true;
  /** Hands a message to a provider; others make rows or documents. */
  sendsMessage?: true;
  /** Carries a code, a link or an old number, sealed, which is wiped when the job is given up. */
  carriesSecret?: true;
}

/** Mail is tried for 24 h, a timestamp for 7 days, since authorities are down for longer than ten tries take; everything else 10 times (docs/spec/limits.md). */
const oneDay = { afterSeconds: 24 * 3600 };
const tenTries = { attempts: 10 };

/** All that is particular to a kind. Lists of kinds derive from it, so a new kind cannot be missing in one. */
export const kindFacts: { readonly [kind in OutboxKind]: KindFacts } = {
  notification: { lane: "mail", retry: oneDay, takesTurns: true, sendsMessage: true },
  code: { lane: "waitedFor", retry: { afterSeconds: 600 }, sendsMessage: true, carriesSecret: true },
  accountMail: { lane: "waitedFor", retry: oneDay, sendsMessage: true },
  phoneNotice: { lane: "waitedFor", retry: oneDay, sendsMessage: true, carriesSecret: true },
  opening: { lane: "waitedFor", retry: { afterSeconds: 600 }, carriesSecret: true },
  reset: { lane: "waitedFor", retry: { afterSeconds: 3600 }, sendsMessage: true, carriesSecret: true },
  webhookMail: { lane: "mail", retry: oneDay, sendsMessage: true },
  finish: { lane: "others", retry: tenTries, takesTurns: true },
  augment: { lane: "slow", retry: { afterSeconds: 7 * 24 * 3600 }, takesTurns: true },
  evidence: { lane: "slow", retry: tenTries, takesTurns: true },
  compareReaders: { lane: "slow", retry: { attempts: 3 }, takesTurns: true },
  expire: { lane: "others", retry: tenTries },
};

export const outboxKinds = Object.keys(kindFacts) as OutboxKind[];

/** The kinds with a fact: `kindsWith(({ lane }) => lane === "mail")`. */
export function kindsWith(has: (facts: KindFacts) => boolean): OutboxKind[] {
  return outboxKinds.filter((kind) => has(kindFacts[kind]));
}

/** Null for a kind that this version does not know. */
export function factsOf(kind: string): KindFacts | null {
  return (kindFacts as Record<string, KindFacts | undefined>)[kind] ?? null;
}

export function laneOf(kind: string): LaneName {
  return factsOf(kind)?.lane ?? "others";
}
