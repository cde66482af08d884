import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { AuthoritiesCard, PeopleCertificatesCard } from "@/components/administration/certificate-cards";
import { AdministrationFrame } from "@/components/shell/section-frames";
import { administratorRequest, limitedTitle } from "@/lib/api/http/page-request";
import { listAuthorities } from "@/lib/authority/authorities";
import { certificateStatusNames } from "@/lib/authority/schema";
import { listCertificates } from "@/lib/authority/stored-certificates";
import { toAuthoritiesWire, toCertificatesWire } from "@/lib/authority/wire";
import type { AccountActor, Ctx } from "@/lib/context/context";
import { AreaMessages } from "@/lib/platform/locale/area-messages";

export async function generateMetadata(): Promise<Metadata> {
  return limitedTitle((await getTranslations("administration.certificates"))("title"), "admin");
}

type Query = Promise<Record<string, string | string[] | undefined>>;

/** The keys of the service and of its accounts. Answers 404 to anybody but administrators. */
export default async function CertificatesPage({ searchParams }: { searchParams: Query }) {
  const { ctx, actor } = await administratorRequest();
  const t = await getTranslations("administration");
  const query = readQuery(await searchParams);
  return (
    <AreaMessages areas={["administration", "shell", "errors"]}>
      <AdministrationFrame current="certificates" title={t("certificates.title")} lead={t("certificates.lead")}>
        <Certificates ctx={ctx} actor={actor} query={query} />
      </AdministrationFrame>
    </AreaMessages>
  );
}

async function Certificates({
  ctx,
  actor,
  query,
}: {
  ctx: Ctx;
  actor: AccountActor;
  query: ReturnType<typeof readQuery>;
}) {
  const { email } = actor.account;
  const authorities = toAuthoritiesWire(await listAuthorities(ctx, actor)).data;
  const { data, nextCursor } = toCertificatesWire(await listCertificates(ctx, actor, query));
  return (
    <div className="flex max-w-240 flex-col gap-6">
      <AuthoritiesCard authorities={authorities} email={email} />
      <PeopleCertificatesCard
        certificates={data}
        nextCursor={nextCursor}
        search={{ q: query.q ?? "", status: query.status ?? "" }}
        email={email}
      />
    </div>
  );
}

/** Ignores search parameters that are not valid. */
function readQuery(params: Awaited<Query>) {
  const { q, status, cursor } = params;
  return {
    q: typeof q === "string" && q.length <= 254 ? q : undefined,
    status: certificateStatusNames.find((name) => name === status),
    cursor: typeof cursor === "string" && /^[1-9]\d{0,8}$/.test(cursor) ? Number(cursor) : undefined,
  };
}
