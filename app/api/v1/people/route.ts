import { route } from "@/lib/api/http/route";
import { listPeopleOperation } from "@/lib/api/operations/sign-requests";
import { listPeople } from "@/lib/requests/signers/list-people";

export const GET = route(listPeopleOperation, async (ctx, actor, { query }) => ({
  data: await listPeople(ctx, actor, query),
}));
