import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";

export interface SlowMailServer {
  url: string;
  /** Waits until this holds for the recipients of the received but unanswered e-mails. */
  until(holds: (recipients: readonly string[]) => boolean): Promise<readonly string[]>;
  /** Accepts all held e-mails, and later ones immediately. */
  answerAll(): void;
  close(): Promise<void>;
}

/** A mail server that receives each e-mail and delays its response. */
export async function slowMailServer(): Promise<SlowMailServer> {
  const held = new Map<() => void, string>();
  const watchers = new Set<() => void>();
  let isPrompt = false;
  const server = new SMTPServer({
    disabledCommands: ["STARTTLS", "AUTH"],
    onData(stream, session, done) {
      stream.resume().once("end", () => {
        if (isPrompt) return done();
        held.set(() => done(), session.envelope.rcptTo[0]?.address ?? "");
        watchers.forEach((look) => look());
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `smtp://127.0.0.1:${String((server.server.address() as AddressInfo).port)}`,
    until: (holds) =>
      new Promise((resolve) => {
        const look = (): void => {
          const recipients = [...held.values()];
          if (!holds(recipients)) return;
          watchers.delete(look);
          resolve(recipients);
        };
        watchers.add(look);
        look();
      }),
    answerAll() {
      isPrompt = true;
      for (const done of held.keys()) done();
      held.clear();
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
