import { useTranslations } from "next-intl";
import type { LinkFile } from "@/lib/signing/schema";

/** The files that one signature covers, named before it is given. */
export function SignedFiles({ files }: { files: readonly LinkFile[] }) {
  const t = useTranslations("signing.files");
  const signed = files.filter(({ isMine }) => isMine);
  return (
    <div className="mb-3 text-ui">
      <p className="text-muted">{t("signs", { count: signed.length })}</p>
      <ul className="mt-1 max-h-24 list-disc overflow-y-auto ps-5">
        {signed.map(({ uuid, name }) => (
          <li key={uuid} className="wrap-anywhere">
            <bdi>{name}</bdi>
          </li>
        ))}
      </ul>
    </div>
  );
}
