import { useLocale, useTranslations } from "next-intl";
import type { z } from "zod";
import { Card } from "@/components/ui/card";
import type { limitListAnswer } from "@/lib/context/settings/schema";
import { formatDecimal } from "@/lib/platform/locale/format";

/** The limits in force, by group. Changed limits also show their default. */
export function LimitsCard({ limits }: { limits: readonly ShownLimit[] }) {
  const t = useTranslations("administration.limits");
  return (
    <Card title={t("title")}>
      <p className="max-w-180 text-ui text-muted">{t("intro")}</p>
      {limitGroups(limits).map(({ group, members }) => (
        <section key={group} className="mt-5">
          <h3 className="text-ui font-semibold">{t(`group.${group}`)}</h3>
          <dl className="mt-1 divide-y divide-hairline">
            {members.map((limit) => (
              <LimitRow key={limit.name} limit={limit} />
            ))}
          </dl>
        </section>
      ))}
    </Card>
  );
}

function LimitRow({ limit: { name, value, standard } }: { limit: ShownLimit }) {
  const t = useTranslations("administration.limits");
  const limitText = useLimitValue();
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-0.5 py-2 text-ui">
      <dt className="min-w-0 flex-1 basis-40">{t(`name.${name}`)}</dt>
      <dd className="tabular-nums">
        <span className="font-medium">{limitText(name, value)}</span>
        {value !== standard && (
          <span className="text-caption text-warning"> {t("changed", { standard: limitText(name, standard) })}</span>
        )}
      </dd>
    </div>
  );
}

const [kibibyte, mebibyte, gibibyte] = [1024, 1024 ** 2, 1024 ** 3];

/** A limit with its unit: "100 MiB", "15 minutes", "1,000". */
function useLimitValue(): (name: LimitName, value: number) => string {
  const t = useTranslations("administration.limits.unit");
  const locale = useLocale();
  return (name, value) => {
    const { unit, amount } = limitValue(name, value);
    if (unit !== "bytes") return t(unit, { count: amount });
    const [divisor, size] =
      amount >= gibibyte
        ? ([gibibyte, "gibibytes"] as const)
        : amount >= mebibyte
          ? ([mebibyte, "mebibytes"] as const)
          : amount >= kibibyte
            ? ([kibibyte, "kibibytes"] as const)
            : ([1, "bytes"] as const);
    return t(size, { amount: formatDecimal(amount / divisor, amount % divisor === 0 ? 0 : 1, locale) });
  };
}

type LimitUnit = "unlimited" | "bytes" | "days" | "hours" | "minutes" | "seconds" | "number";

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** Converts a limit to its most readable unit: 1209600 seconds to 14 days, 26214400 bytes to 25 MiB. */
export function limitValue(name: LimitName, value: number): { unit: LimitUnit; amount: number } {
  if (value === 0) return { unit: "unlimited", amount: 0 };
  if (/Bytes(Per|$)/.test(name)) return { unit: "bytes", amount: value };
  if (name.endsWith("Days")) return { unit: "days", amount: value };
  if (!name.endsWith("Seconds")) return { unit: "number", amount: value };
  // Up to three days are shown in hours, as for sessions and keys.
  if (value % day === 0 && value > 3 * day) return { unit: "days", amount: value / day };
  if (value % hour === 0 && value > hour) return { unit: "hours", amount: value / hour };
  if (value % minute === 0 && value > minute) return { unit: "minutes", amount: value / minute };
  return { unit: "seconds", amount: value };
}

type ShownLimit = z.infer<typeof limitListAnswer>["data"][number];
export type LimitName = ShownLimit["name"];

const limitGroupNames = ["documents", "logIn", "codes", "calls", "messages"] as const;
type LimitGroup = (typeof limitGroupNames)[number];

const groupOf: Record<LimitName, LimitGroup> = {
  jsonBodyBytes: "calls",
  jsonBodyWithFileBytes: "documents",
  jsonDepth: "calls",
  jsonValues: "calls",
  pdfInJsonBytes: "documents",
  pdfStreamedBytes: "documents",
  pdfPages: "documents",
  picturesPerFile: "documents",
  conversionSeconds: "documents",
  imageBytes: "documents",
  signersPerFile: "documents",
  elementsPerFile: "documents",
  attachmentBytes: "documents",
  attachmentBytesPerFile: "documents",
  attachmentsPerFile: "documents",
  filesPerEnvelope: "documents",
  attachmentUploadsPerHour: "documents",
  storageBytesPerAccount: "documents",
  storageBytesPerInstance: "documents",
  mailAttachmentBytes: "documents",
  fileLifetimeDays: "documents",
  bulkRows: "documents",
  bulkCsvBytes: "documents",
  bulkRowDays: "documents",
  loginFailuresPerAccountAndNetwork: "logIn",
  loginFailuresPerNetwork: "logIn",
  loginFailuresInRow: "logIn",
  loginWindowSeconds: "logIn",
  freshProofSeconds: "logIn",
  sessionIdleSeconds: "logIn",
  sessionTotalSeconds: "logIn",
  guestSessionSeconds: "logIn",
  drawingSeconds: "codes",
  drawingsPerHour: "codes",
  codeLifetimeSeconds: "codes",
  openingCodeSignsSeconds: "codes",
  codeWrongTries: "codes",
  codeWrongTriesPerDay: "codes",
  codeWrongTriesEver: "codes",
  codeSendIntervalSeconds: "codes",
  codeSendsPerHour: "codes",
  codeSendsPerDay: "codes",
  codeSendsPerNetworkPerHour: "codes",
  signerCodesPerNetworkPerHour: "codes",
  codeSendsPerRecipientPerDay: "codes",
  directLinksPerTemplate: "documents",
  directLinkCodesPerHour: "codes",
  signPasswordWrongTries: "codes",
  signPasswordWrongTriesPerDay: "codes",
  signPasswordLockSeconds: "codes",
  apiRequestsPerMinute: "calls",
  apiRequestBurst: "calls",
  anonymousRequestsPerMinute: "calls",
  uploadsPerMinute: "calls",
  verificationsPerMinute: "calls",
  pagesPerMinute: "calls",
  statusRequestsPerMinute: "calls",
  linkMissesPerMinute: "calls",
  idempotencyKeySeconds: "calls",
  tokensPerAccount: "calls",
  webhooksPerAccount: "calls",
  invitedAddressesFirstDay: "messages",
  invitedAddressesPerDay: "messages",
  invitationsPerAddressPerDay: "messages",
  allInvitationsPerAddressPerDay: "messages",
  reminderIntervalSeconds: "messages",
  remindersPerSigner: "messages",
  accountLinkSeconds: "messages",
  telegramLinkSeconds: "messages",
  accountMailsPerAddressPerHour: "messages",
  accountMailsPerNetworkPerHour: "messages",
  webhookChangesPerHour: "messages",
  gatewayTestsPerHour: "messages",
};

/** Limits by topic, each group in the order of the list. */
export function limitGroups(limits: readonly ShownLimit[]): { group: LimitGroup; members: ShownLimit[] }[] {
  return limitGroupNames.map((group) => ({ group, members: limits.filter(({ name }) => groupOf[name] === group) }));
}
