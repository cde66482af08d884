import { clsx } from "clsx";
import { Braces, FileCheck2, FileSearch, History, Server, type LucideIcon } from "lucide-react";
import type { Metadata } from "next";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import Link from "next/link";
import { DemoButton } from "@/components/landing/demo-button";
import { PlainShell } from "@/components/shell/page-shell";
import { ButtonLink } from "@/components/ui/page-link";
import { findDemoAccount } from "@/lib/accounts/ensure-demo-account";
import { pageBrand, pageRequest } from "@/lib/api/http/page-request";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("landing");
  return { title: { absolute: t("title") }, description: t("lead") };
}

export default async function LandingPage() {
  const { ctx, actor } = await pageRequest();
  const account = actor.kind === "account" ? actor.account : null;
  return (
    <PlainShell actor={account} usesMessageInbox={ctx.usesMessageInbox} brand={await pageBrand()} offersLogIn>
      <Landing
        isLoggedIn={account !== null}
        demoEmail={account ? null : ((await findDemoAccount(ctx))?.email ?? null)}
      />
    </PlainShell>
  );
}

const reasons = [
  ["holds", FileCheck2],
  ["evidence", History],
  ["yours", Server],
] as const;
const steps = [
  ["place", "editor"],
  ["sign", "confirm"],
  ["keep", "verify"],
] as const;

interface LandingProps {
  isLoggedIn: boolean;
  demoEmail: string | null;
}

/** The product, why its results can be trusted, how it works, and links to start. */
function Landing({ isLoggedIn, demoEmail }: LandingProps) {
  const t = useTranslations("landing");
  return (
    <div data-full-width>
      <Hero isLoggedIn={isLoggedIn} demoEmail={demoEmail} />
      <section aria-labelledby="trust" className="border-y border-hairline bg-surface">
        <div className="mx-auto max-w-280 px-4 py-14 sm:px-6">
          <h2 id="trust" className="text-h2 font-semibold">
            {t("trustTitle")}
          </h2>
          <ul className="mt-8 grid gap-8 md:grid-cols-3 md:gap-10">
            {reasons.map(([reason, Icon]) => (
              <Reason key={reason} icon={Icon} title={t(`trust.${reason}.title`)} body={t(`trust.${reason}.body`)} />
            ))}
          </ul>
        </div>
      </section>
      <section aria-labelledby="steps" className="mx-auto max-w-280 px-4 py-14 sm:px-6 lg:py-20">
        <h2 id="steps" className="text-h2 font-semibold">
          {t("stepsTitle")}
        </h2>
        <ol className="mt-8 flex flex-col gap-12 lg:gap-16">
          {steps.map(([step, picture], index) => (
            <Step
              key={step}
              number={index + 1}
              title={t(`steps.${step}.title`)}
              body={t(`steps.${step}.body`)}
              picture={picture}
              alt={t(`pictures.${picture}`)}
            />
          ))}
        </ol>
      </section>
      <section className="border-t border-hairline bg-surface">
        <div className="mx-auto grid max-w-280 gap-10 px-4 py-14 sm:px-6 md:grid-cols-2">
          <Offer title={t("verifyTitle")} body={t("verifyBody")} href="/verify" link={t("verify")} icon={FileSearch} />
          <Offer title={t("apiTitle")} body={t("apiBody")} href="/docs/api" link={t("apiLink")} icon={Braces} />
        </div>
      </section>
    </div>
  );
}

function Reason({ icon: Icon, title, body }: { icon: LucideIcon; title: string; body: string }) {
  return (
    <li>
      <span
        aria-hidden
        className="inline-flex size-11 items-center justify-center rounded-pill bg-primary-tint text-on-primary-tint"
      >
        <Icon className="size-5" />
      </span>
      <h3 className="mt-4 text-reading font-semibold">{title}</h3>
      <p className="mt-1 text-body text-muted">{body}</p>
    </li>
  );
}

function Step({
  number,
  title,
  body,
  picture,
  alt,
}: {
  number: number;
  title: string;
  body: string;
  picture: string;
  alt: string;
}) {
  return (
    <li className="grid items-center gap-6 md:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] lg:gap-14">
      <div>
        <h3 className="text-h2 font-semibold">
          <span className="text-muted tabular-nums">{number}. </span>
          {title}
        </h3>
        <p className="mt-2 max-w-110 text-reading text-muted">{body}</p>
      </div>
      <ProductPicture name={picture} alt={alt} width={1280} height={800} />
    </li>
  );
}

function Offer({
  title,
  body,
  href,
  link,
  icon: Icon,
}: {
  title: string;
  body: string;
  href: string;
  link: string;
  icon: LucideIcon;
}) {
  return (
    <div>
      <h2 className="text-h2 font-semibold">{title}</h2>
      <p className="mt-2 max-w-110 text-body text-muted">{body}</p>
      <Link
        href={href}
        prefetch={false}
        className="mt-3 inline-flex min-h-11 items-center gap-2 rounded-control font-medium text-primary hover:text-primary-hover hover:underline"
      >
        <Icon aria-hidden className="size-4" />
        {link}
      </Link>
    </div>
  );
}

interface HeroProps {
  isLoggedIn: boolean;
  /** Address of the demo account; null if there is none. */
  demoEmail: string | null;
}

/** Headline, first step and one large picture. */
function Hero({ isLoggedIn, demoEmail }: HeroProps) {
  const t = useTranslations("landing");
  const offersDemo = !isLoggedIn && demoEmail !== null;
  return (
    <section className="mx-auto max-w-280 px-4 pt-12 pb-14 sm:px-6 lg:pt-16 lg:pb-20">
      <div className="flex flex-col items-center text-center">
        <h1 className="max-w-180 text-h1 font-semibold text-balance sm:text-display">{t("promise")}</h1>
        <p className="mt-4 max-w-160 text-reading text-balance text-muted">{t("lead")}</p>
        <div className="mt-7 flex flex-wrap items-center justify-center gap-3">
          {offersDemo && <DemoButton label={t("tryDemo")} failed={t("demoFailed")} />}
          <ButtonLink
            href={isLoggedIn ? "/documents" : "/login"}
            variant={offersDemo ? "secondary" : "primary"}
            size="signer"
          >
            {t(isLoggedIn ? "openDocuments" : "logIn")}
          </ButtonLink>
          <ButtonLink
            href="/verify"
            variant={offersDemo ? "quiet" : "secondary"}
            size="signer"
            icon={<FileSearch aria-hidden className="size-4" />}
          >
            {t("verify")}
          </ButtonLink>
        </div>
        {offersDemo && <p className="mt-4 text-ui wrap-anywhere text-muted">{t("demoHint", { email: demoEmail })}</p>}
      </div>
      <ProductPicture
        name="sign"
        phone="sign-phone"
        alt={t("pictures.sign")}
        width={1280}
        height={800}
        isFirst
        className="mt-10 shadow-popover lg:mt-12"
      />
    </section>
  );
}

interface ProductPictureProps {
  /** A file in public/pictures, made by `npm run screenshots -- pictures`: NAME-light.webp and NAME-dark.webp. */
  name: string;
  /** Another picture for narrow windows, in which the text of a wide one is too small to read. */
  phone?: string;
  alt: string;
  /** In CSS pixels at a pixel density of 1. */
  width: number;
  height: number;
  /** Visible when the page opens. */
  isFirst?: boolean;
  className?: string;
}

/** A picture of the product in the viewer's theme. */
function ProductPicture({ name, phone, alt, width, height, isFirst = false, className }: ProductPictureProps) {
  return (
    <picture>
      {phone && (
        <>
          <source
            srcSet={`/pictures/${phone}-dark.webp`}
            media="(max-width: 40rem) and (prefers-color-scheme: dark)"
            width={390}
            height={780}
          />
          <source srcSet={`/pictures/${phone}-light.webp`} media="(max-width: 40rem)" width={390} height={780} />
        </>
      )}
      <source srcSet={`/pictures/${name}-dark.webp`} media="(prefers-color-scheme: dark)" />
      <img
        src={`/pictures/${name}-light.webp`}
        alt={alt}
        width={width}
        height={height}
        decoding="async"
        loading={isFirst ? "eager" : "lazy"}
        fetchPriority={isFirst ? "high" : "auto"}
        className={clsx("h-auto w-full rounded-card border border-hairline bg-surface", className)}
      />
    </picture>
  );
}
