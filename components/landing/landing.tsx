import { Braces, FileCheck2, FileSearch, History, Server, type LucideIcon } from "lucide-react";
import { useTranslations } from "next-intl";
import Link from "next/link";
import { Hero } from "./hero";
import { ProductPicture } from "./product-picture";

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

/** What Paraph is, why its result can be trusted, how it goes, and the other things that people come for. */
export function Landing({ isLoggedIn, demoEmail }: LandingProps) {
  const words = useTranslations("landing");
  return (
    <div data-full-width>
      <Hero isLoggedIn={isLoggedIn} demoEmail={demoEmail} />
      <section aria-labelledby="trust" className="border-y border-hairline bg-surface">
        <div className="mx-auto max-w-280 px-4 py-14 sm:px-6">
          <h2 id="trust" className="text-h2 font-semibold">
            {words("trustTitle")}
          </h2>
          <ul className="mt-8 grid gap-8 md:grid-cols-3 md:gap-10">
            {reasons.map(([reason, Icon]) => (
              <Reason
                key={reason}
                icon={Icon}
                title={words(`trust.${reason}.title`)}
                body={words(`trust.${reason}.body`)}
              />
            ))}
          </ul>
        </div>
      </section>
      <section aria-labelledby="steps" className="mx-auto max-w-280 px-4 py-14 sm:px-6 lg:py-20">
        <h2 id="steps" className="text-h2 font-semibold">
          {words("stepsTitle")}
        </h2>
        <ol className="mt-8 flex flex-col gap-12 lg:gap-16">
          {steps.map(([step, picture], index) => (
            <Step
              key={step}
              number={index + 1}
              title={words(`steps.${step}.title`)}
              body={words(`steps.${step}.body`)}
              picture={picture}
              alt={words(`pictures.${picture}`)}
            />
          ))}
        </ol>
      </section>
      <section className="border-t border-hairline bg-surface">
        <div className="mx-auto grid max-w-280 gap-10 px-4 py-14 sm:px-6 md:grid-cols-2">
          <Offer
            title={words("verifyTitle")}
            body={words("verifyBody")}
            href="/verify"
            link={words("verify")}
            icon={FileSearch}
          />
          <Offer
            title={words("apiTitle")}
            body={words("apiBody")}
            href="/docs/api"
            link={words("apiLink")}
            icon={Braces}
          />
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
