"use client";

import { Download, Eye } from "lucide-react";
import { useTranslations } from "next-intl";
import dynamic from "next/dynamic";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { saveBlob } from "../save-blob";
import { roleOf } from "../signature-role";
import type { CheckedFile } from "../use-check";
import { useSignatureName } from "../use-signature-name";
import type { SignatureRecord } from "../verification";
import { signedEnd, versionFileName } from "./signed-end";
import { useSignedTitle } from "./use-signed-title";

const SignedVersionDialog = dynamic(
  () => import("./signed-version-dialog").then((module) => module.SignedVersionDialog),
  { ssr: false },
);

/** Shows and saves the document as one signature signed it; nothing where that is no longer in the file. */
export function SignedVersionButtons({ file, signature }: { file: CheckedFile; signature: SignatureRecord }) {
  const words = useTranslations("verify.signedVersion");
  const [name, titleOf] = [useSignatureName()(signature, "plain"), useSignedTitle()];
  const [isOpen, setOpen] = useState(false);
  const end = signedEnd(signature);
  if (end === null) return null;
  const title = titleOf(signature);
  const isPerson = signature.kind === "signature" && roleOf(signature) === "person";
  const save = (): void => saveBlob(file.bytes.slice(0, end, "application/pdf"), versionFileName(file.name, title));
  return (
    <>
      <Button
        icon={<Eye aria-hidden className="size-4" />}
        aria-label={isPerson ? undefined : words("seeName", { title })}
        onClick={() => setOpen(true)}
      >
        {isPerson ? words("seePerson", { name }) : words("see")}
      </Button>
      <Button
        icon={<Download aria-hidden className="size-4" />}
        aria-label={words("saveName", { title })}
        onClick={save}
      >
        {words("save")}
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
