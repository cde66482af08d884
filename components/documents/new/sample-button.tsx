"use client";

import { FileText } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";

/** Uploads a sample document, for people who want to try the service. */
export function SampleButton({ onReady }: { onReady: (file: File) => void }) {
  const t = useTranslations("documents.start");
  const [state, setState] = useState<"ready" | "loading" | "failed">("ready");

  async function load() {
    setState("loading");
    try {
      const answer = await fetch("/samples/lease.pdf");
      if (!answer.ok) throw new Error(`the sample answered ${answer.status}`);
      onReady(new File([await answer.blob()], `${t("sampleName")}.pdf`, { type: "application/pdf" }));
      setState("ready");
    } catch {
      setState("failed");
    }
  }

  return (
    <>
      <Button icon={<FileText aria-hidden className="size-4" />} busy={state === "loading"} onClick={() => void load()}>
        {t("sample")}
      </Button>
      {state === "failed" && (
        <p role="alert" className="w-full text-ui text-danger">
          {t("sampleFailed")}
        </p>
      )}
    </>
  );
}
