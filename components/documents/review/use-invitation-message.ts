"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { asProblem, callApi, type ApiProblem } from "@/components/api/call";
import { useUnsaved } from "@/components/ui/save-bar";
import type { SignerInput } from "@/lib/requests/state/schema";
import type { FileWire, SignerWire } from "@/lib/views/schema";

export interface InvitationMessage {
  /** The contents of the fields, for the signer whose e-mail is shown. */
  message: Message;
  edit: (change: Partial<Omit<Message, "signRequestId">>) => void;
  /** Shows another signer's e-mail, after saving the edits to this one. */
  show: (signRequestId: number) => Promise<void>;
  isUnsaved: boolean;
  isBusy: boolean;
  problem: ApiProblem | null;
  /** Stores the edits. Resolves to the problem if that failed. */
  save: () => Promise<ApiProblem | null>;
}

/** The subject and message of the invitations while they are edited. All typed text is in the e-mail that is sent. */
export function useInvitationMessage(file: Pick<FileWire, "uuid" | "signers">, firstId: number): InvitationMessage {
  const router = useRouter();
  // The page's own signers are outdated until the page is refreshed.
  const [signers, setSigners] = useState(file.signers);
  const [message, setMessage] = useState(() => storedMessage(file.signers, firstId));
  // Text typed while another state is being stored stays unsaved.
  const [stored, setStored] = useState(message);
  const isUnsaved = message !== stored;
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  useUnsaved(isUnsaved);

  async function store(): Promise<{ signers: FileWire["signers"]; refused: ApiProblem | null }> {
    if (!isUnsaved) return { signers, refused: null };
    setBusy(true);
    setProblem(null);
    try {
      await callApi("PATCH", "/request-signature", {
        json: { uuid: file.uuid, users: messageChange(signers, message) },
      });
      const changed = withMessage(signers, message);
      setSigners(changed);
      setStored(message);
      router.refresh();
      return { signers: changed, refused: null };
    } catch (error) {
      const refused = asProblem(error);
      setProblem(refused);
      return { signers, refused };
    } finally {
      setBusy(false);
    }
  }

  return {
    message,
    edit: (change) => setMessage({ ...message, ...change }),
    async show(signRequestId) {
      const result = await store();
      if (result.refused) return;
      const shown = storedMessage(result.signers, signRequestId);
      setMessage(shown);
      setStored(shown);
    },
    isUnsaved,
    isBusy,
    problem,
    save: async () => (await store()).refused,
  };
}

function storedMessage(signers: FileWire["signers"], signRequestId: number): Message {
  const stored = signers.find((signer) => signer.signRequestId === signRequestId);
  return {
    signRequestId,
    subject: stored?.subject ?? "",
    text: stored?.description ?? "",
    isForAll: isSharedMessage(signers),
  };
}

type Addressed = Pick<SignerWire, "signRequestId" | "email" | "description" | "subject">;

/** Whether all signers get the same subject and message. */
export function isSharedMessage(signers: readonly Pick<Addressed, "description" | "subject">[]): boolean {
  return (
    new Set(signers.map(({ description, subject }) => JSON.stringify([subject ?? "", description ?? ""]))).size <= 1
  );
}

interface Message {
  /** The signer whose message was edited. */
  signRequestId: number;
  /** "": the service's default. */
  subject: string;
  text: string;
  isForAll: boolean;
}

/**
 * All signers with the edited message, to change the request. The other signers' messages stay unless it is for all.
 */
export function messageChange(
  signers: readonly Addressed[],
  { signRequestId, subject, text, isForAll }: Message,
): SignerInput[] {
  const change = { description: orNull(text), subject: orNull(subject) };
  return signers.map((signer) => ({
    signRequestId: signer.signRequestId,
    email: signer.email ?? "",
    ...(isForAll || signer.signRequestId === signRequestId ? change : {}),
  }));
}

/** The signers after the change is stored. */
export function withMessage<Signer extends Addressed>(signers: readonly Signer[], message: Message): Signer[] {
  const change = { description: orNull(message.text), subject: orNull(message.subject) };
  return signers.map((signer) =>
    message.isForAll || signer.signRequestId === message.signRequestId ? { ...signer, ...change } : signer,
  );
}

function orNull(text: string): string | null {
  return text.trim() === "" ? null : text.trim();
}
