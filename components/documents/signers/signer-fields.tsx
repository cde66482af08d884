import { ArrowDown, ArrowUp, MessageSquare, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState, type ClipboardEvent } from "react";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { controlLook, Field, Select, TextInput } from "@/components/ui/inputs";
import { SignerMark } from "@/components/ui/signer-mark";
import { languageCodes, languages, toLanguage } from "@/lib/platform/locale/languages";
import { RequestList } from "./attachment-request-list";
import { EmailField } from "./email-field";
import {
  isAddressList,
  mayAttach,
  needsPhone,
  readAddresses,
  type EntryProblem,
  type NamedAddress,
  type SignerEntry,
} from "./signer-entry";

export type SignMethodName = NonNullable<SignerEntry["signMethod"]>;
export type WayToOpen = NonNullable<SignerEntry["identifyMethod"]>;

interface SignerFieldsProps {
  number: number;
  /** Number of all signers. */
  count: number;
  entry: SignerEntry;
  problem: EntryProblem | null;
  /** The methods to choose from. With only one, no choice is shown. */
  methods: readonly SignMethodName[];
  waysToOpen: readonly WayToOpen[];
  /** The largest attachment that the service accepts. */
  attachmentBytes: number;
  /** Only a signer can have fields, so the role is fixed while the person has any. */
  hasFields: boolean;
  /** The step in a set order; null if everybody acts at once. */
  step: number | null;
  onChange: (changes: Partial<SignerEntry>) => void;
  onLeave: () => void;
  onPasteList: (people: NamedAddress[]) => void;
  onRemove: () => void;
  /** Omitted if signers sign in any order. */
  onMove: ((by: -1 | 1) => void) | undefined;
}

/** One signer: number, address, name, sign method, phone number if the method needs one, and message. */
export function SignerFields({
  number,
  count,
  entry,
  problem,
  methods,
  waysToOpen,
  attachmentBytes,
  hasFields,
  step,
  onChange,
  onLeave,
  onPasteList,
  onRemove,
  onMove,
}: SignerFieldsProps) {
  const t = useTranslations("documents.signers");

  function paste(event: ClipboardEvent) {
    const text = event.clipboardData.getData("text");
    if (!isAddressList(text)) return;
    event.preventDefault();
    onPasteList(readAddresses(text));
  }

  return (
    <div
      role="group"
      aria-label={t("signer", { number })}
      className="grid grid-cols-[auto_minmax(0,1fr)_auto] gap-x-3 px-4 py-4 sm:px-5"
    >
      <SignerMark number={number} size={28} className="mt-0.5 sm:mt-label sm:translate-y-1" />
      {/* On a phone the fields take the full width, below the mark and the buttons. */}
      <div className="col-span-full row-start-2 mt-2 min-w-0 sm:col-span-1 sm:col-start-2 sm:row-start-1 sm:mt-0">
        <div className="grid gap-3 sm:grid-cols-2 md:grid-cols-6 md:[&>*]:col-span-2 md:[&>*:nth-child(-n+2)]:col-span-3">
          <EmailField entry={entry} problem={problem} onChange={onChange} onLeave={onLeave} onPaste={paste} />
          <TextInput
            label={t("name")}
            required={false}
            autoComplete="off"
            maxLength={255}
            value={entry.name}
            onChange={(event) => onChange({ name: event.target.value })}
            onBlur={onLeave}
            onPaste={paste}
          />
          <RolePart entry={entry} hasFields={hasFields} onChange={onChange} />
          {entry.role !== "cc" && (
            <Methods entry={entry} methods={methods} waysToOpen={waysToOpen} onChange={onChange} />
          )}
          {entry.role !== "cc" &&
            (needsPhone(entry.signMethod ?? methods[0]) || entry.identifyMethod === "sms" || entry.phone !== "") && (
              <PhoneField entry={entry} problem={problem} onChange={onChange} onLeave={onLeave} />
            )}
        </div>
        {step !== null && entry.role !== "cc" && <p className="mt-3 text-ui text-muted">{t("step", { step })}</p>}
        <div className="mt-1 flex flex-wrap gap-x-5">
          <SignerDetails number={number} entry={entry} onChange={onChange} onLeave={onLeave} />
          {mayAttach(entry) && (
            <RequestList
              number={number}
              requests={entry.attachmentRequests}
              maxBytes={attachmentBytes}
              onChange={(attachmentRequests) => onChange({ attachmentRequests })}
            />
          )}
        </div>
      </div>
      <div className="col-start-3 row-start-1 flex sm:mt-7">
        {onMove && (
          <IconButton
            label={t("moveUp", { number })}
            icon={<ArrowUp />}
            disabled={number === 1}
            onClick={() => onMove(-1)}
          />
        )}
        {onMove && (
          <IconButton
            label={t("moveDown", { number })}
            icon={<ArrowDown />}
            disabled={number === count}
            onClick={() => onMove(1)}
          />
        )}
        <IconButton label={t("remove", { number })} icon={<X />} onClick={onRemove} />
      </div>
    </div>
  );
}

const roles = ["signer", "approver", "viewer", "cc"] as const;
const copyChoices = { both: ["sent", "completed"], sent: ["sent"], completed: ["completed"] } as const;

/** The person's role, and when a CC gets a copy. */
function RolePart({ entry, hasFields, onChange }: Pick<SignerFieldsProps, "entry" | "hasFields" | "onChange">) {
  const t = useTranslations("documents.signers");
  const chosen = entry.copyAt.length === 2 ? "both" : (entry.copyAt[0] ?? "both");
  return (
    <>
      <Select
        label={t("role")}
        hint={hasFields ? t("roleFixed") : undefined}
        disabled={hasFields}
        value={entry.role}
        options={roles.map((role) => ({ value: role, label: t(`roles.${role}`) }))}
        onChange={(event) => {
          const role = roles.find((name) => name === event.target.value);
          if (role) onChange({ role });
        }}
      />
      {entry.role === "cc" && (
        <Select
          label={t("copies")}
          value={chosen}
          options={(["both", "sent", "completed"] as const).map((time) => ({
            value: time,
            label: t(`copyAt.${time}`),
          }))}
          onChange={(event) => {
            const { value } = event.target;
            if (value === "both" || value === "sent" || value === "completed") onChange({ copyAt: copyChoices[value] });
          }}
        />
      )}
    </>
  );
}

type MethodsProps = Pick<SignerFieldsProps, "entry" | "methods" | "waysToOpen" | "onChange">;

/**
 * How the signer opens the document and signs it. The link alone does both, and a signing password needs an account.
 */
function Methods({ entry, methods, waysToOpen, onChange }: MethodsProps) {
  const t = useTranslations("documents.signers");
  const signMethod = entry.signMethod ?? methods[0] ?? "email";
  const wayToOpen = signMethod === "link" ? "link" : (entry.identifyMethod ?? waysToOpen[0]);
  // A method that is no longer offered is shown while it is selected.
  const offered = [...new Set([...methods, ...(signMethod === "link" ? [] : [signMethod])])];
  const ways = [...new Set([...waysToOpen, ...(wayToOpen ? [wayToOpen] : [])])];

  function open(way: WayToOpen) {
    const before = signMethod === "link" ? (methods[0] ?? null) : entry.signMethod;
    onChange({ identifyMethod: way, signMethod: way === "link" ? "link" : before });
  }

  return (
    <>
      {signMethod !== "password" && ways.length > 1 && (
        <Select
          label={t("identifyMethod")}
          hint={wayToOpen === "link" ? t("linkOnlyHint") : undefined}
          value={wayToOpen}
          options={ways.map((way) => ({ value: way, label: t(`identifyMethods.${way}`) }))}
          onChange={(event) => {
            const way = ways.find((name) => name === event.target.value);
            if (way) open(way);
          }}
        />
      )}
      {entry.role !== "viewer" && signMethod !== "link" && offered.length > 1 && (
        <Select
          label={t(entry.role === "approver" ? "approvesWith" : "method")}
          value={signMethod}
          options={offered.map((method) => ({ value: method, label: t(`methods.${method}`) }))}
          onChange={(event) =>
            onChange({ signMethod: offered.find((method) => method === event.target.value) ?? null })
          }
        />
      )}
    </>
  );
}

interface PhoneFieldProps {
  entry: SignerEntry;
  problem: EntryProblem | null;
  onChange: (changes: Partial<SignerEntry>) => void;
  onLeave: () => void;
}

/** The phone number for a signer's codes. If empty, the number of the signer's account is used. */
function PhoneField({ entry, problem, onChange, onLeave }: PhoneFieldProps) {
  const t = useTranslations("documents.signers");
  return (
    <TextInput
      label={t("phone")}
      hint={problem === "phone" ? undefined : t("phoneHint")}
      type="tel"
      inputMode="tel"
      autoComplete="off"
      required={false}
      maxLength={32}
      value={entry.phone}
      error={problem === "phone" && t("problem.phone")}
      onChange={(event) => onChange({ phone: event.target.value })}
      onBlur={onLeave}
    />
  );
}

interface SignerDetailsProps {
  number: number;
  entry: SignerEntry;
  onChange: (changes: Partial<SignerEntry>) => void;
  onLeave: () => void;
}

const longestMessage = 2000;

/** The message to a signer and its language, shown if one was given or asked for. */
function SignerDetails({ number, entry, onChange, onLeave }: SignerDetailsProps) {
  const t = useTranslations("documents.signers");
  const [isOpen, setOpen] = useState(entry.message !== "" || entry.language !== null);
  if (!isOpen)
    return (
      <Button
        variant="quiet"
        className="-ms-3.5 max-w-none! text-muted!"
        icon={<MessageSquare aria-hidden className="size-4" />}
        aria-label={t("detailsOf", { number })}
        onClick={() => setOpen(true)}
      >
        {t("details")}
      </Button>
    );
  return (
    <div className="mt-2 grid basis-full gap-3 sm:grid-cols-[minmax(0,1fr)_15rem]">
      <Field label={t("message")} hint={t("messageHint")} required={false}>
        {(ids) => (
          <textarea
            {...ids}
            rows={2}
            maxLength={longestMessage}
            value={entry.message}
            onChange={(event) => onChange({ message: event.target.value })}
            onBlur={onLeave}
            className={controlLook("app", "h-auto! py-2")}
          />
        )}
      </Field>
      <Select
        label={t("language")}
        value={entry.language ?? ""}
        options={[
          { value: "", label: t("theirLanguage") },
          ...languageCodes.map((code) => ({ value: code, label: languages[code].ownName, lang: languages[code].tag })),
        ]}
        onChange={(event) => onChange({ language: toLanguage(event.target.value) })}
      />
    </div>
  );
}
