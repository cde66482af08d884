"use client";

import { CircleAlert, CircleCheck, Send } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useRef, useState, type ReactNode, type Ref } from "react";
import { asProblem, type ApiProblem } from "@/components/api/api-problem";
import { callApi } from "@/components/api/call";
import { RequestSteps } from "@/components/documents/request-steps";
import { Button, ButtonLink } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Checkbox } from "@/components/ui/checkbox";
import { Notice } from "@/components/ui/notice";
import { PageHeader } from "@/components/ui/page-header";
import { ProblemNotice } from "@/components/ui/problem-notice";
import { signerColour, SignerMark, signerPattern } from "@/components/ui/signer-mark";
import { Time } from "@/components/ui/time";
import { languages } from "@/lib/platform/locale/languages";
import type { FileWire, InvitationPreview } from "@/lib/views/schema";

interface ReviewFormProps {
  file: Pick<FileWire, "uuid" | "name" | "expiresAt" | "signers" | "visibleElements">;
  pages: readonly ThumbnailPage[];
  mail: InvitationPreview | null;
}

/** Last step of a request: what is missing, who gets which e-mail, and the "Send" button. */
export function ReviewForm({ file, pages, mail }: ReviewFormProps) {
  const t = useTranslations("documents.review");
  const [accepted, setAccepted] = useState<ReadonlySet<number>>(new Set());
  const [items] = useState(() => reviewItems(file, new Date()));
  const firstItem = useRef<HTMLLIElement>(null);
  const [missing, setMissing] = useState<string | null>(null);
  const { send, isSending, problem } = useSending(file.uuid);
  const numbers = new Map(file.signers.map((signer, index) => [signer.signRequestId, index + 1]));

  function accept(signRequestId: number, isAccepted: boolean) {
    const next = new Set(accepted);
    if (isAccepted) next.add(signRequestId);
    else next.delete(signRequestId);
    setAccepted(next);
  }

  function sendIfReady() {
    const missing = items.find((item) => holdsUp(item, accepted));
    if (!missing) return void send();
    firstItem.current?.focus();
    firstItem.current?.scrollIntoView({ block: "center" });
    setMissing(titleOf(missing, t));
  }

  const sendButton = (
    <Button variant="primary" busy={isSending} icon={<Send aria-hidden className="size-4" />} onClick={sendIfReady}>
      {t("send", { count: file.signers.length })}
    </Button>
  );
  return (
    <div className="max-w-240">
      <RequestSteps uuid={file.uuid} current="review" />
      <PageHeader
        title={t("title")}
        meta={<bdi className="wrap-anywhere">{file.name}</bdi>}
        actions={
          <>
            <ButtonLink href={`/documents/${file.uuid}/edit`}>{t("back")}</ButtonLink>
            {sendButton}
          </>
        }
      />
      <div className="flex flex-col gap-6">
        {problem && <ProblemNotice problem={problem} />}
        {missing && items.some((item) => holdsUp(item, accepted)) && (
          <Notice tone="warning" role="alert" title={t("notSent")}>
            {missing}
          </Notice>
        )}
        <ReviewChecklist
          uuid={file.uuid}
          signerCount={file.signers.length}
          items={items}
          accepted={accepted}
          onAccept={accept}
          firstRef={firstItem}
        />
        <Card title={t("pages")}>
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
      // Sending is idempotent, so a lost answer may be retried.
      await callApi("PATCH", "/request-signature", { json: { uuid, status: 1 } });
      // Back must not lead to a review that offers to send again.
      router.replace(`/documents/${uuid}?sent=1`);
    } catch (error) {
      setProblem(asProblem(error));
      setSending(false);
    }
  }

  return { send, isSending, problem };
}

/** The e-mail as it will be sent, except for the secret in its link. */
function MailPreview({ mail, signerCount }: { mail: InvitationPreview; signerCount: number }) {
  const t = useTranslations("documents.review");
  return (
    <Card title={t("mail")}>
      <p className="mb-4 text-ui text-muted">{t("mailHint", { count: signerCount })}</p>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-ui">
        <dt className="text-muted">{t("mailTo")}</dt>
        <dd className="wrap-anywhere">{mail.to}</dd>
        <dt className="text-muted">{t("mailSubject")}</dt>
        <dd lang={languages[mail.language].tag} className="font-medium wrap-anywhere">
          <bdi>{mail.subject}</bdi>
        </dd>
      </dl>
      <p
        lang={languages[mail.language].tag}
        dir={languages[mail.language].direction}
        className="mt-4 rounded-control border border-hairline bg-canvas p-4 text-ui wrap-anywhere whitespace-pre-line"
      >
        {mail.text.trim()}
      </p>
    </Card>
  );
}

/** Signers, methods and deadline. */
function ReviewedSigners({ signers, expiresAt }: Pick<FileWire, "signers" | "expiresAt">) {
  const t = useTranslations("documents.review");
  const form = useTranslations("documents.signers");
  return (
    <Card title={form("heading")}>
      <ol className="flex flex-col gap-3">
        {signers.map((signer, index) => (
          <li key={signer.signRequestId} className="flex items-center gap-3">
            <SignerMark number={index + 1} size={28} />
            <div className="min-w-0">
              <p className="font-medium wrap-anywhere">
                <bdi>{signer.displayName}</bdi>
              </p>
              <p className="text-ui wrap-anywhere text-muted">
                {signer.email !== signer.displayName && `${signer.email} · `}
                {signer.signMethod !== "password" &&
                  signer.identifyMethods.some(({ method }) => method === "account") && (
                    <>{form("identifyMethods.account")} · </>
                  )}
                {form(`methods.${signer.signMethod}`)}
              </p>
            </div>
          </li>
        ))}
      </ol>
      <p className="mt-4 text-ui text-muted">
        {expiresAt === null ? t("standardDeadline") : t.rich("deadline", { time: () => <Time at={expiresAt} /> })}
      </p>
    </Card>
  );
}

interface ReviewChecklistProps {
  uuid: string;
  signerCount: number;
  items: readonly ReviewItem[];
  /** Signers whom the requester allows to sign without a visible mark. */
  accepted: ReadonlySet<number>;
  onAccept: (signRequestId: number, isAccepted: boolean) => void;
  /** The first item that blocks sending. */
  firstRef: Ref<HTMLLIElement>;
}

/** Checks before the request can be sent. */
function ReviewChecklist({ uuid, signerCount, items, accepted, onAccept, firstRef }: ReviewChecklistProps) {
  const t = useTranslations("documents.review");
  const first = items.find((item) => holdsUp(item, accepted));
  const refOf = (item: ReviewItem) => (item === first ? firstRef : undefined);
  const missing = (kind: ReviewItem["kind"]) => items.find((item) => item.kind === kind);
  const [nobody, late] = [missing("signers_missing"), missing("deadline_past")];
  return (
    <Card title={t("checklist")}>
      <ul className="-my-2">
        {nobody ? (
          <ChecklistItem isDone={false} state={t("toDo")} title={titleOf(nobody, t)} ref={refOf(nobody)}>
            <ButtonLink href={`/documents/${uuid}/signers`}>{t("addSigners")}</ButtonLink>
          </ChecklistItem>
        ) : (
          <ChecklistItem isDone state={t("done")} title={t("signers", { count: signerCount })} />
        )}
        {!nobody && !missing("box_missing") && <ChecklistItem isDone state={t("done")} title={t("boxes")} />}
        {items.map(
          (item) =>
            item.kind === "box_missing" && (
              <ChecklistItem
                key={item.signRequestId}
                ref={refOf(item)}
                isDone={!holdsUp(item, accepted)}
                state={t(holdsUp(item, accepted) ? "toDo" : "done")}
                title={titleOf(item, t)}
              >
                <p>{t("noBoxEffect")}</p>
                <ButtonLink href={`/documents/${uuid}/edit?place=${item.signRequestId}`}>
                  {t("placeBox", { name: item.name })}
                </ButtonLink>
                <Checkbox
                  label={t("acceptNoBox", { name: item.name })}
                  checked={accepted.has(item.signRequestId)}
                  onChange={(event) => onAccept(item.signRequestId, event.target.checked)}
                />
              </ChecklistItem>
            ),
        )}
        {late && (
          <ChecklistItem isDone={false} state={t("toDo")} title={titleOf(late, t)} ref={refOf(late)}>
            <ButtonLink href={`/documents/${uuid}/signers`}>{t("changeDeadline")}</ButtonLink>
          </ChecklistItem>
        )}
      </ul>
    </Card>
  );
}

function titleOf(item: ReviewItem, t: ReturnType<typeof useTranslations<"documents.review">>): string {
  switch (item.kind) {
    case "signers_missing":
      return t("nobody");
    case "box_missing":
      return t("noBox", { name: item.name });
    case "deadline_past":
      return t("late");
  }
}

interface ChecklistItemProps {
  isDone: boolean;
  /** "Done" or "To do", for screen readers. */
  state: string;
  title: ReactNode;
  ref?: Ref<HTMLLIElement> | undefined;
  children?: ReactNode;
}

function ChecklistItem({ isDone, state, title, ref, children }: ChecklistItemProps) {
  return (
    <li
      ref={ref}
      tabIndex={-1}
      className="flex gap-3 rounded-control px-1 py-2.5 focus:outline-2 focus:outline-offset-2 focus:outline-primary"
    >
      {isDone ? (
        <CircleCheck aria-hidden className="mt-0.5 size-5 shrink-0 text-success" />
      ) : (
        <CircleAlert aria-hidden className="mt-0.5 size-5 shrink-0 text-danger" />
      )}
      <div className="min-w-0 flex-1">
        <p className="font-medium wrap-anywhere">
          <span className="sr-only">{state}: </span>
          {title}
        </p>
        {children && <div className="mt-1 flex flex-col items-start gap-2 text-ui text-muted">{children}</div>}
      </div>
    </li>
  );
}

type Element = FileWire["visibleElements"][number];

interface ThumbnailPage {
  page: number;
  width: number;
  height: number;
}

interface PageThumbnailsProps {
  uuid: string;
  pages: readonly ThumbnailPage[];
  elements: readonly Element[];
  /** Signer numbers by ID. */
  numbers: ReadonlyMap<number, number>;
}

const widthPx = 120;

/** Small pictures of the pages with fields, fields included; the first page if there are no fields. */
function PageThumbnails({ uuid, pages, elements, numbers }: PageThumbnailsProps) {
  const t = useTranslations("documents.review");
  const onPage = (page: number) => elements.filter((element) => element.coordinates.page === page);
  const shown = pages.filter(({ page }) => onPage(page).length > 0 || (elements.length === 0 && page === 1));
  return (
    <ul className="flex gap-4 overflow-x-auto pb-2" tabIndex={0} aria-label={t("pages")}>
      {shown.map((page) => (
        <li key={page.page} className="shrink-0" style={{ width: widthPx }}>
          <div
            className="relative overflow-hidden border border-hairline bg-paper"
            style={{ aspectRatio: `${page.width} / ${page.height}` }}
          >
            <img
              src={`/api/v1/file/${uuid}/pages/${page.page}/image?width=160&format=webp`}
              alt=""
              loading="lazy"
              decoding="async"
              className="absolute inset-0 size-full"
            />
            {onPage(page.page).map((element) => (
              <PlacedBox
                key={element.elementId}
                page={page}
                element={element}
                number={numbers.get(element.signRequestId) ?? 1}
              />
            ))}
          </div>
          <p className="mt-1.5 text-caption text-muted">{t("page", { page: page.page, total: pages.length })}</p>
          <ul className="mt-1 flex flex-wrap gap-1">
            {countsOf(onPage(page.page), numbers).map(([number, count]) => (
              <li key={number} className="flex items-center gap-1 text-caption">
                <SignerMark number={number} size={18} />
                <span className="sr-only">{t("signerBoxes", { number })} </span>
                {t("boxCount", { count })}
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}

function PlacedBox({
  page,
  element: { coordinates },
  number,
}: {
  page: ThumbnailPage;
  element: Element;
  number: number;
}) {
  const percent = (share: number) => `${share * 100}%`;
  return (
    <span
      aria-hidden
      className="absolute"
      style={{
        left: percent(coordinates.left / page.width),
        top: percent(coordinates.top / page.height),
        width: percent(coordinates.width / page.width),
        height: percent(coordinates.height / page.height),
        border: `1.5px ${signerPattern(number)} var(${signerColour(number)})`,
        background: `color-mix(in srgb, var(${signerColour(number)}) 20%, transparent)`,
      }}
    />
  );
}

/** Numbers of the signers with fields on the page, and how many each has. */
function countsOf(
  elements: readonly Element[],
  numbers: ReadonlyMap<number, number>,
): [number: number, count: number][] {
  const counts = new Map<number, number>();
  for (const { signRequestId } of elements) {
    const number = numbers.get(signRequestId) ?? 1;
    counts.set(number, (counts.get(number) ?? 0) + 1);
  }
  return [...counts].sort(([left], [right]) => left - right);
}

/** Open items of a draft before it can be sent. */
type ReviewItem =
  { kind: "signers_missing" | "deadline_past" } | { kind: "box_missing"; signRequestId: number; name: string };

type Reviewed = Pick<FileWire, "expiresAt"> & {
  signers: readonly Pick<FileWire["signers"][number], "signRequestId" | "displayName" | "visibleElements">[];
};

/** Fields that show a signature. A signer without any would sign without a visible mark. */
const shown = new Set(["signature", "initial"]);

export function reviewItems({ signers, expiresAt }: Reviewed, now: Date): ReviewItem[] {
  if (signers.length === 0) return [{ kind: "signers_missing" }];
  const bare = signers.filter((signer) => !signer.visibleElements.some(({ type }) => shown.has(type)));
  return [
    ...bare.map(({ signRequestId, displayName }) => ({
      kind: "box_missing" as const,
      signRequestId,
      name: displayName,
    })),
    ...(expiresAt !== null && Date.parse(expiresAt) <= now.getTime() ? [{ kind: "deadline_past" as const }] : []),
  ];
}

/** Whether an item blocks sending. The requester may accept a signer without a visible mark. */
export function holdsUp(item: ReviewItem, accepted: ReadonlySet<number>): boolean {
  return item.kind !== "box_missing" || !accepted.has(item.signRequestId);
}
