import { FileSearch } from "lucide-react";
import { useTranslations } from "next-intl";
import Link from "next/link";
import { ButtonLink } from "@/components/ui/button-link";
import { ProductPicture } from "./product-picture";

interface HeroProps {
  isLoggedIn: boolean;
  /** Of the account to try things with; null where there is none. */
  demoEmail: string | null;
}

/** What this is, what to do next, and how it looks. */
export function Hero({ isLoggedIn, demoEmail }: HeroProps) {
  const words = useTranslations("landing");
  const start = isLoggedIn ? "openDocuments" : demoEmail ? "tryDemo" : "logIn";
  return (
    <section className="mx-auto grid max-w-280 items-center gap-10 px-4 pt-10 pb-14 sm:px-6 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)] lg:gap-14 lg:pt-16 lg:pb-20">
      <div>
        <h1 className="max-w-140 text-h1 font-semibold text-balance sm:text-display">{words("promise")}</h1>
        <p className="mt-5 max-w-140 text-reading text-muted">{words("lead")}</p>
        <div className="mt-8 flex flex-wrap items-center gap-x-4 gap-y-3">
          <ButtonLink href={isLoggedIn ? "/documents" : "/login"} variant="primary" size="signer">
            {words(start)}
          </ButtonLink>
          <ButtonLink href="/verify" size="signer" icon={<FileSearch aria-hidden className="size-4" />}>
            {words("verify")}
          </ButtonLink>
          <Link
            href="/docs/api"
            prefetch={false}
            className="inline-flex min-h-11 items-center rounded-control text-body font-medium text-primary hover:text-primary-hover hover:underline"
          >
            {words("apiLink")}
          </Link>
        </div>
        {start === "tryDemo" && (
          <p className="mt-4 text-ui wrap-anywhere text-muted">{words("demoHint", { email: demoEmail ?? "" })}</p>
        )}
      </div>
      <div className="relative ps-10 pb-10 max-sm:ps-6">
        <ProductPicture name="sign" alt={words("pictures.sign")} width={1280} height={800} isFirst />
        <div className="absolute start-0 bottom-0 w-1/4">
          <ProductPicture name="sign-phone" alt={words("pictures.signPhone")} width={390} height={780} isFirst />
        </div>
      </div>
    </section>
  );
}
