"use client";

import { useTranslations } from "next-intl";
import { useRef, type ComponentProps } from "react";
import { Button } from "@/components/ui/button";

type PdfChooserProps = Omit<ComponentProps<typeof Button>, "onClick" | "type"> & {
  onChoose: (files: readonly File[]) => void;
};

/** A button that opens the browser's file chooser for PDFs. */
export function PdfChooser({ onChoose, ...button }: PdfChooserProps) {
  const words = useTranslations("documents.start");
  const input = useRef<HTMLInputElement>(null);

  function take() {
    if (!input.current) return;
    onChoose([...(input.current.files ?? [])]);
    // So that choosing the same file again is a choice again.
    input.current.value = "";
  }

  return (
    <>
      <Button {...button} onClick={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        accept="application/pdf,.pdf"
        hidden
        tabIndex={-1}
        aria-label={words("file")}
        onChange={take}
      />
    </>
  );
}
