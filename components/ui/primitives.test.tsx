import { NextIntlClientProvider } from "next-intl";
import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import shell from "@/lib/platform/locale/en/shell.json";
import { Button } from "./button";
import { TextInput } from "./inputs";
import { StatusPill, type Status } from "./pill";
import { Progress } from "./progress";
import { SaveBar } from "./save-bar";
import { CodeInput, PasswordInput } from "./secret-inputs";
import { SignerMark } from "./signer-mark";
import { Time } from "./time";

function html(element: ReactElement): string {
  return renderToStaticMarkup(
    <NextIntlClientProvider locale="en" timeZone="UTC" messages={{ shell }}>
      {element}
    </NextIntlClientProvider>,
  );
}

const attribute = (markup: string, name: string) => new RegExp(` ${name}="([^"]*)"`).exec(markup)?.[1];

test("associates label, hint and error with the control", () => {
  const markup = html(<TextInput label="E-mail" hint="At work" error="The address is not complete." />);
  const input = /<input[^>]*>/.exec(markup)?.[0] ?? "";
  const id = attribute(input, "id") ?? "";
  expect(id).not.toBe("");
  expect(markup).toContain(`<label for="${id}"`);
  expect(attribute(input, "aria-describedby")).toBe(`${id}-hint ${id}-error`);
  expect(attribute(input, "aria-invalid")).toBe("true");
  expect(markup).toContain(`id="${id}-hint"`);
  expect(markup).toContain(`id="${id}-error"`);
});

test("marks an optional field in text", () => {
  expect(html(<TextInput label="Message" required={false} />)).toContain("(optional)");
  expect(html(<TextInput label="Message" required />)).not.toContain("(optional)");
});

test("keeps a busy button's name and focus, and does not submit twice", () => {
  const markup = html(<Button busy>Sign document</Button>);
  expect(markup).toContain("Sign document");
  expect(attribute(markup, "aria-busy")).toBe("true");
  expect(attribute(markup, "aria-disabled")).toBe("true");
  expect(attribute(markup, "disabled")).toBeUndefined();
});

test("marks a Save at the lower edge of the window, so that toasts stay above it", () => {
  const bar = (isUnsaved: boolean) => html(<SaveBar label="Save" isUnsaved={isUnsaved} isBusy={false} />);
  expect(attribute(bar(true), "data-bottom-bar")).toBe("true");
  expect(attribute(bar(false), "data-bottom-bar")).toBeUndefined();
});

test("submits a form only with a submit button", () => {
  expect(attribute(html(<Button>Cancel</Button>), "type")).toBe("button");
  expect(attribute(html(<Button type="submit">Log in</Button>), "type")).toBe("submit");
});

test("allows autofill for code and password (WCAG 3.3.8), with a single input for the code", () => {
  const code = html(<CodeInput label="Code" value="12" onChange={() => undefined} />);
  expect(code.match(/<input/g)).toHaveLength(1);
  expect(attribute(code, "autoComplete")).toBe("one-time-code");
  expect(attribute(code, "inputMode")).toBe("numeric");
  expect(code).not.toContain("maxLength");
  expect(attribute(html(<PasswordInput label="Password" autoComplete="new-password" />), "autoComplete")).toBe(
    "new-password",
  );
});

test.each(Object.entries(shell.status))("shows the status %s as an icon and the text %s", (status, word) => {
  const markup = html(<StatusPill status={status as Status} />);
  expect(markup).toContain("<svg");
  expect(markup).toContain(word);
});

test("marks a signer by number and pattern besides colour", () => {
  expect(html(<SignerMark number={2} />)).toMatch(/2px dashed var\(--color-signer-2\).*>2</);
});

test("exposes a progress value only when known", () => {
  expect(html(<Progress label="lease.pdf" value={3} max={8} text="3 of 8 MB" />)).toContain('aria-valuenow="3"');
  expect(html(<Progress label="Sealing the PDF…" value={null} max={1} />)).not.toContain("aria-valuenow");
});

test("renders times in UTC on the server, as the tooltip states", () => {
  const markup = html(<Time at="2027-03-12T14:02:00.000Z" />);
  expect(markup).toContain(">12 Mar 2027, 14:02</time>");
  expect(attribute(markup, "title")).toBe("12 Mar 2027, 14:02 UTC");
});
