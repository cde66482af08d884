import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { SMTPServer } from "smtp-server";
import { connect } from "@/db/client";
import { startBulkSend } from "./bulk-send";
import { insist } from "./client";
import { create, isDone } from "./operations";
import { databaseUrl, makeWorld, type World } from "./world";

const mailMs = 3000;
/** 1,400 invitations: some are sent while others are still being created. */
const bulkSend = { rows: 70, people: 20 };
const wanted = 1000;
const mostMs = 5000;

export interface MailFigures {
  /** Invitations that were queued when the code was requested. */
  queued: number;
  /** Time from the request until the mail server has received the code, and until the server's answer. */
  leftMs: number;
  takenMs: number;
  world: World;
}

interface Seen {
  to: string;
  at: number;
}

/**
 * A mail server that takes 3 s per e-mail has a thousand invitations of a bulk send queued when a signer requests a
 * code.
 */
export async function slowMail(): Promise<MailFigures> {
  const [arrived, taken]: [Seen[], Seen[]] = [[], []];
  const server = new SMTPServer({
    disabledCommands: ["STARTTLS", "AUTH"],
    onData(stream, session, done) {
      const to = session.envelope.rcptTo[0]?.address ?? "";
      stream.resume().once("end", () => {
        arrived.push({ to, at: performance.now() });
        void sleep(mailMs).then(() => {
          taken.push({ to, at: performance.now() });
          done();
        });
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const world = await makeWorld({
    SMTP_URL: `smtp://127.0.0.1:${String((server.server.address() as AddressInfo).port)}`,
    MAIL_FROM: "Paraph <sign@example.org>",
  });
  try {
    return await askBesideInvitations(world, { arrived, taken });
  } finally {
    await world.end();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  }
}

async function askBesideInvitations(
  world: World,
  { arrived, taken }: { arrived: readonly Seen[]; taken: readonly Seen[] },
): Promise<MailFigures> {
  const [, byCode] = world.signers;
  const own = await create(world, "Signed by code", { status: 1, signers: [{ person: byCode, signMethod: "email" }] });
  if (!own) throw new Error("the document could not be sent");
  // The notification about the new signing password, and the invitation.
  await until(() => Promise.resolve(taken.filter(({ to }) => to === byCode.email).length === 2));
  await startBulkSend(world, bulkSend);
  const connection = connect(databaseUrl(world.dataDir), 1);
  let queued = 0;
  await until(async () => {
    const { rows: counted } = await connection.db.execute<{ waiting: number }>(
      sql`select count(*)::int as waiting from outbox_jobs where kind = 'notification' and done_at is null and dead_at is null`,
    );
    queued = counted[0]?.waiting ?? 0;
    return queued >= wanted;
  });
  await connection.close();
  const askedAt = performance.now();
  const response = await insist(world.origin, world.journal, {
    method: "POST",
    path: `/sign/file_id/${String(own.fileId)}/code`,
    as: byCode,
    json: {},
  });
  if (!isDone(response)) throw new Error(`the code was refused: ${JSON.stringify(response)}`);
  const codeIn = (seen: readonly Seen[]) => seen.find(({ to, at }) => to === byCode.email && at > askedAt);
  await until(() => Promise.resolve(codeIn(taken) !== undefined));
  const since = (seen: readonly Seen[]) => (codeIn(seen)?.at ?? Infinity) - askedAt;
  const figures = { queued, leftMs: since(arrived), takenMs: since(taken), world };
  if (figures.leftMs > mostMs)
    world.journal.complain(
      "stuck",
      `a code left after ${figures.leftMs.toFixed(0)} ms behind ${String(queued)} invitations`,
    );
  return figures;
}

const longestMs = 20 * 60_000;

async function until(condition: () => Promise<boolean>): Promise<void> {
  const endsAt = performance.now() + longestMs;
  while (!(await condition())) {
    if (performance.now() > endsAt) throw new Error("a mail did not come");
    await sleep(50);
  }
}
