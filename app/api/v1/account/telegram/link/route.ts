import { route } from "@/lib/api/http/route";
import {
  createTelegramLinkOperation,
  getTelegramLinkOperation,
  removeTelegramLinkOperation,
} from "@/lib/api/operations/account";
import { proveAgain } from "@/lib/auth/log-in";
import {
  againLink,
  createTelegramLink,
  getTelegramLink,
  removeTelegramLink,
  toTelegramLinkWire,
  toTelegramStateWire,
  unlinked,
} from "@/lib/delivery/telegram/links";

export const GET = route(getTelegramLinkOperation, async (ctx, actor) =>
  toTelegramStateWire(await getTelegramLink(ctx, actor)),
);

export const POST = route(
  createTelegramLinkOperation,
  async (ctx, actor, { body }) =>
    toTelegramLinkWire(await createTelegramLink(ctx, await proveAgain(ctx, actor, body.currentPassword))),
  { again: againLink },
);

export const DELETE = route(
  removeTelegramLinkOperation,
  async (ctx, actor) => unlinked(await removeTelegramLink(ctx, actor)),
  { again: () => unlinked() },
);
