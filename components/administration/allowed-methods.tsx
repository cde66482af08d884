"use client";

import { useTranslations } from "next-intl";
import { Checkbox } from "@/components/ui/checkbox";
import { isGatewayName, signMethodNames, type SignMethodName } from "@/lib/sign-methods/method-names";
import { isSetUp, type SettingValues, type ShownSettings } from "./setting-values";

interface AllowedMethodsProps {
  values: SettingValues;
  gateways: ShownSettings["twofactor_gateway"];
  onChange: (method: SignMethodName, isAllowed: boolean) => void;
}

/** The methods that a request may name; one that is not set up can be taken away, never chosen. */
export function AllowedMethods({ values, gateways, onChange }: AllowedMethodsProps) {
  const words = useTranslations("administration");
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-3 text-ui font-medium">{words("allowed")}</legend>
      <p className="-mt-2 text-caption text-muted">{words("allowedHint")}</p>
      {signMethodNames.map((method) => {
        const isChosen = values.allowed_sign_methods.includes(method);
        const isDefault = method === values.sign_method;
        const isReady = isSetUp(method, gateways);
        return (
          <Checkbox
            key={method}
            label={words(`method.${method}`)}
            hint={isReady || !isGatewayName(method) ? words(`methodHint.${method}`) : words(`needs.${method}`)}
            checked={isChosen || isDefault}
            disabled={isDefault || (!isReady && !isChosen)}
            onChange={(event) => onChange(method, event.target.checked)}
          />
        );
      })}
    </fieldset>
  );
}
