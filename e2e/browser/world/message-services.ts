import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { waitFor } from "@/e2e/journey";

interface Sent {
  to: string;
  text: string;
}

/** Test doubles of a text message gateway and Telegram's Bot API, on one port of this machine. */
export interface MessageServices {
  url: string;
  /** The newest six-digit code to a number or a chat. Waits for it. */
  codeTo(recipient: string): Promise<string>;
  /** Sends a message to the bot from a private chat. */
  writeToBot(chatId: number, content: string): void;
  close(): Promise<void>;
}

/** Numbers with this ending are rejected permanently. */
export const deadEnd = "0000";

export async function startMessageServices(): Promise<MessageServices> {
  const sent: Sent[] = [];
  const updates: { update_id: number; message: unknown }[] = [];
  let lastUpdate = 0;

  async function answer(path: string, body: Record<string, unknown>): Promise<{ status: number; body: unknown }> {
    if (path.endsWith("/getMe")) return ok({ id: 123456, is_bot: true, username: "ParaphCodesBot" });
    if (path.endsWith("/getUpdates")) return ok(await updatesFrom(Number(body.offset)));
    if (path.endsWith("/sendMessage"))
      return ok({ message_id: sent.push({ to: String(body.chat_id), text: String(body.text) }) });
    if (String(body.to).endsWith(deadEnd)) return { status: 422, body: { error: "no such number" } };
    return { status: 202, body: { id: `sms-${sent.push({ to: String(body.to), text: String(body.text) })}` } };
  }

  /** Waits half a second for the first update; Telegram would wait longer. */
  async function updatesFrom(offset: number): Promise<unknown[]> {
    for (let turn = 0; turn < 5; turn++) {
      const news = updates.filter(({ update_id }) => update_id >= offset);
      if (news.length > 0) return news;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    return [];
  }

  const server = createServer((request, response) => {
    void text(request)
      .then((body) => answer(request.url ?? "", JSON.parse(body || "{}") as Record<string, unknown>))
      .then((result) => write(response, result));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    codeTo: (recipient) =>
      waitFor(async () => {
        const message = sent.findLast((each) => each.to === recipient && /\d{6}/.test(each.text));
        return Promise.resolve(/\d{6}/.exec(message?.text ?? "")?.[0]);
      }, `a code to ${recipient}`),
    writeToBot(chatId, content) {
      lastUpdate += 1;
      updates.push({
        update_id: lastUpdate,
        message: { message_id: lastUpdate, chat: { id: chatId, type: "private" }, text: content },
      });
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function ok(result: unknown): { status: number; body: unknown } {
  return { status: 200, body: { ok: true, result } };
}

function write(response: ServerResponse, { status, body }: { status: number; body: unknown }): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}
