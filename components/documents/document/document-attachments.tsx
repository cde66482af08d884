import { Download, Paperclip } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { buttonLook } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import type { AttachmentWire } from "@/lib/documents/schema";
import { byteCount, isolate } from "@/lib/platform/locale/format";
import type { SignerWire } from "@/lib/views/schema";
import { signerFacts, type DocumentFacts } from "../document-states";
import { ShortHash } from "./document-files";

interface DocumentAttachmentsProps extends Pick<DocumentFacts, "file" | "progress"> {
  attachments: readonly AttachmentWire[];
}

/** The files that signers were asked for and have added. A signer sees only their own. */
export function DocumentAttachments({ attachments, ...facts }: DocumentAttachmentsProps) {
  const t = useTranslations("attachments.received");
  const people = signerFacts(facts).filter(
    ({ signer }) => (signer.attachmentRequests ?? []).length > 0 || ofSigner(signer, attachments).length > 0,
  );
  const known = new Set(facts.file.signers.map(({ signRequestId }) => signRequestId));
  const former = attachments.filter(({ signRequestId }) => !known.has(signRequestId));
  if (people.length === 0 && former.length === 0) return null;
  return (
    <Card title={t("title")}>
      <ul className="-my-3 divide-y divide-hairline">
        {people.map(({ signer }) => (
          <li key={signer.signRequestId} className="py-3">
            <p className="text-ui font-medium wrap-anywhere">
              <bdi>{signer.displayName}</bdi>
            </p>
            <Requested
              uuid={facts.file.uuid}
              person={signer.displayName}
              requests={signer.attachmentRequests ?? []}
              added={ofSigner(signer, attachments)}
            />
          </li>
        ))}
        {former.length > 0 && (
          <li className="py-3">
            <p className="text-ui font-medium">{t("former")}</p>
            <Requested uuid={facts.file.uuid} person={t("former")} requests={[]} added={former} />
          </li>
        )}
      </ul>
      {attachments.length > 0 && <p className="mt-6 text-caption text-muted">{t("unchecked")}</p>}
    </Card>
  );
}

function ofSigner(
  { signRequestId }: Pick<SignerWire, "signRequestId">,
  attachments: readonly AttachmentWire[],
): AttachmentWire[] {
  return attachments.filter((attachment) => attachment.signRequestId === signRequestId);
}

interface RequestedProps {
  uuid: string;
  person: string;
  requests: NonNullable<SignerWire["attachmentRequests"]>;
  added: readonly AttachmentWire[];
}

/** Requests with their files, then files whose request is gone. */
function Requested({ uuid, person, requests, added }: RequestedProps) {
  const t = useTranslations("attachments");
  const of = ({ id, label }: { id: number; label: string }) =>
    added.filter((file) => file.requestId === id && file.label === label);
  const rest = added.filter((file) => !requests.some((request) => of(request).includes(file)));
  return (
    <ul className="mt-2 flex flex-col gap-3">
      {requests.map((request) => (
        <li key={request.id}>
          <p className="text-caption text-muted">
            <bdi>{request.label}</bdi> ({t(request.required ? "upload.required" : "upload.optional")})
          </p>
          {of(request).length === 0 ? (
            <p className="text-ui">{t("received.missing")}</p>
          ) : (
            of(request).map((file) => <Received key={file.id} uuid={uuid} person={person} file={file} />)
          )}
        </li>
      ))}
      {rest.map((file) => (
        <li key={file.id}>
          <p className="text-caption text-muted">
            <bdi>{file.label}</bdi>
          </p>
          <Received uuid={uuid} person={person} file={file} />
        </li>
      ))}
    </ul>
  );
}

function Received({ uuid, person, file }: { uuid: string; person: string; file: AttachmentWire }) {
  const t = useTranslations("attachments");
  const locale = useLocale();
  const name = isolate(file.name);
  return (
    <div className="mt-1 grid grid-cols-[auto_minmax(0,1fr)_auto] items-start gap-x-3">
      <Paperclip aria-hidden className="mt-1 size-4 shrink-0 text-muted" />
      <div className="text-ui">
        <p className="wrap-anywhere">
          <bdi>{file.name}</bdi>
        </p>
        <p className="text-caption text-muted">
          {t("received.facts", { type: t(`types.${file.type}`), size: byteCount(file.size, locale) })}
        </p>
      </div>
      <a
        href={`/api/v1/file/${uuid}/attachments/${file.id}/content`}
        download
        aria-label={t("received.downloadOf", { name, person: isolate(person) })}
        className={buttonLook("secondary", "app")}
      >
        <Download aria-hidden className="size-4" />
        {t("received.download")}
      </a>
      <p className="col-span-2 col-start-2 text-caption text-muted">
        <ShortHash sha256={file.sha256} what={t("received.hash", { name })} />
      </p>
    </div>
  );
}
