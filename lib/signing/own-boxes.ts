import type { Element } from "@/db/schema/files";
import type { Ctx } from "@/lib/context";
import { readElements } from "@/lib/elements/read";
import type { SigningAct } from "@/lib/sign-methods/find-act";

/** The signer's own boxes. */
export async function readOwnBoxes(ctx: Ctx, act: SigningAct): Promise<Element[]> {
  return (await readElements(ctx, act.file.id)).filter((element) => element.signRequestId === act.signRequest.id);
}
