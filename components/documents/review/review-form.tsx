"use client";

import { Send } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useRef, useState } from "react";
import { asProblem, type ApiProblem } from "@/components/api/api-problem";
import { callApi } from "@/components/api/call";
import { Button } from "@/components/ui/button";
import { ButtonLink } from "@/components/ui/button-link";
import { Card } from "@/components/ui/card";
import { PageHeader } from "@/components/ui/page-header";
import { ProblemNotice } from "@/components/ui/problem-notice";
import type { FileWire, InvitationPreview } from "@/lib/file-views/schema";
import { RequestSteps } from "../request-steps";
import { MailPreview } from "./mail-preview";
import { PageThumbnails, type ThumbnailPage } from "./page-thumbnails";
import { ReviewChecklist } from "./review-checklist";
import { holdsUp, reviewItems } from "./review-items";
import { ReviewedSigners } from "./reviewed-signers";

interface ReviewFormProps {
  file: Pick<FileWire, "uuid" | "name" | "expiresAt" | "signers" | "visibleElements">;
  pages: readonly ThumbnailPage[];
  mail: InvitationPreview | null;
}

/** Last step of a request: what is missing, who gets which mail, and the sending. */
export function ReviewForm({ file, pages, mail }: ReviewFormProps) {
  const words = useTranslations("documents.review");
  const [accepted, setAccepted] = useState<ReadonlySet<number>>(new Set());
  const [items] = useState(() => reviewItems(file, new Date()));
  const firstItem = useRef<HTMLLIElement>(null);
  const { send, isSending, problem } = useSending(file.uuid);
  const numbers = new Map(file.signers.map((signer, index) => [signer.signRequestId, index + 1]));

  function accept(signRequestId: number, isAccepted: boolean) {
    const next = new Set(accepted);
    if (isAccepted) next.add(signRequestId);
    else next.delete(signRequestId);
    setAccepted(next);
  }

  function sendIfReady() {
    if (items.some((item) => holdsUp(item, accepted))) return firstItem.current?.focus();
    void send();
  }

  const sendButton = (
    <Button variant="primary" busy={isSending} icon={<Send aria-hidden className="size-4" />} onClick={sendIfReady}>
      {words("send", { count: file.signers.length })}
    </Button>
  );
  return (
    <div className="max-w-240">
      <RequestSteps uuid={file.uuid} current="review" />
      <PageHeader
        title={words("title")}
        meta={<bdi className="wrap-anywhere">{file.name}</bdi>}
        actions={
          <>
            <ButtonLink href={`/documents/${file.uuid}/edit`}>{words("back")}</ButtonLink>
            {sendButton}
          </>
        }
      />
      <div className="flex flex-col gap-6">
        {problem && <ProblemNotice problem={problem} />}
        <ReviewChecklist
          uuid={file.uuid}
          signerCount={file.signers.length}
          items={items}
          accepted={accepted}
          onAccept={accept}
          firstRef={firstItem}
        />
        <Card title={words("pages")}>
          <PageThumbnails uuid={file.uuid} pages={pages} elements={file.visibleElements} numbers={numbers} />
        </Card>
        {file.signers.length > 0 && <ReviewedSigners signers={file.signers} expiresAt={file.expiresAt} />}
        {mail && <MailPreview mail={mail} signerCount={file.signers.length} />}
      </div>
    </div>
  );
}

function useSending(uuid: string): { send: () => Promise<void>; isSending: boolean; problem: ApiProblem | null } {
  const router = useRouter();
  const [isSending, setSending] = useState(false);
  const [problem, setProblem] = useState<ApiProblem | null>(null);

  async function send() {
    setSending(true);
    setProblem(null);
    try {
      // Sending what is sent changes nothing, so that a lost answer may be asked for again.
      await callApi("PATCH", "/request-signature", { json: { uuid, status: 1 } });
      // Back must not lead to a review that could be sent again.
      router.replace(`/documents/${uuid}?sent=1`);
    } catch (error) {
      setProblem(asProblem(error));
      setSending(false);
    }
  }

  return { send, isSending, problem };
}
