import { Braces, FileSearch, PenLine, ShieldCheck, SquareDashedMousePointer, type LucideIcon } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { ButtonLink } from "@/components/ui/button-link";
import { SamplePaper } from "./sample-paper";

const steps = [["place", SquareDashedMousePointer], ["sign", PenLine], ["keep", ShieldCheck]] as const;

/** What Paraph is, in one sentence and three steps, and the two things that people come for. */
export function Landing({ isLoggedIn }: { isLoggedIn: boolean }) {
  const words = useTranslations("landing");
  return (
    <div data-full-width>
      <section className="mx-auto grid max-w-280 items-center gap-12 px-4 pt-12 pb-16 sm:px-6 lg:grid-cols-[1fr_26rem] lg:pt-20 lg:pb-24">
        <div>
          <h1 className="max-w-140 text-h1 font-semibold text-balance sm:text-display">{words("promise")}</h1>
          <p className="mt-5 max-w-140 text-reading text-muted">{words("lead")}</p>
          <div className="mt-8 flex flex-wrap gap-3">
            <ButtonLink href={isLoggedIn ? "/documents" : "/login"} variant="primary" size="signer">{words(isLoggedIn ? "openDocuments" : "logIn")}</ButtonLink>
            <ButtonLink href="/verify" size="signer" icon={<FileSearch aria-hidden className="size-4" />}>{words("verify")}</ButtonLink>
          </div>
        </div>
        <SamplePaper />
      </section>
      <section aria-labelledby="steps" className="border-y border-hairline bg-surface">
        <div className="mx-auto max-w-280 px-4 py-16 sm:px-6">
          <h2 id="steps" className="text-h2 font-semibold">{words("stepsTitle")}</h2>
          <ol className="mt-8 grid gap-8 md:grid-cols-3 md:gap-10">
            {steps.map(([step, Icon], index) => <Step key={step} number={index + 1} icon={Icon} title={words(`steps.${step}.title`)} body={words(`steps.${step}.body`)} />)}
          </ol>
        </div>
      </section>
      <section className="mx-auto grid max-w-280 gap-10 px-4 py-16 sm:px-6 md:grid-cols-2">
        <Offer title={words("verifyTitle")} body={words("verifyBody")} href="/verify" link={words("verify")} icon={FileSearch} />
        <Offer title={words("apiTitle")} body={words("apiBody")} href="/docs/api" link={words("apiLink")} icon={Braces} />
      </section>
    </div>
  );
}

function Step({ number, icon: Icon, title, body }: { number: number; icon: LucideIcon; title: string; body: string }) {
  return (
    <li>
      <span aria-hidden className="inline-flex size-11 items-center justify-center rounded-pill bg-primary-tint text-on-primary-tint"><Icon className="size-5" /></span>
      <h3 className="mt-4 text-reading font-semibold"><span className="text-muted tabular-nums">{number}. </span>{title}</h3>
      <p className="mt-1 text-body text-muted">{body}</p>
    </li>
  );
}

function Offer({ title, body, href, link, icon: Icon }: { title: string; body: string; href: string; link: string; icon: LucideIcon }) {
  return (
    <div>
      <h2 className="text-h2 font-semibold">{title}</h2>
      <p className="mt-2 max-w-110 text-body text-muted">{body}</p>
      <Link href={href} prefetch={false} className="mt-3 inline-flex min-h-9 items-center gap-2 rounded-control font-medium text-primary hover:text-primary-hover hover:underline">
        <Icon aria-hidden className="size-4" />
        {link}
      </Link>
    </div>
  );
}
