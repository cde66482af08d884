import { apiClient, type ApiClient, type Person } from "@/e2e/api-client";
import { expectStatus, newPerson, signPassword, strokePng } from "@/e2e/journey";
import type { StartedServer } from "@/e2e/server";

export interface Signer {
  email: string;
  /** Authorization header of a token that may sign. */
  authorization: string;
}

export interface People {
  /** Authorization header with the administrator's password: tokens cannot read stored e-mails. */
  admin: string;
  /** Authorization header with the sender's token. */
  sender: string;
  /** Each journey by code takes the next signer, so that no inbox grows long. */
  byCode: readonly Signer[];
  byPassword: readonly Signer[];
  /** Earlier builds list all messages of an address, and the pictures in these soon take longer than the journey. */
  listsFewMessages: boolean;
}

/** The accounts that journeys need, created before anything is measured. */
export async function makePeople(
  { origin, admin }: StartedServer,
  counts: { byCode: number; byPassword: number },
): Promise<People> {
  const api = apiClient(origin);
  const image = (await strokePng()).toString("base64");
  const signers = async (count: number, hasPassword: boolean): Promise<Signer[]> => {
    const made: Signer[] = [];
    while (made.length < count) made.push(await makeSigner(api, admin, image, hasPassword));
    return made;
  };
  return {
    admin: `Basic ${Buffer.from(`${admin.email}:${admin.password}`).toString("base64")}`,
    sender: await tokenOf(api, admin, ["read", "write"]),
    byCode: await signers(counts.byCode, false),
    byPassword: await signers(counts.byPassword, true),
    listsFewMessages: (await api.call("GET", "/admin/inbox?length=1", { as: admin })).status === 200,
  };
}

async function makeSigner(api: ApiClient, admin: Person, image: string, hasPassword: boolean): Promise<Signer> {
  const person = newPerson("signer");
  expectStatus(
    await api.call("POST", "/admin/users", {
      as: admin,
      json: { ...person, displayName: "Ana Lima", role: "signer", emailProved: true },
    }),
    200,
    "account",
  );
  expectStatus(
    await api.call("POST", "/account/signature/elements", {
      as: person,
      json: { elements: [{ type: "signature", file: { base64: image } }] },
    }),
    200,
    "image",
  );
  if (hasPassword)
    expectStatus(
      await api.call("POST", "/account/signature", { as: person, json: { signPassword } }),
      200,
      "signing password",
    );
  return { email: person.email, authorization: await tokenOf(api, person, ["read", "sign"]) };
}

async function tokenOf(api: ApiClient, as: Person, scopes: readonly string[]): Promise<string> {
  const { token } = expectStatus(
    await api.call<{ token: string }>("POST", "/account/tokens", { as, json: { name: "bench", scopes } }),
    200,
    "token",
  );
  return `Bearer ${token}`;
}
