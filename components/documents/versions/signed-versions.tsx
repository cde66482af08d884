import { Download, Eye } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { contentUrl } from "@/components/pages/page-source";
import { ButtonLink } from "@/components/ui/button-link";
import { buttonLook } from "@/components/ui/button-look";
import { Card } from "@/components/ui/card";
import { Time } from "@/components/ui/time";
import type { RevisionWire } from "@/lib/files/schema";
import { byteCount } from "../byte-count";
import { ShortHash } from "./short-hash";
import { useVersionWords } from "./use-version-words";

/** The document as each signer signed it, once somebody has. */
export function SignedVersions({ uuid, versions }: { uuid: string; versions: readonly RevisionWire[] }) {
  const words = useTranslations("documents.versions");
  if (versions.every(({ kind }) => kind === "prepared")) return null;
  return (
    <Card title={words("title")}>
      <p className="-mt-2 mb-2 text-ui text-muted">{words("lead")}</p>
      <ol className="-mb-4 divide-y divide-hairline">
        {versions.map((version) => (
          <li key={version.revision} className="py-4">
            <Version uuid={uuid} version={version} />
          </li>
        ))}
      </ol>
    </Card>
  );
}

function Version({ uuid, version }: { uuid: string; version: RevisionWire }) {
  const [words, locale] = [useTranslations("documents.versions"), useLocale()];
  const { nameOf } = useVersionWords();
  const name = nameOf(version);
  const { revision, signedAt, size, sha256 } = version;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-medium wrap-anywhere">{name}</p>
        <p className="mt-0.5 flex flex-wrap items-center gap-x-3 text-caption text-muted">
          <Time at={signedAt} />
          <span>{byteCount(size, locale)}</span>
          <ShortHash sha256={sha256} what={name} />
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <ButtonLink
          href={`/documents/${uuid}/versions/${revision}`}
          icon={<Eye aria-hidden className="size-4" />}
          aria-label={words("viewName", { version: name })}
        >
          {words("view")}
        </ButtonLink>
        <a
          href={contentUrl({ kind: "revision", uuid, revision })}
          download
          className={buttonLook("secondary", "app")}
          aria-label={words("downloadName", { version: name })}
        >
          <Download aria-hidden className="size-4" />
          {words("download")}
        </a>
      </div>
    </div>
  );
}
