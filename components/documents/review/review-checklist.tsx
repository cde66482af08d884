import { CircleAlert, CircleCheck } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode, Ref } from "react";
import { Card } from "@/components/ui/card";
import { Checkbox } from "@/components/ui/inputs";
import { ButtonLink } from "@/components/ui/page-link";
import { isSignatureType } from "@/lib/platform/field-rules/details";
import { isolate } from "@/lib/platform/locale/format";
import type { BrokenCondition } from "@/lib/requests/state/schema";
import type { FileWire } from "@/lib/views/schema";

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
export function ReviewChecklist({ uuid, signerCount, items, accepted, onAccept, firstRef }: ReviewChecklistProps) {
  const t = useTranslations("documents.review");
  const first = items.find((item) => isBlocking(item, accepted));
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
        {!nobody && !missing("field_missing") && <ChecklistItem isDone state={t("done")} title={t("fields")} />}
        {items.map(
          (item) =>
            item.kind === "field_missing" && (
              <ChecklistItem
                key={item.signRequestId}
                ref={refOf(item)}
                isDone={!isBlocking(item, accepted)}
                state={t(isBlocking(item, accepted) ? "toDo" : "done")}
                title={titleOf(item, t)}
              >
                <p>{t("noFieldEffect")}</p>
                <ButtonLink
                  href={`/documents/${uuid}/edit?place=${item.signRequestId}`}
                  className="h-auto! min-h-9 py-1.5 whitespace-normal!"
                >
                  <span className="min-w-0 wrap-anywhere">{t("placeField", { name: item.name })}</span>
                </ButtonLink>
                <Checkbox
                  label={t("acceptNoField", { name: item.name })}
                  checked={accepted.has(item.signRequestId)}
                  onChange={(event) => onAccept(item.signRequestId, event.target.checked)}
                />
              </ChecklistItem>
            ),
        )}
        {items.map(
          (item) =>
            item.kind === "condition_broken" && (
              <ChecklistItem
                key={`condition-${item.fieldId}`}
                ref={refOf(item)}
                isDone={false}
                state={t("toDo")}
                title={titleOf(item, t)}
              >
                <p>{t("brokenEffect")}</p>
                <ButtonLink href={`/documents/${uuid}/edit`}>{t("back")}</ButtonLink>
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

export function titleOf(item: ReviewItem, t: ReturnType<typeof useTranslations<"documents.review">>): string {
  switch (item.kind) {
    case "signers_missing":
      return t("nobody");
    case "field_missing":
      return t("noField", { name: item.name });
    case "condition_broken":
      return item.name === null ? t("brokenOnPage", { page: item.page }) : t("broken", { name: isolate(item.name) });
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
      className="-mx-1 flex gap-3 rounded-control px-1 py-2.5 focus:outline-2 focus:outline-offset-2 focus:outline-primary"
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

/** Open items of a draft before it can be sent. */
type ReviewItem =
  | { kind: "signers_missing" | "deadline_past" }
  | { kind: "field_missing"; signRequestId: number; name: string }
  | { kind: "condition_broken"; fieldId: number; name: string | null; page: number };

type Reviewed = Pick<FileWire, "expiresAt"> & {
  signers: readonly Pick<FileWire["signers"][number], "signRequestId" | "displayName" | "role" | "visibleElements">[];
};

export function reviewItems(
  { signers, expiresAt }: Reviewed,
  now: Date,
  conditions: readonly BrokenCondition[] = [],
): ReviewItem[] {
  const signing = signers.filter(({ role }) => role === "signer");
  if (signing.length === 0) return [{ kind: "signers_missing" }];
  /** Signers who would sign without a visible mark. */
  const bare = signing.filter((signer) => !signer.visibleElements.some(({ type }) => isSignatureType(type)));
  return [
    ...bare.map(({ signRequestId, displayName }) => ({
      kind: "field_missing" as const,
      signRequestId,
      name: displayName,
    })),
    ...conditions.map((condition) => ({ kind: "condition_broken" as const, ...condition })),
    ...(expiresAt !== null && Date.parse(expiresAt) <= now.getTime() ? [{ kind: "deadline_past" as const }] : []),
  ];
}

/** Whether an item blocks sending. The requester may accept a signer without a visible mark. */
export function isBlocking(item: ReviewItem, accepted: ReadonlySet<number>): boolean {
  return item.kind !== "field_missing" || !accepted.has(item.signRequestId);
}
