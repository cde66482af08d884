import { Download, PenLine, Send } from "lucide-react";
import { useTranslations } from "next-intl";
import { ButtonLink } from "@/components/ui/button-link";
import { buttonLook } from "@/components/ui/button-look";
import { ConfirmedAct } from "../confirmed-act";
import { isRunning, type DocumentFacts } from "./document-facts";
import { MoreActs } from "./more-acts";

/** What the viewer can do with the document now, the main act last. */
export function DocumentActs(facts: DocumentFacts) {
  const words = useTranslations("documents.document");
  const { file, isRequester } = facts;
  const { canSign, signerFileUuid } = file.settings;
  const isDraft = file.statusText === "draft";
  return (
    <>
      {isRequester && (
        <MoreActs
          file={{ uuid: file.uuid, name: file.name, expiresAt: file.expiresAt }}
          mayMoveDeadline={isRunning(facts) || file.statusText === "expired"}
        />
      )}
      {isRequester && (isDraft || isOver(facts)) && <DeleteDocument {...facts} />}
      {isRequester && isRunning(facts) && (
        <ConfirmedAct
          label={words("withdraw.button")}
          title={words("withdraw.title", { name: file.name })}
          body={words("withdraw.body")}
          confirmLabel={words("withdraw.confirm")}
          call={{ method: "DELETE", path: `/sign/file_id/${file.fileId}` }}
          done={words("withdraw.done")}
        />
      )}
      {isDraft && (
        <ButtonLink href={`/documents/${file.uuid}/edit`} icon={<PenLine aria-hidden className="size-4" />}>
          {words("editBoxes")}
        </ButtonLink>
      )}
      {isDraft && (
        <ButtonLink
          href={`/documents/${file.uuid}/${file.signers.length === 0 ? "signers" : "review"}`}
          variant="primary"
          icon={<Send aria-hidden className="size-4" />}
        >
          {words(file.signers.length === 0 ? "addSigners" : "review")}
        </ButtonLink>
      )}
      {file.statusText === "signed" && (
        <a href={`/api/v1/file/${file.uuid}/content`} download className={buttonLook("primary", "app")}>
          <Download aria-hidden className="size-4" />
          {words("downloadSigned")}
        </a>
      )}
      {canSign && signerFileUuid && (
        <ButtonLink
          href={`/sign/${signerFileUuid}`}
          variant="primary"
          icon={<PenLine aria-hidden className="size-4" />}
        >
          {words("sign")}
        </ButtonLink>
      )}
    </>
  );
}

function DeleteDocument({ file }: DocumentFacts) {
  const words = useTranslations("documents.document.delete");
  const kind = file.statusText === "draft" ? "draft" : file.statusText === "signed" ? "signed" : "ended";
  return (
    <ConfirmedAct
      label={words(`${kind}.button`)}
      title={words("title", { name: file.name })}
      body={words(`${kind}.body`)}
      confirmLabel={words(`${kind}.confirm`)}
      call={{ method: "DELETE", path: `/file/${file.uuid}` }}
      done={words("done")}
      leadsTo="/documents"
    />
  );
}

function isOver({ file }: DocumentFacts): boolean {
  return ["signed", "declined", "cancelled", "expired"].includes(file.statusText);
}
