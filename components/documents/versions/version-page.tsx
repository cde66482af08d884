import { Download } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { DocumentPages } from "@/components/pages/document-pages";
import { contentUrl, type PageBox, type PageSource } from "@/components/pages/page-source";
import { buttonLook } from "@/components/ui/button";
import { byteCount } from "@/components/ui/bytes";
import { CopyIcon } from "@/components/ui/copy-button";
import { Notice } from "@/components/ui/notice";
import { PageHeader } from "@/components/ui/page-header";
import { PageLink } from "@/components/ui/page-link";
import { Time } from "@/components/ui/time";
import type { RevisionWire } from "@/lib/documents/schema";
import { isolate } from "@/lib/platform/locale/format";
import type { FileWire } from "@/lib/views/schema";

interface VersionPageProps {
  file: Pick<FileWire, "uuid" | "name" | "envelope">;
  pages: readonly PageBox[];
  /** All versions of the document, oldest first. */
  versions: readonly RevisionWire[];
  version: RevisionWire;
}

/** The pages of a document in the version that one signer signed. */
export function VersionPage({ file, pages, versions, version }: VersionPageProps) {
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

/** Name of a signed version; `insideOf` is a sentence about its contents. */
export function useVersionText(): {
  nameOf: (version: RevisionWire) => string;
  insideOf: (version: RevisionWire) => string;
} {
  const t = useTranslations("documents.versions");
  const name = ({ signer }: RevisionWire): string => (signer === null ? t("somebody") : isolate(signer));
  return {
    nameOf: (version) => t(`name.${version.kind}`, { name: name(version) }),
    insideOf: (version) => t(`inside.${version.kind}`, { name: name(version) }),
  };
}

/** Both ends of a SHA-256 hash, with a button that copies it in full. `what` is the accessible name if there are several. */
export function ShortHash({ sha256, what }: { sha256: string; what: string }) {
  const t = useTranslations("documents.versions");
  return (
    <span className="inline-flex items-center gap-1">
      <span>
        {t("hash")}{" "}
        <code className="font-mono whitespace-nowrap" title={sha256}>
          {sha256.slice(0, 8)}…{sha256.slice(-8)}
        </code>
      </span>
      <CopyIcon text={sha256} label={t("copy", { version: what })} />
    </span>
  );
}
