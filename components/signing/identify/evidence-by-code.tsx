"use client";

import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useCallback } from "react";
import { noteUserAction } from "@/components/signing/page-heading";
import type { LinkIdentification } from "@/lib/signing/schema";
import { IdentifyStep } from "./identify-step";

/** Gives a signer without an account the evidence by another code, after their guest session has ended. Renders nothing if no code can be sent. */
export function EvidenceByCode({
  identification: { method, sentTo },
  u,
}: {
  identification: LinkIdentification;
  u: string;
}) {
  const t = useTranslations("signing.evidence");
  const router = useRouter();
  const goOn = useCallback(() => {
    noteUserAction();
    router.refresh();
  }, [router]);
  if (sentTo === null) return null;
  return (
    <div className="flex flex-col gap-4">
      <p className="wrap-anywhere">{t(method === "email" ? "leadEmail" : "leadSms", { sentTo })}</p>
      <IdentifyStep
        sendPath={`/sign/uuid/${u}/identify`}
        confirmPath={`/sign/uuid/${u}/identify/confirm`}
        onIdentified={goOn}
        isMain={false}
      />
    </div>
  );
}
