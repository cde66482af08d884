import { makePdf } from "@/lib/pdf/testing/make-pdf";
import { measureRates } from "../interface/measure-rates";
import { makeCaller } from "./keep-alive-client";
import type { People } from "./people";

/** The light call, the list and the upload of 50 KB by a token, as shares of what Next does with an empty handler. */
export async function measureRequests(origin: string, emptyUrl: string, people: People): Promise<void> {
  const headers = { authorization: people.sender };
  const body = JSON.stringify({
    file: { base64: makePdf({ pages: [{}], sizeBytes: 50_000 }).toString("base64") },
    name: "Lease",
    users: [{ email: "ana@example.org" }, { email: "bo@example.org" }],
  });
  const caller = makeCaller(origin);
  const { uuid } = await caller.call<{ uuid: string }>("POST", "/request-signature", people.sender, body);
  caller.close();
  await measureRates(origin, emptyUrl, [
    { name: "validate", path: `/api/v1/file/validate/uuid/${uuid}`, headers, bar: 1 },
    { name: "list of 20", path: "/api/v1/file/list?length=20", headers, bar: 0.8 },
    {
      name: "create with 50 KB",
      method: "POST",
      path: "/api/v1/request-signature",
      headers: { ...headers, "content-type": "application/json" },
      body,
      bar: 0.25,
    },
  ]);
}
