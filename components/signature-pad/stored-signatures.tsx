"use client";

import { clsx } from "clsx";
import { PenLine } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { asProblem, type ApiProblem } from "@/components/api/call";
import { ProblemNotice } from "@/components/api/problem-notice";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/dialog";
import { useAnnounce } from "@/components/ui/live-region";
import { Skeleton } from "@/components/ui/progress";
import { imageTypes } from "@/lib/platform/field-rules/details";
import { SignaturePadDialog } from "./signature-pad";
import {
  deletePictures,
  loadStoredPictures,
  storePicture,
  type SignatureType,
  type StoredPicture,
} from "./stored-pictures";

type State = { pictures: Partial<Record<SignatureType, StoredPicture>> } | { problem: ApiProblem } | "loading";

/**
 * The account's stored signature and initials, to change or delete. Needs the message areas "signature", "shell" and
 * "errors".
 */
export function StoredSignatures({ name }: { name: string }) {
  const t = useTranslations("signature.stored");
  const [state, setState] = useState<State>("loading");
  useEffect(() => {
    let isCurrent = true;
    void read().then((next) => isCurrent && setState(next));
    return () => {
      isCurrent = false;
    };
  }, []);

  async function reload() {
    setState(await read());
  }

  if (state !== "loading" && "problem" in state)
    return <ProblemNotice problem={state.problem} onRetry={() => void reload()} />;
  return (
    <div className="grid gap-4 sm:grid-cols-2" aria-busy={state === "loading"}>
      {state === "loading" && <p className="sr-only">{t("loading")}</p>}
      {imageTypes
        .filter((type) => type !== "stamp" || (state !== "loading" && state.pictures.stamp))
        .map((type) =>
          state === "loading" ? (
            <Skeleton key={type} className="h-44" />
          ) : (
            <StoredSignature key={type} type={type} name={name} stored={state.pictures[type]} onChanged={reload} />
          ),
        )}
    </div>
  );
}

async function read(): Promise<State> {
  try {
    return { pictures: await loadStoredPictures() };
  } catch (error) {
    return { problem: asProblem(error) };
  }
}

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
  // Shown only once a stamp was stored while signing, because few people have one.
  stamp: {
    heading: "stamp",
    alt: "altStamp",
    none: "noStamp",
    add: "addStamp",
    change: "changeStamp",
    delete: "deleteStamp",
    ask: "deleteTitleStamp",
  },
} as const;

/** One stored picture with its actions. */
function StoredSignature({ type, name, stored, onChanged }: StoredSignatureProps) {
  const t = useTranslations("signature.stored");
  const announce = useAnnounce();
  const [open, setOpen] = useState<"pad" | "delete" | null>(null);
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  const key = keys[type];

  async function done(text: "saved" | "deleted") {
    await onChanged();
    setOpen(null);
    announce(t(text));
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
    <section aria-label={t(key.heading)} className="flex flex-col gap-3">
      <h3 className="text-ui font-medium">{t(key.heading)}</h3>
      <div
        className={clsx(
          "flex h-28 items-center justify-center rounded-card border border-hairline p-3 text-center text-ui",
          stored ? "bg-paper" : "bg-canvas text-muted",
        )}
      >
        {stored ? (
          <img src={stored.url} alt={t(key.alt)} className="max-h-full max-w-full object-contain" />
        ) : (
          <span className="flex flex-col items-center gap-1.5 text-balance">
            <PenLine aria-hidden className="size-5" />
            {t(key.none)}
          </span>
        )}
      </div>
      <div className="flex gap-2">
        <Button aria-label={t(stored ? key.change : key.add)} onClick={() => setOpen("pad")}>
          {t(stored ? "change" : "add")}
        </Button>
        {stored && (
          <Button
            variant="quiet"
            aria-label={t(key.delete)}
            onClick={() => {
              setProblem(null);
              setOpen("delete");
            }}
          >
            {t("delete")}
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
        title={t(key.ask)}
        body={t("deleteBody")}
        confirmLabel={t("delete")}
        danger
        onConfirm={remove}
      >
        {problem && <ProblemNotice problem={problem} />}
      </ConfirmDialog>
    </section>
  );
}
