import {
  createTelegramLinkOperation,
  getTelegramLinkOperation,
  removeTelegramLinkOperation,
} from "@/lib/api/operations/contact";
import { proveAgain } from "@/lib/auth/prove-again";
import { route } from "@/lib/http/route";
import { createTelegramLink } from "@/lib/telegram/create-link";
import { getTelegramLink } from "@/lib/telegram/get-link";
import { removeTelegramLink } from "@/lib/telegram/remove-link";
import { againLink, toTelegramLinkWire, toTelegramStateWire, unlinked } from "@/lib/telegram/wire";

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
