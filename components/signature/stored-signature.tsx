"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { asProblem, type ApiProblem } from "@/components/api/api-problem";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { useAnnounce } from "@/components/ui/live-region";
import { ProblemNotice } from "@/components/ui/problem-notice";
import { SignaturePadDialog } from "./signature-pad-dialog";
import type { SignatureType } from "./signature-type";
import { deletePictures, storePicture, type StoredPicture } from "./stored-pictures";

interface StoredSignatureProps {
  type: SignatureType;
  name: string;
  stored: StoredPicture | undefined;
  onChanged: () => Promise<void>;
}

const keys = {
  signature: {
    heading: "signature",
    alt: "altSignature",
    none: "noSignature",
    add: "addSignature",
    change: "changeSignature",
    delete: "deleteSignature",
    ask: "deleteTitleSignature",
  },
  initial: {
    heading: "initials",
    alt: "altInitials",
    none: "noInitials",
    add: "addInitials",
    change: "changeInitials",
    delete: "deleteInitials",
    ask: "deleteTitleInitials",
  },
} as const;

/** One stored picture with what can be done to it. */
export function StoredSignature({ type, name, stored, onChanged }: StoredSignatureProps) {
  const words = useTranslations("signature.stored");
  const announce = useAnnounce();
  const [open, setOpen] = useState<"pad" | "delete" | null>(null);
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  const key = keys[type];

  async function done(text: "saved" | "deleted") {
    await onChanged();
    setOpen(null);
    announce(words(text));
  }

  async function save(png: Blob) {
    await storePicture(type, png, stored);
    await done("saved");
  }

  async function remove() {
    try {
      await deletePictures(type);
      await done("deleted");
    } catch (error) {
      setProblem(asProblem(error));
    }
  }

  return (
    <section aria-label={words(key.heading)} className="flex flex-col gap-3">
      <h3 className="text-ui font-medium">{words(key.heading)}</h3>
      <div className="flex h-28 items-center justify-center rounded-card border border-hairline bg-paper p-3 text-center text-ui text-paper-muted">
        {/* eslint-disable-next-line @next/next/no-img-element -- a data: URL has nothing that a server could resize */}
        {stored ? (
          <img src={stored.url} alt={words(key.alt)} className="max-h-full max-w-full object-contain" />
        ) : (
          words(key.none)
        )}
      </div>
      <div className="flex gap-2">
        <Button aria-label={words(stored ? key.change : key.add)} onClick={() => setOpen("pad")}>
          {words(stored ? "change" : "add")}
        </Button>
        {stored && (
          <Button
            variant="quiet"
            aria-label={words(key.delete)}
            onClick={() => {
              setProblem(null);
              setOpen("delete");
            }}
          >
            {words("delete")}
          </Button>
        )}
      </div>
      <SignaturePadDialog
        open={open === "pad"}
        onOpenChange={(next) => setOpen(next ? "pad" : null)}
        type={type}
        name={name}
        onAdopt={save}
      />
      <ConfirmDialog
        open={open === "delete"}
        onOpenChange={(next) => setOpen(next ? "delete" : null)}
        title={words(key.ask)}
        body={words("deleteBody")}
        confirmLabel={words("delete")}
        danger
        onConfirm={remove}
      >
        {problem && <ProblemNotice problem={problem} />}
      </ConfirmDialog>
    </section>
  );
}
