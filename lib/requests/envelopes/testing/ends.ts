import type { Ctx } from "@/lib/context/context";
import { declineByLink } from "@/lib/requests/decline";
import { withdrawFile } from "@/lib/requests/withdraw";

interface Ending {
  requester: Parameters<typeof withdrawFile>[1];
  fileId: number;
  people: { actor: Parameters<typeof declineByLink>[1]; link: string }[];
}

/** The first person declines. */
export async function decline(ctx: Ctx, { people: [person] }: Ending): Promise<void> {
  if (!person) throw new Error("nobody to decline");
  await declineByLink(ctx, person.actor, { u: person.link, reason: "No." });
}

/** The requester withdraws the whole envelope. */
export async function withdrawAll(ctx: Ctx, { requester, fileId }: Ending): Promise<void> {
  await withdrawFile(ctx, requester, { fileId });
}
