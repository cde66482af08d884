"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import type { EditorField } from "@/components/editor/editor-field";
import { Fold } from "@/components/editor/inspector/fold";
import { hasExpression } from "@/lib/platform/field-rules/details";
import { ConditionEditor } from "./condition-editor";
import { ExpressionInput } from "./expression-input";
import { useExpressions } from "./use-expressions";

/** When the field is there and required, and how its value is calculated. */
export function ConditionDetails({ field }: { field: EditorField }) {
  const t = useTranslations("editor.conditions");
  const [isOpened, setOpened] = useState(false);
  const has = hasExpression(field);
  const expressions = useExpressions(field, has || isOpened);
  return (
    <Fold title={t("title")} isOpen={has} onOpen={() => setOpened(true)}>
      {expressions && (
        <>
          <ConditionEditor field={field} member="showWhen" expressions={expressions} />
          {expressions.canHave("requireWhen") && field.calculate === null && (
            <ConditionEditor field={field} member="requireWhen" expressions={expressions} />
          )}
          {expressions.canHave("calculate") && (
            <ExpressionInput
              label={t("calculate")}
              hint={t(field.type === "number" ? "calculateHint" : "calculateTextHint")}
              member="calculate"
              stored={field.calculate}
              expressions={expressions}
            />
          )}
        </>
      )}
    </Fold>
  );
}
