import type { ApiClient, Person } from "@/e2e/api-client";
import { expectStatus } from "@/e2e/journey";
import { changeDatabase } from "./change-database";

/** Tokens of direct links, one for each state. */
export interface DirectLinks {
  /** Asks the visitor to name the landlord. */
  asking: string;
  /** The link's owner has named the landlord. */
  plain: string;
  /** Has reached its limit of uses for today. */
  full: string;
  ended: string;
  off: string;
}

interface Made {
  id: number;
  token: string;
}

/** Makes a direct link for the tenant of a lease. Returns its number and token. */
export async function makeDirectLink(
  api: ApiClient,
  owner: Person,
  template: number,
  changes: Record<string, unknown> = {},
): Promise<Made> {
  const json = {
    name: "Website",
    role: "Tenant",
    people: { Landlord: { email: "landlord@example.org", displayName: "Lena Lord" } },
    ...changes,
  };
  const answer = await api.call<{ id: number; url: string }>("POST", `/templates/${template}/direct-links`, {
    as: owner,
    json,
  });
  const { id, url } = expectStatus(answer, 200, "direct link");
  return { id, token: url.split("/").at(-1) ?? "" };
}

export async function makeDirectLinks(
  api: ApiClient,
  owner: Person,
  { dataDir, template }: { dataDir: string; template: number },
): Promise<DirectLinks> {
  const make = (name: string, changes: Record<string, unknown> = {}) =>
    makeDirectLink(api, owner, template, { name, ...changes });
  const asking = await make("Website", { people: { Landlord: { ask: true } }, maxUses: 100 });
  const plain = await make("Poster in the hall");
  const full = await make("Fair", { maxUsesPerDay: 1 });
  const ended = await make("Spring campaign");
  const off = await make("Old flyer", { isOn: false });
  await changeDatabase(dataDir, "update direct_links set ends_at = now() - interval '1 day' where id = $1", [ended.id]);
  await changeDatabase(
    dataDir,
    `insert into direct_link_codes (link_id, secret_hash, recipient_hmac, code_hmac, expires_at, proved_at, used_at)
     values ($1, 'a use ' || gen_random_uuid(), '', '', now(), now(), now())`,
    [full.id],
  );
  return {
    asking: asking.token,
    plain: plain.token,
    full: full.token,
    ended: ended.token,
    off: off.token,
  };
}
