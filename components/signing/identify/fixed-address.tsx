import { useTranslations } from "next-intl";

/** The address that the link was sent to, as text; the hidden input tells password managers whose password it is. */
export function FixedAddress({ email, hint }: { email: string; hint?: string }) {
  const words = useTranslations("signing.invite");
  return (
    <div className="min-w-0">
      <p className="text-ui font-medium">{words("email")}</p>
      <p className="mt-1 text-reading wrap-anywhere">{email}</p>
      {hint && <p className="mt-1 text-caption text-muted">{hint}</p>}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
    </div>
  );
}
