"use client";

import { Paperclip, Pencil, X } from "lucide-react";
import { useTranslations } from "next-intl";
import dynamic from "next/dynamic";
import { useState } from "react";
import { mostRequests, type RequestEntry } from "@/components/documents/signers/signer-entry";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { byteLimit, isolate } from "@/lib/platform/locale/format";

const RequestDialog = dynamic(() => import("./attachment-request-dialog").then((module) => module.RequestDialog), {
  ssr: false,
});

interface RequestListProps {
  /** The person's number in the form. */
  number: number;
  requests: readonly RequestEntry[];
  /** The largest file that the service accepts. */
  maxBytes: number;
  onChange: (requests: RequestEntry[]) => void;
}

/** The files that are requested from one person, with a dialog for each. */
export function RequestList({ number, requests, maxBytes, onChange }: RequestListProps) {
  const t = useTranslations("attachments.request");
  const types = useTranslations("attachments.types");
  /** The index of the request being edited; the list's length for a new one. */
  const [edited, setEdited] = useState<number | null>(null);
  const close = () => setEdited(null);
  return (
    <div role="group" aria-label={t("titleOf", { number })} className={requests.length > 0 ? "basis-full" : undefined}>
      {requests.length > 0 && (
        <ul className="mt-3 divide-y divide-hairline rounded-control border border-hairline">
          {requests.map((request, index) => (
            <li key={request.label} className="flex items-start gap-3 py-2 ps-3 pe-1">
              <Paperclip aria-hidden className="mt-1 size-4 shrink-0 text-muted" />
              <div className="min-w-0 flex-1 py-0.5">
                <p className="text-ui font-medium wrap-anywhere">
                  <bdi>{request.label}</bdi>
                </p>
                <p className="text-caption text-muted">
                  {t("facts", {
                    required: request.required ? "yes" : "no",
                    types: request.types.map((type) => types(type)).join(", "),
                    count: request.maxCount,
                    size: byteLimit(request.maxBytes),
                  })}
                </p>
              </div>
              <IconButton
                label={t("edit", { label: isolate(request.label) })}
                icon={<Pencil />}
                onClick={() => setEdited(index)}
              />
              <IconButton
                label={t("remove", { label: isolate(request.label) })}
                icon={<X />}
                onClick={() => onChange(requests.filter((other) => other !== request))}
              />
            </li>
          ))}
        </ul>
      )}
      {requests.length > 0 && <p className="mt-1.5 text-caption text-muted">{t("privacy")}</p>}
      {requests.length < mostRequests && (
        <Button
          variant="quiet"
          className="-ms-3.5 max-w-none! text-muted!"
          icon={<Paperclip aria-hidden className="size-4" />}
          aria-label={t("addFor", { number })}
          onClick={() => setEdited(requests.length)}
        >
          {t("add")}
        </Button>
      )}
      {edited !== null && (
        <RequestDialog
          request={requests[edited] ?? null}
          others={requests.filter((_request, index) => index !== edited).map(({ label }) => label)}
          maxBytes={maxBytes}
          onClose={close}
          onDone={(request) => {
            onChange(edited < requests.length ? requests.with(edited, request) : [...requests, request]);
            close();
          }}
        />
      )}
    </div>
  );
}
