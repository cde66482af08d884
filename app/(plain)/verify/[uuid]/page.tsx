import type { Metadata } from "next";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { cache } from "react";
import { pillOf, signerPillOf } from "@/components/documents/document-states";
import { Card } from "@/components/ui/card";
import { CopyButton } from "@/components/ui/copy-button";
import { Notice } from "@/components/ui/notice";
import { PageHeader } from "@/components/ui/page-header";
import { PageLink } from "@/components/ui/page-link";
import { StatusPill } from "@/components/ui/pill";
import { Time } from "@/components/ui/time";
import { HashLine, verdictLooks } from "@/components/verify/result/verdict";
import type { SignatureRecord } from "@/components/verify/result/verification";
import { VerifyPanel } from "@/components/verify/verify-panel";
import { pageRequest } from "@/lib/api/http/page-request";
import type { Actor, Ctx } from "@/lib/context/context";
import { DomainError } from "@/lib/platform/errors";
import { AreaMessages } from "@/lib/platform/locale/area-messages";
import { answerWithStatus } from "@/lib/platform/next/served-request";
import { statusOf } from "@/lib/records/events/status";
import type { FileWire, SignerWire } from "@/lib/views/schema";
import { showFileByUuid } from "@/lib/views/show";

interface VerifyFileProps {
  params: Promise<{ uuid: string }>;
}

/** The public facts of a document; null if there is none. `isMine`: the visitor may download it. */
const lookAt = cache(async (uuid: string): Promise<{ file: FileWire | null; isMine: boolean }> => {
  const { ctx, actor } = await pageRequest();
  const file = await orNull(ctx, { kind: "public" }, uuid);
  const own = file && actor.kind === "account" ? await orNull(ctx, actor, uuid) : null;
  return { file, isMine: own?.file !== undefined };
});

async function orNull(ctx: Ctx, actor: Actor, uuid: string): Promise<FileWire | null> {
  try {
    return await showFileByUuid(ctx, actor, { uuid });
  } catch (error) {
    if (error instanceof DomainError && error.code === "not_found") return null;
    throw error;
  }
}

export async function generateMetadata({ params }: VerifyFileProps): Promise<Metadata> {
  const t = await getTranslations("verify");
  const { file } = await lookAt((await params).uuid);
  return { title: file ? `${t("title")}: ${file.name}` : t("title"), robots: { index: false, follow: false } };
}

/** Verifies a document of this instance by the number that is printed on it or in its evidence document. */
export default async function Page({ params }: VerifyFileProps) {
  const { file, isMine } = await lookAt((await params).uuid);
  if (!file) answerWithStatus(404);
  return (
    <AreaMessages areas={["verify", "shell", "errors"]}>
      {file ? <Known file={file} isMine={isMine} /> : <Missing />}
    </AreaMessages>
  );
}

async function Known({ file, isMine }: { file: FileWire; isMine: boolean }) {
  const t = await getTranslations("verify.ours");
  return (
    <>
      <div className="mx-auto max-w-180">
        <PublicFile file={file} />
        <h2 className="mt-10 text-h2 font-semibold">{t("check")}</h2>
        <p className="mt-1 mb-4 text-muted print:hidden">{t("checkBody")}</p>
      </div>
      <VerifyPanel
        {...(file.files ? {} : { expected: { uuid: file.uuid, current: file.sha256, original: file.originalSha256 } })}
        storedName={isMine && !file.files ? file.name : undefined}
      />
      <div className="mx-auto mt-10 max-w-180">
        <CheckOffline />
      </div>
    </>
  );
}

/** One page for a draft, a deleted document and a mistyped number. A PDF can be verified in any case. */
async function Missing() {
  const t = await getTranslations("verify.ours.missing");
  return (
    <>
      <div className="mx-auto max-w-180">
        <PageHeader title={t("title")} />
        <p className="mb-6 -mt-3 text-muted">{t("body")}</p>
      </div>
      <VerifyPanel />
    </>
  );
}

/** The reduced view of a document: name, state, masked signers, hashes. */
function PublicFile({ file }: { file: FileWire }) {
  const t = useTranslations("verify.ours");
  return (
    <>
      <PageHeader
        title={<bdi>{file.name}</bdi>}
        meta={
          <>
            <StatusPill status={pillOf(statusOf(file.status), false)} />
            <span>{t("pages", { count: file.pages })}</span>
            {file.completedAt && (
              <span>
                {t("completedAt")} <Time at={file.completedAt} />
              </span>
            )}
            {!file.completedAt && file.releasedAt && (
              <span>
                {t("sentAt")} <Time at={file.releasedAt} />
              </span>
            )}
          </>
        }
      />
      <p className="mb-6 text-muted">
        {t(`states.${stateOf(file)}`)} {t("lead")}
      </p>
      {file.contentDeletedAt && (
        <Notice tone="info" className="mb-6">
          {t("contentDeleted")}
        </Notice>
      )}
      <div className="flex flex-col gap-4">
        {file.files && <Files files={file.files} />}
        <Card title={t("signers")}>
          <ul className="divide-y divide-hairline">
            {file.signers.map((signer) => (
              <Signer key={signer.signRequestId} signer={signer} />
            ))}
          </ul>
          {file.signers.some(showsAddress) && <p className="mt-3 text-caption text-muted">{t("masked")}</p>}
        </Card>
        <Card title={t("hashes")}>
          <dl className="grid grid-cols-1 gap-x-4 text-ui sm:grid-cols-[7rem_minmax(0,1fr)] sm:gap-y-2">
            <dt className="text-muted">{t("current")}</dt>
            <dd className="mb-2 sm:mb-0">
              <HashLine sha256={file.sha256} what={t("current")} />
            </dd>
            <dt className="text-muted">{t("original")}</dt>
            <dd>
              <HashLine sha256={file.originalSha256} what={t("original")} />
            </dd>
          </dl>
          {file.completedAt && <p className="mt-3 text-caption text-muted">{t("grows")}</p>}
        </Card>
      </div>
    </>
  );
}

function Files({ files }: { files: NonNullable<FileWire["files"]> }) {
  const t = useTranslations("verify.ours");
  return (
    <Card title={t("files")}>
      <p className="-mt-2 mb-2 text-ui text-muted">{t("filesLead")}</p>
      <ol className="list-decimal ps-5">
        {files.map(({ uuid, name, pages }) => (
          <li key={uuid} className="py-1.5 wrap-anywhere">
            <PageLink href={`/verify/${uuid}`} className="font-medium text-primary underline underline-offset-4">
              <bdi>{name}</bdi>
            </PageLink>{" "}
            <span className="text-ui text-muted">{t("pages", { count: pages })}</span>
          </li>
        ))}
      </ol>
    </Card>
  );
}

/** A signer without a name is shown by address. */
function showsAddress({ displayName }: SignerWire): boolean {
  return displayName.includes("@");
}

/** The public states. Strangers cannot see drafts and deleted documents. */
const shownStates = [
  "able_to_sign",
  "partially_signed",
  "signing_in_progress",
  "signed",
  "declined",
  "cancelled",
  "expired",
] as const;

function stateOf(file: FileWire): (typeof shownStates)[number] {
  const status = statusOf(file.status);
  return shownStates.find((shown) => shown === status) ?? "signed";
}

function Signer({ signer }: { signer: SignerWire }) {
  const t = useTranslations("verify");
  const verdict = signer.signature?.verdict;
  return (
    <li className="flex items-start gap-4 py-2.5 first:pt-0 last:pb-0">
      <div className="min-w-0 flex-1">
        <p className="font-medium wrap-anywhere">
          <bdi>{signer.displayName}</bdi>
        </p>
        <p className="flex flex-wrap gap-x-3 text-ui text-muted">
          {signer.signed && <Time at={signer.signed} />}
          {isVerdict(verdict) && <span>{t(`card.${verdict}`)}</span>}
        </p>
        {signer.signed && signer.signMethod === "link" && <p className="text-ui font-medium">{t("ours.linkOnly")}</p>}
      </div>
      <StatusPill status={signerPillOf(signer.status)} />
    </li>
  );
}

function isVerdict(verdict: string | undefined): verdict is SignatureRecord["verdict"] {
  return verdict !== undefined && verdict !== "none" && verdict in verdictLooks;
}

/** How to verify a document of ours when this service is not available. */
function CheckOffline() {
  const t = useTranslations("verify.ours.offline");
  const link = (href: string) =>
    function Link(text: React.ReactNode) {
      return (
        <a href={href} download className="underline">
          {text}
        </a>
      );
    };
  return (
    <Card title={t("title")} className="text-ui">
      <div className="flex flex-col gap-3 text-muted">
        <p>{t.rich("reader", { root: link("/pki/ca.crt") })}</p>
        <p>{t("bundle")}</p>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <code className="min-w-0 rounded-control bg-canvas px-2 py-1 font-mono text-caption wrap-anywhere text-ink">
            {t("command")}
          </code>
          <CopyButton text={t("command")} label={t("copyCommand")} className="print:hidden" />
        </div>
        <p>{t.rich("lists", { crl: link("/pki/crl"), rootCrl: link("/pki/root.crl") })}</p>
      </div>
    </Card>
  );
}
