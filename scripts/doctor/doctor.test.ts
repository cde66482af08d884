import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import os from "node:os";
import path from "node:path";
import { SMTPServer } from "smtp-server";
import { afterAll, describe, expect, test } from "vitest";
import { startLocalTsa } from "@/lib/pades/testing/local-tsa";
import { folderBlobStore } from "@/lib/platform/blobs/folder-blob-store";
import { findSoffice, type ConverterConfig } from "@/lib/platform/converter-config";
import { freePort } from "@/scripts/embedded-postgres/free-port";
import { checkAddress, checkSender, type NameServers } from "./check-names";
import {
  checkCertificates,
  checkClock,
  checkConverter,
  checkMail,
  checkStorage,
  checkTimestamps,
} from "./check-services";
import { lineOf, type Finding } from "./finding";

/** Name servers with these records. A bar splits a text into strings. */
function knowing(records: Record<string, string[]>, failure = "ENOTFOUND"): NameServers {
  const find = (name: string): Promise<string[]> =>
    records[name] ? Promise.resolve(records[name]) : Promise.reject(Object.assign(new Error(name), { code: failure }));
  return {
    resolve4: find,
    resolve6: () => Promise.reject(Object.assign(new Error(), { code: "ENODATA" })),
    resolveTxt: async (name) => (await find(name)).map((text) => text.split("|")),
  };
}

const short = (findings: Finding[]) => findings.map(({ state, code }) => `${state} ${code}`);

describe("the address of links", () => {
  test.each([
    ["http://localhost:3000", {}, ["off address_local"]],
    ["https://sign.example.org", { "sign.example.org": ["192.0.2.7"] }, ["ok address_resolves"]],
    [
      "http://sign.example.org",
      { "sign.example.org": ["192.0.2.7"] },
      ["ok address_resolves", "warning address_plain"],
    ],
    ["https://sign.example.org", {}, ["failing address_missing"]],
    ["https://[2001:db8::1]", {}, ["ok address_resolves"]],
  ])("%s with %j is %j", async (url, records, expected) => {
    expect(short(await checkAddress(url, knowing(records)))).toEqual(expected);
  });

  test("is unknown, not missing, while the name servers do not answer", async () => {
    const [found] = await checkAddress("https://sign.example.org", knowing({}, "ETIMEOUT"));
    expect(found).toMatchObject({ state: "warning", code: "address_unanswered", facts: { reason: "ETIMEOUT" } });
  });
});

describe("the sender's domain", () => {
  const key = { "resend._domainkey.mail.example.org": ["k=rsa; p=MIGfMA0G|CSqG"] };
  const policy = { "_dmarc.example.org": ["v=DMARC1; p=reject"] };
  const spf = { "mail.example.org": ["google-site-verification=x", "v=spf1 include:provider.example -all"] };
  test("is fine when it publishes all three, with DMARC also from the parent domain", async () => {
    const found = await checkSender("mail.example.org", knowing({ ...key, ...policy, ...spf }));
    expect(short(found)).toEqual(["ok spf_found", "ok dkim_found", "ok dmarc_found"]);
  });

  test("gets warnings when it publishes nothing, and is asked for its DKIM selector", async () => {
    const found = await checkSender("mail.example.org", knowing({}));
    expect(short(found)).toEqual(["warning spf_missing", "off dkim_unknown", "warning dmarc_missing"]);
  });

  test("fails without a key under the given selector", async () => {
    const found = await checkSender("mail.example.org", knowing({ ...spf, ...policy, ...key }), "other");
    expect(short(found)).toContain("failing dkim_missing");
  });

  test.each([
    [["v=spf1 -all", "v=spf1 a -all"], "failing spf_twice"],
    [["v=spf1 +all"], "warning spf_open"],
    [["v=spf10 -all"], "warning spf_missing"],
  ])("with %j is %s", async (records, expected) => {
    expect(short(await checkSender("example.org", knowing({ "example.org": records })))).toContain(expected);
  });

  test("is not checked while the name servers do not answer", async () => {
    const found = await checkSender("example.org", knowing({}, "ESERVFAIL"));
    expect(short(found)).toEqual(["warning dns_unanswered", "off dkim_unknown", "warning dns_unanswered"]);
  });
});

describe("mail", () => {
  const from = "Paraph <sign@example.org>";
  test("logs in to the SMTP server and sends nothing", async () => {
    const port = await freePort();
    let mails = 0;
    const server = new SMTPServer({
      disabledCommands: ["STARTTLS"],
      allowInsecureAuth: true,
      onAuth: ({ username, password }, _session, done) =>
        username === "bo" && password === "right"
          ? done(null, { user: "bo" })
          : done(new Error("Invalid username or password")),
      onData: (_stream, _session, done) => {
        mails += 1;
        done();
      },
    });
    await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
    const check = async (password: string) => {
      const url = `smtp://bo:${password}@127.0.0.1:${String(port)}`;
      return (await checkMail({ kind: "smtp", url, from, returnPath: null, wantsReports: false }, knowing({})))[0];
    };
    expect(await check("right")).toMatchObject({
      code: "mail_connected",
      facts: { server: `127.0.0.1:${String(port)}` },
    });
    const refused = await check("wrong");
    expect(refused).toMatchObject({ state: "failing", code: "mail_refused", facts: { reason: "EAUTH" } });
    expect(JSON.stringify(refused)).not.toContain("wrong");
    expect(mails).toBe(0);
    await new Promise<void>((resolve) => server.close(() => resolve()));
  });

  test("reports a missing provider and a missing sender", async () => {
    expect(short(await checkMail({ kind: "inbox" }, knowing({})))).toEqual(["warning mail_kept"]);
    const resend = { kind: "resend", apiKey: "re_1", baseUrl: null, from: "no-reply@localhost" } as const;
    expect(short(await checkMail(resend, knowing({})))).toEqual(["ok mail_by_resend", "failing mail_sender_missing"]);
  });
});

describe("storage", () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), "paraph-doctor-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test("writes, reads and removes a probe", async () => {
    const blobs = folderBlobStore(path.join(folder, "blobs"));
    expect(await checkStorage(blobs, "the folder")).toMatchObject({ state: "ok", code: "storage_works" });
    const left: string[] = [];
    for await (const key of blobs.list(new Date(Date.now() + 60_000))) left.push(key);
    expect(left).toEqual([]);
    await blobs.close();
  });

  test("fails with the code of a store that refuses", async () => {
    const blobs = folderBlobStore(path.join(folder, "blobs"));
    const put = () => Promise.reject(Object.assign(new Error("/data"), { code: "ENOSPC" }));
    const refusing = Object.create(blobs, { put: { value: put } }) as typeof blobs;
    expect(await checkStorage(refusing, "the folder")).toMatchObject({ state: "failing", facts: { reason: "ENOSPC" } });
    await blobs.close();
  });
});

describe("time-stamping", () => {
  test("asks the authority for a timestamp, and warns about the missing root @exhaustive", async () => {
    const tsa = await startLocalTsa();
    const found = await checkTimestamps({ tsaUrl: tsa.url, trustedRoots: null });
    await tsa.close();
    expect(short(found)).toEqual(["ok timestamps_work", "warning timestamps_untrusted", "ok clock_of_authority"]);
  });

  test("fails for an unreachable authority without showing its password", async () => {
    const server = createServer();
    const port = await freePort();
    server.close();
    const found = await checkTimestamps({
      tsaUrl: `http://bo:s3cret@127.0.0.1:${String(port)}/tsa`,
      trustedRoots: null,
    });
    expect(short(found)).toEqual(["failing timestamps_fail"]);
    expect(found.map(lineOf).join()).not.toContain("s3cret");
  });
});

test.each([
  [0, "ok"],
  [4_000, "ok"],
  [-20_000, "warning"],
  [90_000, "failing"],
])("reports a database clock %i ms ahead as %s", async (ahead, state) => {
  const now = 1_800_000_000_000;
  const found = await checkClock(
    () => Promise.resolve(now + ahead),
    () => now,
  );
  expect(found).toMatchObject({ state, facts: { seconds: ahead / 1000 } });
});

test("warns about a certificate for 30 days before it expires", () => {
  const now = new Date("2027-01-31T00:00:00Z");
  const ends = ["2027-01-30", "2027-03-01", "2027-03-03"].map((day) => ({
    role: "seal" as const,
    expiresAt: new Date(day),
  }));
  expect(short(checkCertificates(ends, now))).toEqual([
    "failing certificate_ended",
    "warning certificate_ends",
    "ok certificate_valid",
  ]);
  expect(short(checkCertificates([], now))).toEqual(["off certificates_none"]);
});

test("prints state, check and what to do on one line", () => {
  const [found] = checkCertificates([{ role: "seal", expiresAt: new Date("2027-01-01") }], new Date("2027-02-01"));
  expect(found && lineOf(found)).toBe(
    "failing  certificates  the seal certificate expired on 2027-01-01. See Certificate expiring in docs/operations.md",
  );
});

describe("the converter", () => {
  const states = async (converter: ConverterConfig | null) => {
    const { state, code } = await checkConverter(converter);
    return [state, code];
  };

  test("is off when there is none, and failing when it does not start or answer", async () => {
    expect(await states(null)).toEqual(["off", "converter_none"]);
    expect(await states({ kind: "program", path: "/bin/false" })).toEqual(["failing", "converter_fails"]);
    expect(await states({ kind: "url", url: "http://127.0.0.1:9" })).toEqual(["failing", "converter_fails"]);
  });

  test("is fine when LibreOffice starts @exhaustive", async () => {
    const program = findSoffice("/usr/local/bin:/usr/bin") ?? "soffice is not installed";
    expect(await states({ kind: "program", path: program })).toEqual(["ok", "converter_starts"]);
  });
});
