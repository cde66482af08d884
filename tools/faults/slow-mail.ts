import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { SMTPServer } from "smtp-server";
import { connect } from "@/db/client";
import { insist } from "./client";
import { create, isDone, runOperation } from "./operations";
import { databaseUrl, makeWorld, type World } from "./world";

const invitations = 60;
const mailMs = 3000;

export interface MailFigures {
  /** Invitations that the server had not taken when the code came, and how long after asking that was. */
  waiting: number;
  codeMs: number;
  world: World;
}

/** A mail server of 3 s a mail has sixty invitations to take when a signer asks for a code. */
export async function slowMail(): Promise<MailFigures> {
  const taken: string[] = [];
  const server = new SMTPServer({
    disabledCommands: ["STARTTLS", "AUTH"],
    onData(stream, session, done) {
      stream.resume().once(
        "end",
        () =>
          void sleep(mailMs).then(() => {
            taken.push(session.envelope.rcptTo[0]?.address ?? "");
            done();
          }),
      );
    },
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const world = await makeWorld({
    SMTP_URL: `smtp://127.0.0.1:${String((server.server.address() as AddressInfo).port)}`,
    MAIL_FROM: "Paraph <sign@example.org>",
  });
  try {
    return await askBesideInvitations(world, taken);
  } finally {
    await world.end();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  }
}

async function askBesideInvitations(world: World, taken: readonly string[]): Promise<MailFigures> {
  const [, byCode] = world.signers;
  const own = await create(world, "Signed by code", { status: 1, signers: [{ person: byCode, signMethod: "email" }] });
  await until(() => taken.includes(byCode.email));
  const invited = Array.from({ length: invitations }, (_, index) => ({
    person: { email: `guest${String(index)}@example.org`, password: "" },
    signMethod: "email" as const,
  }));
  const crowded = await create(world, "Sent to sixty", { signers: invited });
  const connection = connect(databaseUrl(world.dataDir), 1);
  if (!own || !crowded || !isDone(await runOperation(world, connection.db, "release", crowded)))
    throw new Error("the documents could not be sent");
  await connection.close();
  const before = taken.length;
  const askedAt = performance.now();
  const asked = await insist(world.origin, world.journal, {
    method: "POST",
    path: `/sign/file_id/${String(own.fileId)}/code`,
    as: byCode,
    json: {},
  });
  if (!isDone(asked)) throw new Error(`the code was refused: ${JSON.stringify(asked)}`);
  await until(() => taken.slice(before).includes(byCode.email));
  const figures = {
    waiting: invitations - taken.filter((to) => to.startsWith("guest")).length,
    codeMs: performance.now() - askedAt,
    world,
  };
  if (figures.waiting < 50)
    world.journal.complain("stuck", `a code waited behind ${String(invitations - figures.waiting)} invitations`);
  return figures;
}

async function until(condition: () => boolean): Promise<void> {
  const endsAt = performance.now() + 240_000;
  while (!condition()) {
    if (performance.now() > endsAt) throw new Error("a mail did not come");
    await sleep(50);
  }
}
