import { readFile } from "node:fs/promises";
import { choosePdf, flipBit } from "@/e2e/browser/actions/choose-pdf";
import { expect, test } from "@/e2e/browser/fixtures";
import { completedBy } from "@/e2e/browser/world/world";
import { makeCompleted } from "@/lib/pades/verify/testing/signed-files";
import { makePdf } from "@/lib/pdf/testing/make-pdf";
import { sha256Hex } from "@/lib/platform/blobs/sha256";

const verdict = { level: 2, name: /^Signed|^Changed|^This|^The signature/ } as const;

test("reports a finished PDF valid with both signers' names and a flipped bit as a change, without an account", async ({
  page,
  api,
  admin,
  requester,
  newRequest,
  newSigner,
}) => {
  const [ana, bo] = [await newSigner("Ana Silva"), await newSigner("Bo Lindqvist")];
  const request = await newRequest({ name: "Delivery terms", signers: [{ person: ana }, { person: bo }] });
  await completedBy(api, admin, requester, request);
  const pdf = await api.bytes(`/file/${request.uuid}/content`, requester);
  const card = (name: string) => page.getByRole("article").filter({ has: page.getByRole("heading", { name }) });

  await test.step("verifies our own file by its number, without an account or anybody's address", async () => {
    await page.goto(`/verify/${request.uuid}`);
    await expect(page.getByText(request.name).first()).toBeVisible();
    await expect(page.getByText("Ana Silva").first()).toBeVisible();
    expect(await page.content()).not.toContain(ana.email);
    await expect(page.getByRole("button", { name: "Check the stored copy" })).toHaveCount(0);
    await expect(page.getByRole("link", { name: "our root certificate" })).toHaveAttribute("href", "/pki/ca.crt");
  });

  await test.step("reports the finished PDF valid with both signers' names", async () => {
    await page.goto("/verify");
    await choosePdf(page, pdf);
    await expect(page.getByRole("heading", { ...verdict, name: /^Signed/ })).toBeFocused();
    for (const name of ["Ana Silva", "Bo Lindqvist"]) {
      await expect(card(name).getByText(/^Valid/)).toBeVisible();
      await expect(
        card(name).getByText(
          "Proof in the certificate: Code stored in this service’s message inbox, not sent by e-mail: code entered on",
        ),
      ).toBeVisible();
    }
    await expect(page.getByText("identity verified")).toHaveCount(0);
  });

  await test.step("reports a PDF with one bit flipped as changed after signing, and shows nothing unsigned as signed", async () => {
    await choosePdf(page, flipBit(pdf));
    await expect(page.getByRole("heading", { level: 2, name: "Changed after signing" })).toBeVisible();
    for (const name of ["Ana Silva", "Bo Lindqvist"]) {
      await expect(card(name).getByText("Changed after signing")).toBeVisible();
      await expect(card(name).getByText("so the signed version can no longer be shown")).toBeVisible();
    }
    await expect(page.getByText(/^Valid/)).toHaveCount(0);
    await expect(
      page.getByRole("button", { name: /^(Compare with current file|View |Download this version)/ }),
    ).toHaveCount(0);
  });
});

test("reports what every other kind of PDF proves @exhaustive", async ({ page, api, world }) => {
  const pdf = await api.bytes(`/file/${world.completed.uuid}/content`, world.requester);
  await page.goto("/verify");

  await test.step("reports another service's sealed document as intact with an unknown issuer", async () => {
    await choosePdf(page, (await makeCompleted()).bytes);
    await expect(page.getByRole("heading", { level: 2, name: /^Signed by .+\. Not changed since\.$/ })).toBeVisible();
    await expect(page.getByText("We do not know who issued the certificate.")).toHaveCount(4);
    await expect(page.getByText("Changed after signing")).toHaveCount(0);
  });

  await test.step("shows that a PDF without a signature proves nothing", async () => {
    await choosePdf(page, makePdf({ pages: [{}] }));
    await expect(page.getByRole("heading", { level: 2, name: "Not signed" })).toBeVisible();
    await expect(page.getByRole("heading", { name: "No signatures" })).toHaveCount(0);
    await expect(page.getByText("who wrote the document, or who agreed to it.")).toBeVisible();
  });

  await test.step("does not report our document cut back to before its seal as valid and complete", async () => {
    const { body } = await api.call("POST", "/file/validate", { body: pdf, type: "application/pdf" });
    const { signatures } = body as { signatures: { field: string; signedRevision: { end: number } }[] };
    const [first] = signatures.filter(({ field }) => !/-(certify|seal)$/.test(field));
    await choosePdf(page, pdf.subarray(0, first?.signedRevision.end));
    await expect(page.getByRole("heading", { level: 2, name: "1 of 2 signed, not sealed" })).toBeVisible();
    await expect(
      page.getByText("this is an earlier version of a document that has since been completed"),
    ).toBeVisible();
    await expect(page.getByText("that everyone who was asked has signed")).toBeVisible();
  });

  await test.step("downloads a report with the page's content and the file's hash", async () => {
    await choosePdf(page, pdf, "Delivery terms.pdf");
    await expect(page.getByRole("heading", { ...verdict, name: /^Signed/ })).toBeFocused();
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download report" }).click();
    const saved = await download;
    expect(saved.suggestedFilename()).toBe("Delivery terms-verification.json");
    const whole = JSON.parse(await readFile(await saved.path(), "utf8")) as {
      file: { size: number };
      report: { sha256: string; verdict: string; signatures: unknown[] };
    };
    expect(whole).toMatchObject({
      file: { size: pdf.length },
      report: { sha256: sha256Hex(pdf), verdict: "intact_later_allowed" },
    });
    expect(whole.report.signatures).toHaveLength(4);
  });

  await test.step("distinguishes the evidence document from other versions, and attributes no signatures of people to it", async () => {
    await page.goto(`/verify/${world.completed.uuid}`);
    await choosePdf(page, await api.bytes(`/file/${world.completed.uuid}/evidence`, world.requester));
    await expect(page.getByText("This is the evidence document for this document")).toBeVisible();
    await expect(
      page.getByRole("heading", { level: 2, name: "Evidence document. Not changed since it was sealed." }),
    ).toBeVisible();
    await expect(page.getByRole("heading", { name: "No signatures" })).toHaveCount(0);
  });
});

test("verifies the stored copy for a participant with one press, and recognises another document @exhaustive", async ({
  open,
  api,
  world,
}) => {
  const page = await open(`/verify/${world.completed.uuid}`, world.returning);
  await page.getByRole("button", { name: "Check the stored copy" }).click();
  await expect(page.getByText("Yes, this is the same file")).toBeVisible();
  await choosePdf(page, await api.bytes(`/file/${world.completed.uuid}/content?version=original`, world.requester));
  await expect(page.getByText("This is the document before anyone signed")).toBeVisible();
  await choosePdf(page, (await makeCompleted()).bytes);
  await expect(page.getByText("This is a different file")).toBeVisible();
});

test("returns 404 for an unknown number and a draft's, and still verifies a PDF on that page @exhaustive", async ({
  page,
  world,
  complaints,
}) => {
  complaints.expect(/status of 404/);
  for (const uuid of [world.unknownLink, world.draft.uuid]) {
    const answer = await page.goto(`/verify/${uuid}`);
    expect(answer?.status()).toBe(404);
    await expect(page.getByRole("heading", { level: 1, name: "Document not found" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Choose a PDF" })).toBeVisible();
  }
});

test("states publicly that a document will not be completed @exhaustive", async ({ page, world }) => {
  for (const [request, words] of [
    [world.declined, "Declined by a signer"],
    [world.withdrawn, "Withdrawn by the sender"],
    [world.expired, "Expired before everyone had signed"],
  ] as const) {
    await page.goto(`/verify/${request.uuid}`);
    await expect(page.getByText(words)).toBeVisible();
  }
});
