import { listPeopleOperation } from "@/lib/api/operations/sign-requests";
import { route } from "@/lib/http/route";
import { listPeople } from "@/lib/sign-requests/list-people";

export const GET = route(listPeopleOperation, async (ctx, actor, { query }) => ({
  data: await listPeople(ctx, actor, query),
}));
