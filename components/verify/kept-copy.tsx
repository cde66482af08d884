"use client";

import { ShieldCheck } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";

interface KeptCopyProps {
  uuid: string;
  name: string;
  onFile: (file: File) => void;
}

/** For who takes part in the document: checks what this service holds, by the same way as any other copy. */
export function KeptCopy({ uuid, name, onFile }: KeptCopyProps) {
  const words = useTranslations("verify.ours");
  const [state, setState] = useState<"idle" | "fetching" | "failed">("idle");

  async function fetchCopy() {
    setState("fetching");
    try {
      const answer = await fetch(`/api/v1/file/${uuid}/content`);
      if (!answer.ok) throw new Error(`the content answered ${answer.status}`);
      const bytes = await answer.blob();
      setState("idle");
      onFile(new File([bytes], /\.pdf$/i.test(name) ? name : `${name}.pdf`, { type: "application/pdf" }));
    } catch {
      setState("failed");
    }
  }

  return (
    <>
      <Button
        size="signer"
        icon={<ShieldCheck aria-hidden className="size-5" />}
        busy={state === "fetching"}
        onClick={() => void fetchCopy()}
      >
        {words("fetch")}
      </Button>
      {state === "failed" && (
        <p role="alert" className="basis-full text-ui text-danger">
          {words("fetchFailed")}
        </p>
      )}
    </>
  );
}
