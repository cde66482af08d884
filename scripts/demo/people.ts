import { readFile } from "node:fs/promises";
import path from "node:path";
import { listImages } from "@/lib/account-signatures/find-images";
import { storeImages } from "@/lib/account-signatures/store-images";
import { createAccount } from "@/lib/accounts/create";
import { demoEmail } from "@/lib/accounts/ensure-demo-account";
import { findAccountByEmail } from "@/lib/accounts/find";
import type { AccountActor, Ctx } from "@/lib/context";

export interface DemoPerson {
  email: string;
  displayName: string;
}

/** `.example` is nobody's (RFC 2606). */
export const demoPeople = {
  ana: { email: "ana@paraph.example", displayName: "Ana Silva" },
  carla: { email: "carla@paraph.example", displayName: "Carla Mendes" },
  /** Has no account, so that making one can be tried. */
  bo: { email: "bo@paraph.example", displayName: "Bo Larsen" },
  demo: { email: demoEmail, displayName: "Demo" },
} satisfies Record<string, DemoPerson>;

export type DemoName = keyof typeof demoPeople;

/** Ana and Carla have accounts with the demo account's password, and a stored signature each. */
export const withAccount = ["ana", "carla"] as const;

/** The account of a demo person as logged in just now. Throws Error for one without an account. */
export async function demoActor(ctx: Ctx, name: DemoName): Promise<AccountActor> {
  const found = await findAccountByEmail(ctx, demoPeople[name].email);
  if (!found) throw new Error(`${demoPeople[name].email} has no account`);
  return {
    kind: "account",
    account: found.account,
    proof: "password",
    scopes: ["read", "write", "sign"],
    signedInAt: await ctx.now(),
  };
}

/** Makes what is missing of the signers' accounts and stored signatures. `root` is the project's folder. */
export async function ensureDemoSigners(ctx: Ctx, root: string, password: string): Promise<void> {
  const admin = await demoActor(ctx, "demo");
  for (const name of withAccount) {
    const { email, displayName } = demoPeople[name];
    if (!(await findAccountByEmail(ctx, email))) {
      await createAccount(ctx, admin, { email, displayName, password, role: "signer", emailProved: true });
    }
    const signer = await demoActor(ctx, name);
    if ((await listImages(ctx, signer)).length > 0) continue;
    const png = await readFile(path.join(root, "scripts", "demo", `${name}.png`));
    await storeImages(ctx, signer, { elements: [{ type: "signature", file: { base64: png.toString("base64") } }] });
  }
}
