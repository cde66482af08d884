import { closeSync, openSync, readFileSync, readSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { StartedServer } from "@/e2e/server";

/** Each statement begins with a line like this; continuation lines begin with tabs. */
const beginning = /LOG: {2}(?:statement|execute [^:]+): /;

/** Statement of the webhook worker, which polls for work continuously. */
export function isOfTimer(statement: string): boolean {
  return statement.startsWith('update "webhook_deliveries" set "leased_until"');
}

/** The statements that a server's own Postgres runs, from its log, which by default contains none. */
export class StatementLog {
  private readonly log: string;
  private position = 0;

  constructor(private readonly server: StartedServer) {
    this.log = path.join(server.dataDir, "postgres.log");
  }

  /** Writing the log costs CPU time, so nothing else is measured between this and `stop`. */
  async start(): Promise<void> {
    await this.set("log_statement = 'all'\n");
    this.position = statSync(this.log).size;
  }

  stop(): Promise<void> {
    return this.set("");
  }

  /** Statements since the start or the last call, each on one line. */
  take(): string[] {
    const length = statSync(this.log).size - this.position;
    const bytes = Buffer.alloc(length);
    const file = openSync(this.log, "r");
    readSync(file, bytes, 0, length, this.position);
    closeSync(file);
    this.position += length;
    return bytes
      .toString()
      .split("\n")
      .reduce<string[]>((statements, line) => {
        const found = beginning.exec(line);
        if (found) statements.push(line.slice(found.index + found[0].length));
        else if (line.startsWith("\t")) statements.push(`${statements.pop() ?? ""} ${line.trim()}`);
        return statements;
      }, []);
  }

  private async set(settings: string): Promise<void> {
    const cluster = path.join(this.server.dataDir, "postgres");
    writeFileSync(path.join(cluster, "postgresql.auto.conf"), settings);
    process.kill(Number(readFileSync(path.join(cluster, "postmaster.pid"), "utf8").split("\n")[0]), "SIGHUP");
    await sleep(500);
  }
}
