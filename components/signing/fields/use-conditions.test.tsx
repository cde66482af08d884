import { NextIntlClientProvider } from "next-intl";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { LinkField } from "@/lib/signing/schema";
import { useConditions } from "./use-conditions";

function Probe({ showWhen }: { showWhen: string | null }) {
  const field = { id: 1, type: "text", isMine: true, showWhen, requireWhen: null, calculate: null } as LinkField;
  const { isReady, shown } = useConditions([field], [], {}, null);
  return `${isReady ? "ready" : "not yet"}, ${shown.length} shown`;
}

const first = (showWhen: string | null): string =>
  renderToStaticMarkup(
    <NextIntlClientProvider locale="en" messages={{}} onError={() => undefined}>
      <Probe showWhen={showWhen} />
    </NextIntlClientProvider>,
  );

test("is not ready for signing until the page can tell which fields are shown", () => {
  expect(first('filled("Pet")')).toBe("not yet, 0 shown");
  expect(first(null)).toBe("ready, 1 shown");
});
