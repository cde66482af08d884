import type { Ctx } from "@/lib/context";

/** Carries what a rehearsal found out of its transaction, which rolls back. */
class Rehearsed<Value> extends Error {
  constructor(readonly value: Value) {
    super("rehearsed");
  }
}

/**
 * Runs work in a transaction that never commits, and answers what the work answers: how the rows would stand. What the work
 * throws is thrown. Not inside another transaction of the context.
 */
export async function rehearse<Value>(ctx: Ctx, work: (ctx: Ctx) => Promise<Value>): Promise<Value> {
  try {
    return await ctx.tx(async (tx) => {
      throw new Rehearsed(await work(tx));
    });
  } catch (error) {
    if (error instanceof Rehearsed) return error.value as Value;
    throw error;
  }
}
