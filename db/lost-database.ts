import pg from "pg";

/** Thrown by a pool that has detected that the database stopped answering, instead of waiting. */
export class LostDatabaseError extends Error {
  readonly code = "ETIMEDOUT";

  constructor() {
    super("the database does not answer");
    this.name = "LostDatabaseError";
  }
}

/** Node's codes for a connection that was refused, broke, or found no host. */
const networkCodes = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ECONNABORTED",
  "ETIMEDOUT",
  "EPIPE",
  "EHOSTUNREACH",
  "EHOSTDOWN",
  "ENETUNREACH",
  "ENETDOWN",
  "ENETRESET",
  "ENOTCONN",
  "EAI_AGAIN",
]);

/**
 * SQLSTATEs of a database that is stopping, restarting or out of connections: all of class 08, of class 57 and of class
 * 53 except a full disk, and time limits of a session or transaction.
 */
const lostState = /^(08|57P0[1-5]|53[0234]|25P0[34])/;

/** The driver sets no code for these, so the message is the only indication. */
const lostMessage =
  /connection terminated|connection error and is not queryable|client was closed|timeout exceeded when trying to connect|query read timeout|cannot use a pool after calling end/i;

/**
 * Whether this error means that the connection to the database broke or could not be opened, so that the request may be
 * retried.
 */
export function isDatabaseLost(error: unknown): boolean {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if (lostMessage.test(cause.message) || hasLostCode(cause)) return true;
  }
  return false;
}

function hasLostCode(error: Error & { code?: unknown; syscall?: unknown }): boolean {
  const { code, syscall } = error;
  if (typeof code !== "string") return false;
  // A restarting Postgres has removed its socket; any other missing file is a defect.
  if (code === "ENOENT" || code === "ENOTFOUND") return syscall === "connect" || syscall === "getaddrinfo";
  return networkCodes.has(code) || lostState.test(code);
}

type Acquired = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  release: (error?: Error | boolean) => void,
) => void;

const tickMs = 250;
/**
 * A connection that has not responded for this many ticks (3 s) is checked. Counted in ticks, so that a stalled main
 * thread is not mistaken for a silent database.
 */
const silentTicks = 12;
/**
 * Time limit for a fresh connection to show that the database is alive. Together with the ticks it stays below the 6 s
 * within which a call is answered.
 */
const probeMs = 2000;
/** Once the database is lost, a fresh connection is tried at this interval, each for `retryLimitMs`. */
const retryEveryMs = 250;
const retryLimitMs = 4000;
/** Our statements end after 10 s at the latest. */
const deadTicks = 44;

interface WatchedPoolConfig extends pg.PoolConfig {
  /** False behind a pooler, whose connection ids are not those of the database's processes. */
  showsBackends?: boolean;
}

interface Watched {
  client: pg.Client;
  bytesRead: number;
  ticks: number;
}

/**
 * A pool that detects when the network to the database drops all packets, which TCP does not report for minutes. A
 * connection that has owed a response for 3 s is checked against a fresh connection. If that one gets no response
 * either, the database is lost: every connection is closed, and waiting and new callers are refused until a connection
 * succeeds again.
 */
export class WatchedPool extends pg.Pool {
  private readonly watched = new Map<pg.Client, Watched>();
  private readonly waiting = new Set<() => void>();
  private readonly ticking: NodeJS.Timeout;
  private isLost = false;
  private isProbing = false;

  constructor(private readonly settings: WatchedPoolConfig) {
    super({ ...settings, keepAlive: true, keepAliveInitialDelayMillis: 10_000 });
    this.on("connect", (client) => this.watch(client as pg.Client));
    this.on("remove", (client) => this.watched.delete(client as pg.Client));
    this.ticking = setInterval(() => this.tick(), tickMs).unref();
  }

  override end(): Promise<void>;
  override end(callback: () => void): void;
  override end(callback?: () => void): Promise<void> | undefined {
    clearInterval(this.ticking);
    this.isLost = false;
    if (callback) super.end(callback);
    else return super.end();
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Acquired): void;
  override connect(callback?: Acquired): Promise<pg.PoolClient> | undefined {
    if (callback) this.acquire(callback);
    else
      return new Promise((resolve, reject) =>
        this.acquire((error, client) => (client ? resolve(client) : reject(error ?? new LostDatabaseError()))),
      );
  }

  private acquire(callback: Acquired): void {
    const refuse = (): void => {
      this.waiting.delete(refuse);
      callback(new LostDatabaseError(), undefined, () => undefined);
    };
    if (this.isLost) return refuse();
    this.waiting.add(refuse);
    super.connect((error, client, release) => {
      // The caller has already been refused, so a late connection is unused. A late error comes without one to release.
      if (!this.waiting.delete(refuse)) (release as typeof release | undefined)?.();
      else callback(error, client, release);
    });
  }

  private watch(client: pg.Client): void {
    this.watched.set(client, { client, bytesRead: bytesReadBy(client), ticks: 0 });
  }

  private tick(): void {
    for (const watched of this.watched.values()) {
      const bytesRead = bytesReadBy(watched.client);
      watched.ticks = owesAnswer(watched.client) && bytesRead === watched.bytesRead ? watched.ticks + 1 : 0;
      watched.bytesRead = bytesRead;
      if (watched.ticks >= deadTicks) cut(watched.client);
    }
    if (!this.isLost && !this.isProbing && this.silent().length > 0) void this.probe();
  }

  private silent(): pg.Client[] {
    return [...this.watched.values()].filter(({ ticks }) => ticks >= silentTicks).map(({ client }) => client);
  }

  private async probe(): Promise<void> {
    this.isProbing = true;
    const silent = this.silent();
    const idle: number[] | null = await this.idleBackends(silent.map(backendOf), probeMs).catch((error: unknown) =>
      isAnswerOfPostgres(error) ? [] : null,
    );
    this.isProbing = false;
    const remaining = this.silent().filter((client) => silent.includes(client));
    if (idle === null && remaining.length > 0) return this.lose();
    // The database has nothing to do for this connection: the request or the response was lost on the way.
    for (const client of remaining) if (idle?.includes(backendOf(client))) cut(client);
  }

  /** The idle ones of these backends, according to a fresh connection. Rejects when that gets no answer in time. */
  private async idleBackends(backends: readonly number[], limitMs: number): Promise<number[]> {
    const client = new pg.Client({ ...this.settings, connectionTimeoutMillis: limitMs });
    client.on("error", () => undefined);
    const limit = setTimeout(() => cut(client), limitMs);
    try {
      await client.connect();
      if (this.settings.showsBackends === false) {
        await client.query("select 1");
        return [];
      }
      const { rows } = await client.query<{ pid: number }>(
        "select pid from pg_stat_activity where pid = any($1) and state like 'idle%'",
        [backends],
      );
      return rows.map(({ pid }) => pid);
    } finally {
      clearTimeout(limit);
      client.end().catch(() => undefined);
    }
  }

  private lose(): void {
    this.isLost = true;
    for (const refuse of [...this.waiting]) refuse();
    for (const client of [...this.watched.keys()]) cut(client);
    const retry = setInterval(() => {
      if (!this.isLost) clearInterval(retry);
      else
        this.idleBackends([], retryLimitMs).then(
          () => (this.isLost = false),
          () => undefined,
        );
    }, retryEveryMs).unref();
  }
}

/** The driver's own flag between sending a statement and the end of its response; its types omit it. */
function owesAnswer(client: pg.Client & { readyForQuery?: boolean }): boolean {
  return client.readyForQuery === false;
}

/** The id of the process that serves this connection. */
function backendOf(client: pg.Client & { processID?: number | null }): number {
  return client.processID ?? 0;
}

function bytesReadBy(client: pg.Client): number {
  return (client.connection.stream as { bytesRead?: number }).bytesRead ?? 0;
}

/** Every statement waiting on it fails immediately. */
function cut(client: pg.Client): void {
  client.connection.stream.destroy(new LostDatabaseError());
}

/** A message from Postgres itself, such as too many connections, shows that it is alive. */
function isAnswerOfPostgres(error: unknown): boolean {
  return error instanceof pg.DatabaseError;
}
