import { administrationActs } from "@/db/schema/administration";
import type { AccountActor, Ctx } from "@/lib/context";
import type { AdministrationActType } from "./schema";

/** What an act was done to: ids, names of settings, masked contacts; never an address, a secret or somebody's words. */
export type ActFacts = Record<string, string | number | boolean>;

/** Notes what an administrator did, in the transaction of the act. Answers the note's id. */
export async function noteAct(
  tx: Ctx,
  actor: AccountActor,
  type: AdministrationActType,
  facts: ActFacts,
): Promise<number> {
  const [noted] = await tx.db
    .insert(administrationActs)
    .values({ accountId: actor.account.id, type, data: facts })
    .returning({ id: administrationActs.id });
  if (!noted) throw new Error("the act was not noted");
  return noted.id;
}
