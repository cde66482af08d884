import { Download } from "lucide-react";
import type { Metadata } from "next";
import { useLocale, useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { notFound } from "next/navigation";
import { ShortHash, useVersionText } from "@/components/documents/document/document-files";
import { DocumentPages } from "@/components/pages/document-pages";
import { contentUrl, type PageBox, type PageSource } from "@/components/pages/page-source";
import { buttonLook } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { PageHeader } from "@/components/ui/page-header";
import { PageLink } from "@/components/ui/page-link";
import { Time } from "@/components/ui/time";
import { listPages } from "@/lib/documents/pages";
import type { RevisionWire } from "@/lib/documents/schema";
import { AreaMessages } from "@/lib/platform/locale/area-messages";
import { byteCount } from "@/lib/platform/locale/format";
import { listRevisions } from "@/lib/views/list-revisions";
import type { FileWire } from "@/lib/views/schema";
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

interface VersionPageProps {
  file: Pick<FileWire, "uuid" | "name" | "envelope">;
  pages: readonly PageBox[];
  /** All versions of the document, oldest first. */
  versions: readonly RevisionWire[];
  version: RevisionWire;
}

/** The pages of a document in the version that one signer signed. */
function VersionPage({ file, pages, versions, version }: VersionPageProps) {
  const [t, locale] = [useTranslations("documents.versions"), useLocale()];
  const { nameOf, insideOf } = useVersionText();
  const source: PageSource = { kind: "revision", uuid: file.uuid, revision: version.revision };
  return (
    <>
      <PageHeader
        title={nameOf(version)}
        back={{ href: `/documents/${file.envelope ?? file.uuid}`, label: <bdi>{file.name}</bdi> }}
        meta={
          <>
            <Time at={version.signedAt} />
            <span>{byteCount(version.size, locale)}</span>
            <ShortHash sha256={version.sha256} what={nameOf(version)} />
          </>
        }
        actions={
          <a href={contentUrl(source)} download className={buttonLook("primary", "app")}>
            <Download aria-hidden className="size-4" />
            {t("download")}
          </a>
        }
      />
      <Notice tone="info">{insideOf(version)}</Notice>
      <Neighbours uuid={file.uuid} versions={versions} version={version} />
      <div className="mx-auto max-w-200">
        <DocumentPages source={source} pages={pages} title={file.name} zoom="fit" />
      </div>
    </>
  );
}

/** A signer saw the version before their own. */
function Neighbours({ uuid, versions, version }: { uuid: string } & Pick<VersionPageProps, "versions" | "version">) {
  const t = useTranslations("documents.versions");
  const { nameOf } = useVersionText();
  const at = versions.indexOf(version);
  const [before, after] = [versions[at - 1], versions[at + 1]];
  const link = (label: string, to: RevisionWire | undefined, look?: string) =>
    to && (
      <div className={look}>
        <dt className="text-caption text-muted">{label}</dt>
        <dd>
          <PageLink
            href={`/documents/${uuid}/versions/${to.revision}`}
            className="inline-flex min-h-6 items-center text-ui font-medium text-primary underline underline-offset-2"
          >
            {nameOf(to)}
          </PageLink>
        </dd>
      </div>
    );
  return (
    <dl className="my-4 flex flex-wrap justify-between gap-x-6 gap-y-2">
      {link(t(version.kind === "signature" ? "sawBefore" : "before"), before)}
      {link(t("after"), after, "ms-auto text-end")}
    </dl>
  );
}
