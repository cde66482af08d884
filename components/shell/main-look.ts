const full = "has-[>[data-full-width]]:max-w-none has-[>[data-full-width]]:p-0";

/** The main landmark of the pages that people work in. */
export const appMainLook = `mx-auto w-full max-w-280 flex-1 px-4 py-6 outline-none sm:px-6 sm:py-8 ${full}`;

/** The main landmark of the pages that people come to from outside: larger text, more air. */
export const plainMainLook = `mx-auto w-full max-w-280 flex-1 px-4 py-6 text-reading outline-none sm:px-6 sm:py-10 ${full}`;

/** A link in a header that is no button. */
export const quietLinkLook = "inline-flex min-h-11 items-center rounded-control font-medium text-muted hover:text-ink";
