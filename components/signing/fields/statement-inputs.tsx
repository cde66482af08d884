import { useTranslations } from "next-intl";
import { TextInput } from "@/components/ui/inputs";
import { longestStatement } from "@/lib/platform/signature-appearance";
import type { LinkSignature } from "@/lib/signing/schema";
import { statementNames, type Statements } from "./use-statements";

/** Asks for the reason and the location of a signature, if the request requires it. */
export function StatementInputs({ rules, statements }: { rules: LinkSignature; statements: Statements }) {
  const t = useTranslations("signing.statement");
  const shown = statementNames.filter((name) => rules[name].ask !== "no");
  if (shown.length === 0) return null;
  return (
    <div className="flex flex-col gap-3">
      {shown.map((name) => (
        <TextInput
          key={name}
          ref={statements.inputs[name]}
          label={t(name)}
          name={name}
          size="signer"
          required={rules[name].ask === "required" && rules[name].preset === null}
          maxLength={longestStatement}
          autoComplete="off"
          placeholder={rules[name].preset ?? undefined}
          value={statements.given[name]}
          onChange={(event) => statements.set(name, event.target.value)}
          error={statements.missing.has(name) && t("missing")}
        />
      ))}
    </div>
  );
}
