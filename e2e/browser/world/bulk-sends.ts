import type { ApiClient, Person } from "@/e2e/api-client";
import { expectStatus } from "@/e2e/journey";
import { changeDatabase } from "./change-database";
import type { NamedPerson } from "./seed";

/** Bulk sends of a separate requester, because each creates documents. */
export interface BulkWorld {
  requester: NamedPerson;
  template: number;
  /** With one row that failed. */
  completed: number;
  paused: number;
}

export async function seedBulkSends(
  api: ApiClient,
  dataDir: string,
  requester: NamedPerson,
  makeTemplate: (api: ApiClient, requester: Person) => Promise<number>,
): Promise<BulkWorld> {
  const template = await makeTemplate(api, requester);
  const start = async (name: string): Promise<number> => {
    const people = [1, 2, 3].map((n) => `tenant${n}@example.org,Tenant ${n},landlord@example.org,${900 + n}`);
    const text = ["Tenant e-mail,Tenant name,Landlord e-mail,Rent", ...people].join("\n");
    const made = await api.call<{ id: number }>("POST", `/templates/${template}/bulk-sends`, {
      as: requester,
      json: { csv: { text }, name },
    });
    return expectStatus(made, 200, "bulk send").id;
  };
  const completed = await start("Leases 2027");
  await untilCompleted(api, requester, completed);
  // A row that fails after the dry run cannot be provoked through the API.
  await changeDatabase(
    dataDir,
    "update bulk_rows set state = 'failed', file_id = null, problem = $2 where bulk_send_id = $1 and number = 3",
    [completed, { code: "glyph_missing", column: "Rent", detail: "Rent has characters that cannot be drawn" }],
  );
  const paused = await start("Leases 2028");
  expectStatus(await api.call("POST", `/bulk-sends/${paused}/pause`, { as: requester }), 200, "pause");
  return { requester, template, completed, paused };
}

export async function untilCompleted(api: ApiClient, requester: Person, id: number): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    const { body } = await api.call<{ state: string }>("GET", `/bulk-sends/${id}`, { as: requester });
    if (body.state === "completed") return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`the bulk send ${id} did not end`);
}
