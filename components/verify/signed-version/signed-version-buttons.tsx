"use client";

import { Download, Eye } from "lucide-react";
import { useTranslations } from "next-intl";
import dynamic from "next/dynamic";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { saveBlob, type CheckedFile } from "@/components/verify/result/use-check";
import { useSignatureName } from "@/components/verify/result/use-finding-text";
import type { SignatureRecord } from "@/components/verify/result/verification";
import { withoutPdfEnding } from "@/lib/platform/plain-text";

const SignedVersionDialog = dynamic(
  () => import("./signed-version-dialog").then((module) => module.SignedVersionDialog),
  { ssr: false },
);

/** Shows and saves the version that one signature covers. Renders nothing if the file no longer contains it. */
export function SignedVersionButtons({ file, signature }: { file: CheckedFile; signature: SignatureRecord }) {
  const t = useTranslations("verify.signedVersion");
  const [name, titleOf] = [useSignatureName()(signature, "plain"), useSignedTitle()];
  const [isOpen, setOpen] = useState(false);
  const end = signedEnd(signature);
  if (end === null) return null;
  const title = titleOf(signature);
  const isPerson = signature.kind === "signature" && signature.role === "person";
  const save = (): void => saveBlob(file.bytes.slice(0, end, "application/pdf"), versionFileName(file.name, title));
  return (
    <>
      <Button
        icon={<Eye aria-hidden className="size-4" />}
        aria-label={isPerson ? undefined : t("seeName", { title })}
        onClick={() => setOpen(true)}
      >
        {isPerson ? t("seePerson", { name }) : t("see")}
      </Button>
      <Button icon={<Download aria-hidden className="size-4" />} aria-label={t("saveName", { title })} onClick={save}>
        {t("save")}
      </Button>
      {isOpen && (
        <SignedVersionDialog
          file={file.bytes}
          end={end}
          title={title}
          signature={signature}
          onClose={() => setOpen(false)}
          onSave={save}
        />
      )}
    </>
  );
}

/** Length in bytes of the signed version; null if signed bytes were altered, because the file no longer contains it. */
export function signedEnd({
  signedRevision,
  verdict,
}: Pick<SignatureRecord, "signedRevision" | "verdict">): number | null {
  return signedRevision === null || verdict === "invalid" ? null : signedRevision.end;
}

/** "Lease.pdf" becomes "Lease - as Ana signed it.pdf". Characters not allowed in file names become spaces. */
export function versionFileName(name: string, version: string): string {
  const part = version
    .replace(/[\p{Cc}\p{Cf}\\/:*?"<>|]/gu, " ")
    .replace(/\s+/g, " ")
    .trim();
  return `${withoutPdfEnding(name)} - ${part}.pdf`;
}

/** Name of the version that a signature covers. */
export function useSignedTitle(): (signature: SignatureRecord) => string {
  const t = useTranslations("verify.signedVersion.title");
  const nameOf = useSignatureName();
  return (signature) =>
    t(signature.kind === "doc_timestamp" ? "stamp" : signature.role, { name: nameOf(signature, "plain") });
}
