import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { notFound } from "next/navigation";
import { VersionPage } from "@/components/documents/versions/version-page";
import { listPages } from "@/lib/documents/pages";
import { AreaMessages } from "@/lib/platform/locale/area-messages";
import { listRevisions } from "@/lib/views/list-revisions";
import { readPdf } from "../../read-file";

type Props = PageProps<"/documents/[uuid]/versions/[revision]">;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { file } = await readPdf((await params).uuid);
  return { title: (await getTranslations("documents.versions"))("pageTitle", { name: file.name }) };
}

export default async function SignedVersionPage({ params }: Props) {
  const { uuid, revision } = await params;
  const { ctx, actor, file } = await readPdf(uuid);
  const [{ data: versions }, { data: pages }] = await Promise.all([
    listRevisions(ctx, actor, { uuid: file.uuid }),
    listPages(ctx, actor, { uuid: file.uuid }),
  ]);
  const version = versions.find((one) => String(one.revision) === revision);
  if (!version) notFound();
  return (
    <AreaMessages areas={["documents", "shell", "errors"]}>
      <VersionPage
        file={{ uuid: file.uuid, name: file.name, envelope: file.envelope }}
        pages={pages.map(({ page, width, height }) => ({ page, width, height }))}
        versions={versions}
        version={version}
      />
    </AreaMessages>
  );
}
