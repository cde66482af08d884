/** Every operation acknowledged to a client, by document or template. */
export type OperationName =
  | "create"
  | "release"
  | "edit"
  | "approve"
  | "read"
  | "sign"
  | "decline"
  | "withdraw"
  | "delete"
  | "expire"
  | "saveTemplate"
  | "deleteTemplate";

export interface Acknowledged {
  operation: OperationName;
  /** The name of the document, which is unique. */
  document: string;
}

/** Counters that must be 0 at the end, and all acknowledged operations. */
export interface Tally {
  acknowledged: number;
  lost: number;
  doubled: number;
  stuck: number;
  /** 5xx answers, except those that ask the client to retry. */
  serverErrors: number;
  /** 503 with Retry-After, and 507 while the disk is full. */
  askedToComeAgain: number;
}

export class Journal {
  readonly acknowledged: Acknowledged[] = [];
  readonly complaints: string[] = [];
  private readonly counts = { lost: 0, doubled: 0, stuck: 0, serverErrors: 0, askedToComeAgain: 0 };

  note(operation: OperationName, document: string): void {
    this.acknowledged.push({ operation, document });
  }

  comeAgain(): void {
    this.counts.askedToComeAgain += 1;
  }

  complain(kind: "lost" | "doubled" | "stuck" | "serverErrors", detail: string): void {
    this.counts[kind] += 1;
    this.complaints.push(`${kind}: ${detail}`);
  }

  tally(): Tally {
    return { acknowledged: this.acknowledged.length, ...this.counts };
  }
}
