"use client";

import { FileText } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState, type ComponentProps } from "react";
import { Button } from "@/components/ui/button";
import { FileChooser } from "@/components/ui/file-chooser";
import { Notice } from "@/components/ui/notice";
import { sourceTypeFacts, sourceTypeNames, withoutEnding } from "@/lib/documents/source-choices";
import { byteLimit } from "@/lib/platform/locale/format";

type DocumentChooserProps = Omit<ComponentProps<typeof FileChooser>, "accept" | "inputLabel" | "multiple">;

/** A button that opens the browser's file chooser for a document or several pictures. */
export function DocumentChooser(props: DocumentChooserProps) {
  const t = useTranslations("documents.start");
  return <FileChooser {...props} multiple accept={acceptedFiles} inputLabel={t("documentFile")} />;
}

interface DocumentChoice {
  refused: RefusedChoice | null;
  choose: (files: readonly File[]) => void;
}

type ChosenFiles =
  | { kind: "document"; file: File }
  | { kind: "pictures"; files: File[] }
  | { kind: "several"; files: File[] };

/** For the browser's file chooser. HEIC is left out on purpose, because iPhones then provide a JPEG. */
const acceptedFiles = [
  "application/pdf",
  ".pdf",
  ...sourceTypeNames
    .filter((type) => type !== "pictures")
    .flatMap((type) => [
      sourceTypeFacts[type].mediaType,
      ...sourceTypeFacts[type].endings.map((ending) => `.${ending}`),
    ]),
].join(",");

/**
 * Picks one document, several pictures, or several documents from dropped or chosen files. Rejects anything else
 * before any bytes are sent.
 */
export function useDocumentChoice(maxBytes: number, onChosen: (chosen: ChosenFiles) => void): DocumentChoice {
  const [refused, setRefused] = useState<RefusedChoice | null>(null);

  async function choose(files: readonly File[]): Promise<void> {
    const [first] = files;
    if (!first) return;
    const looks = await Promise.all(files.map((file) => lookAt(file)));
    const refusal = refuse(files, looks, maxBytes);
    setRefused(refusal);
    if (refusal) return;
    if (looks.every((look) => look === "picture")) onChosen({ kind: "pictures", files: [...files] });
    else onChosen(files.length > 1 ? { kind: "several", files: [...files] } : { kind: "document", file: first });
  }

  return { refused, choose: (files) => void choose(files) };
}

function refuse(files: readonly File[], looks: readonly FileLook[], maxBytes: number): RefusedChoice | null {
  const at = looks.findIndex((look) => look !== "document" && look !== "picture");
  const look = looks[at];
  if (look && look !== "document" && look !== "picture") return { reason: look, fileName: files[at]?.name ?? "" };
  // All pictures together become one document; documents stay separate.
  const together = looks.includes("document") ? null : files.reduce((sum, { size }) => sum + size, 0);
  const large = files.find(({ size }) => (together ?? size) > maxBytes);
  return large ? { reason: "too_large", fileName: large.name } : null;
}

type FileLook = "document" | "picture" | "empty" | "heic" | "old_word" | "unknown_type";

/** Reason not to send a file as one document; null if there is none. The server checks more. */
export async function refuseDocument(file: File, maxBytes: number): Promise<RefusedChoice["reason"] | null> {
  const look = await lookAt(file);
  if (look !== "document" && look !== "picture") return look;
  return file.size > maxBytes ? "too_large" : null;
}

/** The first kilobyte, in which readers accept the header of a PDF (ISO 32000-2, Annex J). */
const headBytes = 1024;

const marks: readonly [FileLook, RegExp][] = [
  ["picture", /^(?:\u0089PNG|\u00ff\u00d8\u00ff|RIFF[\s\S]{4}WEBP|II\*\0|MM\0\*)/],
  ["heic", /^[\s\S]{4}ftyp(?:hei|hev|mif1|msf1)/],
  ["old_word", /^\u00d0\u00cf\u0011\u00e0/],
  [
    "document",
    /^(?:PK\u0003\u0004|\{\\rtf)|%PDF-|^(?:\u00ef\u00bb\u00bf)?\s*(?:<!--[\s\S]*?-->\s*)?<(?:!doctype\s+html|html|head|body)[\s>]/i,
  ],
];

/**
 * Recognises a file by its first bytes; the server checks more thoroughly. Only Markdown, which has no signature, is
 * recognised by its name.
 */
export async function lookAt(file: Blob & { name?: string }): Promise<FileLook> {
  if (file.size === 0) return "empty";
  const head = latin1(new Uint8Array(await file.slice(0, headBytes).arrayBuffer()));
  const mark = marks.find(([, pattern]) => pattern.test(head));
  if (mark) return mark[0];
  return /\.(?:md|markdown)$/i.test(file.name ?? "") && !head.includes("\0") ? "document" : "unknown_type";
}

/** Byte by byte: `TextDecoder` reads "latin1" as windows-1252. */
function latin1(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
}

export interface RefusedChoice {
  reason: FileRefusal | "several_pdfs" | "heic" | "old_word" | "unknown_type";
  fileName: string;
}

interface PdfChoice {
  refused: RefusedChoice | null;
  choose: (files: readonly File[]) => void;
}

/** Picks one PDF from dropped or chosen files. Rejects anything else before any bytes are sent. */
export function usePdfChoice(maxBytes: number, onChosen: (file: File) => void): PdfChoice {
  const [refused, setRefused] = useState<RefusedChoice | null>(null);

  async function choose(files: readonly File[]): Promise<void> {
    const [file, ...others] = files;
    if (!file) return;
    const reason = others.length > 0 ? "several_pdfs" : await refuseFile(file, maxBytes);
    setRefused(reason && { reason, fileName: file.name });
    if (!reason) onChosen(file);
  }

  return { refused, choose: (files) => void choose(files) };
}

/** Reason not to send a chosen file; null if there is none. The server checks more. */
type FileRefusal = "not_pdf" | "empty" | "too_large";

/** Readers accept a header anywhere in the first kilobyte (ISO 32000-2, 7.5.2 and Annex J). */
const headerWithin = 1024;

/** Checks the first bytes, because name and media type prove nothing. `maxBytes`: the largest upload. */
export async function refuseFile(file: Blob, maxBytes: number): Promise<FileRefusal | null> {
  if (file.size === 0) return "empty";
  const start = new Uint8Array(await file.slice(0, headerWithin).arrayBuffer());
  if (!new TextDecoder("latin1").decode(start).includes("%PDF-")) return "not_pdf";
  return file.size > maxBytes ? "too_large" : null;
}

const longestTitle = 255;

/** Title from a file name: without its ending, on one line, at most 255 characters; "" if nothing is left. */
export function titleOfFile(fileName: string): string {
  return withoutEnding(fileName)
    .replace(/\p{Cc}+/gu, " ")
    .trim()
    .slice(0, longestTitle)
    .trim();
}

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

let handed: readonly File[] = [];

/** Holds files that were dropped or chosen on one page for the next page. A full page load clears them. */
export function handOver(files: readonly File[]): void {
  handed = files;
}

/** The files from the previous page; returned once. */
export function takeHandedFiles(): readonly File[] {
  const files = handed;
  handed = [];
  return files;
}

/** Explains why a file was rejected, and what to do. */
export function RefusedFile({ refused, maxBytes }: { refused: RefusedChoice; maxBytes: number }) {
  const t = useTranslations("documents.refused");
  return (
    <Notice
      tone="danger"
      role="alert"
      title={t(`${refused.reason}.title`, { name: refused.fileName })}
      className="mb-6"
    >
      {t(`${refused.reason}.body`, { limit: byteLimit(maxBytes) })}
    </Notice>
  );
}

type PdfChooserProps = Omit<ComponentProps<typeof FileChooser>, "accept" | "inputLabel">;

/** A button that opens the browser's file chooser for PDFs. */
export function PdfChooser(props: PdfChooserProps) {
  const t = useTranslations("documents.start");
  return <FileChooser {...props} accept="application/pdf,.pdf" inputLabel={t("file")} />;
}
