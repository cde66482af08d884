import { Download, Eye } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { ShortHash } from "@/components/documents/versions/short-hash";
import { useVersionText } from "@/components/documents/versions/version-page";
import { contentUrl } from "@/components/pages/page-source";
import { buttonLook } from "@/components/ui/button";
import { byteCount } from "@/components/ui/bytes";
import { Card } from "@/components/ui/card";
import { PageLink } from "@/components/ui/page-link";
import { Time } from "@/components/ui/time";
import type { RevisionWire } from "@/lib/documents/schema";

/** The signed versions of the document, once there is one. */
export function SignedVersions({ uuid, versions }: { uuid: string; versions: readonly RevisionWire[] }) {
  const t = useTranslations("documents.versions");
  if (versions.every(({ kind }) => kind === "prepared")) return null;
  return (
    <Card title={t("title")}>
      <p className="-mt-2 mb-2 text-ui text-muted">{t("lead")}</p>
      <ol className="-mb-3 divide-y divide-hairline">
        {versions.map((version) => (
          <li key={version.revision} className="py-3">
            <Version uuid={uuid} version={version} />
          </li>
        ))}
      </ol>
    </Card>
  );
}

const square = "size-9! min-h-0! p-0!";

function Version({ uuid, version }: { uuid: string; version: RevisionWire }) {
  const [t, locale] = [useTranslations("documents.versions"), useLocale()];
  const { nameOf } = useVersionText();
  const name = nameOf(version);
  const { revision, signedAt, size, sha256 } = version;
  return (
    <div className="flex items-start justify-between gap-x-3">
      <div className="min-w-0 flex-1">
        <p className="text-ui font-medium wrap-anywhere">{name}</p>
        <p className="mt-0.5 flex flex-wrap items-center gap-x-3 text-caption text-muted">
          <Time at={signedAt} />
          <span>{byteCount(size, locale)}</span>
        </p>
        <details className="text-caption text-muted">
          <summary className="min-h-6 w-fit">{t("hash")}</summary>
          <ShortHash sha256={sha256} what={name} />
        </details>
      </div>
      <div className="flex gap-1">
        <PageLink
          href={`/documents/${uuid}/versions/${revision}`}
          aria-label={t("viewName", { version: name })}
          title={t("view")}
          className={buttonLook("quiet", "app", square)}
        >
          <Eye aria-hidden className="size-4" />
        </PageLink>
        <a
          href={contentUrl({ kind: "revision", uuid, revision })}
          download
          aria-label={t("downloadName", { version: name })}
          title={t("download")}
          className={buttonLook("quiet", "app", square)}
        >
          <Download aria-hidden className="size-4" />
        </a>
      </div>
    </div>
  );
}
