import { instanceKeys as table } from "@/db/schema/accounts";
import { instanceKeys } from "@/lib/authority/instance-keys";
import { readKeyRows } from "@/lib/authority/stored-keys";
import type { Ctx } from "@/lib/context/context";

/** The rows that the first context of each address and type of key stored. */
const made = new Map<string, { name: string; certificate: Buffer; sealedKey: Buffer }[]>();

/**
 * Gives an instance without keys those that an earlier test of this worker had made: building the three certificates
 * takes longer than sending a document. Does nothing for an operator's keys or another APP_SECRET.
 */
export async function lendInstanceKeys(ctx: Ctx): Promise<void> {
  if ((await ctx.configuredSigners()).length > 0 || (await readKeyRows(ctx)).length > 0) return;
  const kind = `${ctx.signingKeyType} ${ctx.publicUrl}`;
  const known = made.get(kind);
  if (known === undefined) {
    await instanceKeys(ctx);
    made.set(
      kind,
      (await readKeyRows(ctx)).map(({ name, certificate, sealedKey }) => ({ name, certificate, sealedKey })),
    );
  } else if (known.every(({ sealedKey }) => opens(ctx, sealedKey))) await ctx.db.insert(table).values(known);
}

function opens(ctx: Ctx, sealedKey: Buffer): boolean {
  try {
    ctx.secrets.open("instance-key", sealedKey);
    return true;
  } catch {
    return false;
  }
}
