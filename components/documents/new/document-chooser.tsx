"use client";

import { useTranslations } from "next-intl";
import type { ComponentProps } from "react";
import { FileChooser } from "@/components/ui/file-chooser";
import { acceptedFiles } from "./use-document-choice";

type DocumentChooserProps = Omit<ComponentProps<typeof FileChooser>, "accept" | "inputLabel" | "multiple">;

/** A button that opens the browser's file chooser for a document or several pictures. */
export function DocumentChooser(props: DocumentChooserProps) {
  const t = useTranslations("documents.start");
  return <FileChooser {...props} multiple accept={acceptedFiles} inputLabel={t("documentFile")} />;
}
