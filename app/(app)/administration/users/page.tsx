import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { UsersCard } from "@/components/administration/users/users-card";
import { AdministrationFrame } from "@/components/shell/section-frames";
import { roles } from "@/lib/accounts/schema";
import { listAccounts, toAdministeredListWire } from "@/lib/administration/users";
import { administratorRequest, limitedTitle } from "@/lib/api/http/page-request";
import type { AccountActor, Ctx } from "@/lib/context/context";
import { AreaMessages } from "@/lib/platform/locale/area-messages";

export async function generateMetadata(): Promise<Metadata> {
  return limitedTitle((await getTranslations("administration.users"))("title"), "admin");
}

type Query = Promise<Record<string, string | string[] | undefined>>;

const onOnePage = 50;

/** The accounts of this service. Answers 404 to anybody but administrators. */
export default async function UsersPage({ searchParams }: { searchParams: Query }) {
  const { ctx, actor } = await administratorRequest();
  const t = await getTranslations("administration");
  const query = readQuery(await searchParams);
  return (
    <AreaMessages areas={["administration", "account", "shell", "errors"]}>
      <AdministrationFrame current="users" title={t("users.title")} lead={t("users.lead")}>
        <Users ctx={ctx} actor={actor} query={query} />
      </AdministrationFrame>
    </AreaMessages>
  );
}

async function Users({ ctx, actor, query }: { ctx: Ctx; actor: AccountActor; query: ReturnType<typeof readQuery> }) {
  const users = toAdministeredListWire(ctx, await listAccounts(ctx, actor, { ...query, length: onOnePage }));
  return (
    <div className="max-w-240">
      <UsersCard
        users={users}
        search={{ q: query.q ?? "", role: query.role ?? "" }}
        own={{ id: actor.account.id, email: actor.account.email }}
      />
    </div>
  );
}

/** Ignores search parameters that are not valid. */
function readQuery({ q, role, cursor }: Awaited<Query>) {
  return {
    q: typeof q === "string" && q.length <= 254 ? q : undefined,
    role: roles.find((name) => name === role),
    cursor: typeof cursor === "string" && /^[1-9]\d{0,8}$/.test(cursor) ? Number(cursor) : undefined,
  };
}
