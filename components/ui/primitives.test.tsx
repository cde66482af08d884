import { NextIntlClientProvider } from "next-intl";
import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import shell from "@/lib/platform/locale/en/shell.json";
import { Button } from "./button";
import { CodeInput } from "./code-input";
import { PasswordInput } from "./password-input";
import { Progress } from "./progress";
import { SignerMark } from "./signer-mark";
import { StatusPill, type Status } from "./status-pill";
import { TextInput } from "./text-input";
import { Time } from "./time";

function html(element: ReactElement): string {
  return renderToStaticMarkup(
    <NextIntlClientProvider locale="en" timeZone="UTC" messages={{ shell }}>
      {element}
    </NextIntlClientProvider>,
  );
}

const attribute = (markup: string, name: string) => new RegExp(` ${name}="([^"]*)"`).exec(markup)?.[1];

test("label, hint and error belong to their control", () => {
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

test("a field that may stay empty says so in words", () => {
  expect(html(<TextInput label="Message" required={false} />)).toContain("(optional)");
  expect(html(<TextInput label="Message" required />)).not.toContain("(optional)");
});

test("a busy button keeps its name and its focus, and is no submit that could be pressed twice", () => {
  const markup = html(<Button busy>Sign document</Button>);
  expect(markup).toContain("Sign document");
  expect(attribute(markup, "aria-busy")).toBe("true");
  expect(attribute(markup, "aria-disabled")).toBe("true");
  expect(attribute(markup, "disabled")).toBeUndefined();
});

test("a button submits its form only where it is told to", () => {
  expect(attribute(html(<Button>Cancel</Button>), "type")).toBe("button");
  expect(attribute(html(<Button type="submit">Log in</Button>), "type")).toBe("submit");
});

test("code and password can be filled by the browser (WCAG 3.3.8), and the code is one input", () => {
  const code = html(<CodeInput label="Code" value="12" onChange={() => undefined} />);
  expect(code.match(/<input/g)).toHaveLength(1);
  expect(attribute(code, "autoComplete")).toBe("one-time-code");
  expect(attribute(code, "inputMode")).toBe("numeric");
  expect(code).not.toContain("maxLength");
  expect(attribute(html(<PasswordInput label="Password" autoComplete="new-password" />), "autoComplete")).toBe(
    "new-password",
  );
});

test.each(Object.entries(shell.status))("the status %s is an icon and the word %s", (status, word) => {
  const markup = html(<StatusPill status={status as Status} />);
  expect(markup).toContain("<svg");
  expect(markup).toContain(word);
});

test("a signer's mark is a number and a pattern besides its colour", () => {
  expect(html(<SignerMark number={2} />)).toMatch(/2px dashed var\(--color-signer-2\).*>2</);
});

test("progress tells a value only when one is known", () => {
  expect(html(<Progress label="lease.pdf" value={3} max={8} text="3 of 8 MB" />)).toContain('aria-valuenow="3"');
  expect(html(<Progress label="Sealing the PDF…" value={null} max={1} />)).not.toContain("aria-valuenow");
});

test("the server writes a time in UTC and says so on hover", () => {
  const markup = html(<Time at="2027-03-12T14:02:00.000Z" />);
  expect(markup).toContain(">12 Mar 2027, 14:02</time>");
  expect(attribute(markup, "title")).toBe("12 Mar 2027, 14:02 UTC");
});
