import { useTranslations } from "next-intl";
import { useEffect, useMemo, useRef } from "react";
import { callApi } from "@/components/api/call";
import type { SignInput } from "@/lib/signing/schema";

/**
 * The consent that the last step shows, as the trail names it. That it was shown is said once, when the step opens; a failure is
 * nobody's loss, because the signature names it again.
 */
export function useConsent(u: string, isShown: boolean): NonNullable<SignInput["consent"]> {
  const words = useTranslations("signing.confirm");
  const [version, locale] = [words("consentVersion"), words("consentLanguage")];
  const consent = useMemo(() => ({ version, locale }), [version, locale]);
  const isSaid = useRef(false);
  useEffect(() => {
    if (!isShown || isSaid.current) return;
    isSaid.current = true;
    void callApi("POST", `/sign/uuid/${u}/viewed`, { json: { consent } }).catch(() => undefined);
  }, [u, isShown, consent]);
  return consent;
}
