import { readFile } from "node:fs/promises";
import path from "node:path";
import { eq } from "drizzle-orm";
import { settings } from "@/db/schema/work";
import { createAccount } from "@/lib/accounts/create";
import { demoEmail } from "@/lib/accounts/ensure-demo-account";
import { findAccountByEmail } from "@/lib/accounts/find";
import { listImages, storeImages } from "@/lib/accounts/signatures/images";
import type { AccountActor, Ctx } from "@/lib/context/context";

interface DemoPerson {
  email: string;
  displayName: string;
}

/** `.example` is reserved (RFC 2606). */
export const demoPeople = {
  ana: { email: "ana@paraph.example", displayName: "Ana Silva" },
  carla: { email: "carla@paraph.example", displayName: "Carla Mendes" },
  /** Has no account, so that a newcomer can try registering one. */
  bo: { email: "bo@paraph.example", displayName: "Bo Larsen" },
  demo: { email: demoEmail, displayName: "Demo" },
} satisfies Record<string, DemoPerson>;

export type DemoName = keyof typeof demoPeople;

/** Ana and Carla have accounts with the demo account's password, and one stored signature each. */
const withAccount = ["ana", "carla"] as const;

/** The account of a demo person as if just logged in. Throws Error for a person without an account. */
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

/** Creates missing signers' accounts and stored signatures. `root` is the project's folder. */
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

interface DemoDocument {
  name: string;
  signers: readonly DemoName[];
  /** Events after the fields are placed, in this order; an empty list leaves a draft. */
  then: readonly (
    | { action: "release" }
    | { action: "sign"; by: DemoName }
    | { action: "decline"; by: DemoName; reason: string }
  )[];
}

/** One document in each state. The one that the newcomer is to sign comes last, so that it is at the top. */
export const demoDocuments: readonly DemoDocument[] = [
  {
    name: "Lease, flat 1A (declined)",
    signers: ["bo"],
    then: [
      { action: "release" },
      { action: "decline", by: "bo", reason: "The deposit is one month’s rent, not two. Please change clause 3." },
    ],
  },
  {
    name: "Lease, flat 2B (completed)",
    signers: ["ana", "carla"],
    then: [{ action: "release" }, { action: "sign", by: "ana" }, { action: "sign", by: "carla" }],
  },
  {
    name: "Lease, flat 3C (one of two signed)",
    signers: ["ana", "bo"],
    then: [{ action: "release" }, { action: "sign", by: "ana" }],
  },
  { name: "Lease, flat 4D (draft)", signers: ["ana", "bo"], then: [] },
  { name: "Lease, flat 5E (yours to sign)", signers: ["demo"], then: [{ action: "release" }] },
];

/** Points on page 2 of the sample lease: above the landlord's line, and above the tenant's. */
export const signatureFields = [
  { page: 2, left: 78, top: 553, width: 190, height: 52 },
  { page: 2, left: 320, top: 553, width: 190, height: 52 },
] as const;

/** The settings row that marks all demo documents as created. */
export const demoMarker = "demo_documents";

export async function isSeeded(ctx: Ctx): Promise<boolean> {
  return (await ctx.db.select().from(settings).where(eq(settings.name, demoMarker))).length > 0;
}
