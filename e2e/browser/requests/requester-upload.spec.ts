import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { dropFile } from "@/e2e/browser/actions/drop-file";
import { test as base, expect } from "@/e2e/browser/fixtures";
import { testLimits } from "@/e2e/browser/world/limits";
import { startServer } from "@/e2e/server";
import { makePdf } from "@/lib/pdf/testing/make-pdf";

interface Web {
  origin: string;
  /** The pending request for `/slow.pdf`. */
  waiting: ServerResponse[];
}

/** A server that may fetch from one address of this machine. */
const test = base.extend<object, { web: Web }>({
  web: [
    async ({}, use) => {
      const web: Web = { origin: "", waiting: [] };
      const listener = createServer((request, response) => {
        if (request.url === "/slow.pdf") return void web.waiting.push(response);
        const isPdf = request.url?.startsWith("/Lease%202027.pdf");
        response
          .writeHead(200, { "content-type": isPdf ? "application/pdf" : "text/html" })
          .end(isPdf ? onePage : "<!doctype html>");
      });
      await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
      web.origin = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`;
      await use(web);
      listener.closeAllConnections();
      await new Promise((resolve) => listener.close(resolve));
    },
    { scope: "worker" },
  ],
  server: [
    async ({ web }, use) => {
      const server = await startServer({
        env: { LIMITS: JSON.stringify(testLimits), OUTBOUND_ALLOW: new URL(web.origin).host },
      });
      await use(server);
      await server.stop();
    },
    { scope: "worker", timeout: 180_000 },
  ],
});

const onePage = makePdf({ pages: [{}] });

async function choose(page: Page, file: { name: string; buffer: Buffer }): Promise<void> {
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Choose files" }).click();
  await (await chooser).setFiles({ ...file, mimeType: "application/pdf" });
}

async function expectNothingStored(page: Page): Promise<void> {
  await page.goto("/documents");
  await expect(page.getByText("No documents yet")).toBeVisible();
}

/** The page's PDF, encrypted with a user password. */
function encrypted(): Buffer {
  const folder = mkdtempSync(join(tmpdir(), "encrypted-"));
  try {
    writeFileSync(join(folder, "plain.pdf"), onePage);
    execFileSync("qpdf", [
      "--encrypt",
      "open sesame",
      "owner",
      "256",
      "--",
      join(folder, "plain.pdf"),
      join(folder, "locked.pdf"),
    ]);
    return readFileSync(join(folder, "locked.pdf"));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test("starts a request from a dropped file or a web address, and stores nothing that is refused or cancelled @exhaustive", async ({
  page,
  newRequester,
  loggedIn,
  web,
  complaints,
}) => {
  complaints.expect(/status of 422/);
  await loggedIn(page, await newRequester());
  const address = page.getByLabel("Or from a web address");
  const fetchPdf = page.getByRole("button", { name: "Fetch document" });

  await test.step("rejects a program renamed to .pdf with an explanation, and adds nothing to the list", async () => {
    await page.goto("/documents/new");
    await choose(page, {
      name: "setup.pdf",
      buffer: Buffer.from("MZ\u0090\u0000 this program cannot be run in DOS mode", "latin1"),
    });
    await expect(page.getByText("“setup.pdf” cannot be used here")).toBeVisible();
    await expect(page.getByText("Choose a PDF, Word or OpenDocument file")).toBeVisible();
    await expectNothingStored(page);
  });

  await test.step("rejects an encrypted PDF with an explanation", async () => {
    await page.goto("/documents/new");
    await choose(page, { name: "locked.pdf", buffer: encrypted() });
    await expect(page.getByText("The PDF is password-protected")).toBeVisible();
    await expect(page.getByText("Save a copy without a password and upload it.")).toBeVisible();
    await expect(page.getByRole("progressbar")).toHaveCount(0);
    await expectNothingStored(page);
  });

  await test.step("shows the time left of a long upload, and leaves no document behind when it is cancelled", async () => {
    await page.goto("/documents/new");
    const network = await page.context().newCDPSession(page);
    await network.send("Network.enable");
    const limitUploads = (uploadThroughput: number) =>
      network.send("Network.emulateNetworkConditions", {
        ...{ offline: false, latency: 0, downloadThroughput: -1 },
        uploadThroughput,
      });
    await limitUploads(100_000);
    await choose(page, { name: "large.pdf", buffer: Buffer.concat([onePage, Buffer.alloc(4_000_000, "%")]) });
    await expect(page.getByText(/ of 4.* · About \d+ seconds left$/)).toBeVisible();
    await page.getByRole("button", { name: "Cancel upload" }).click();
    await expect(page.getByText("Upload cancelled. Nothing was saved.")).toBeVisible();
    await limitUploads(-1);
    await network.detach();
    await expectNothingStored(page);
  });

  await test.step("explains a failed fetch and stores nothing", async () => {
    await page.goto("/documents/new");
    await address.fill("lease");
    await fetchPdf.click();
    await expect(page.getByText("Enter a web address")).toBeVisible();
    await address.fill("http://127.0.0.2/private.pdf");
    await fetchPdf.click();
    await expect(page.getByText("This address is not allowed")).toBeVisible();
    await expect(address).toHaveValue("http://127.0.0.2/private.pdf");
    await address.fill(`${web.origin}/page.html`);
    await expect(page.getByText("This address is not allowed")).toHaveCount(0);
    await fetchPdf.click();
    await expect(page.getByText("This type of file is not supported")).toBeVisible();
    await expectNothingStored(page);
  });

  await test.step("frees the form at once when a fetch is cancelled, and leaves no document even if the PDF arrives later", async () => {
    await page.goto("/documents/new");
    await address.fill(`${web.origin}/slow.pdf`);
    await fetchPdf.click();
    await expect(page.getByText("Downloading and checking your document. This takes up to 30 seconds…")).toBeVisible();
    await expect.poll(() => web.waiting.length).toBe(1);
    await page.getByRole("button", { name: "Cancel", exact: true }).click();
    await expect(page.getByText("Cancelled. Nothing was saved.")).toBeVisible();
    await expect(fetchPdf).toBeEnabled();
    const removed = page.waitForResponse((answer) => answer.request().method() === "DELETE");
    web.waiting.shift()?.writeHead(200, { "content-type": "application/pdf" }).end(onePage);
    expect((await removed).ok()).toBe(true);
    await expectNothingStored(page);
  });

  await test.step("ends a fetch on the server when its page is left, without a document", async () => {
    await page.goto("/documents/new");
    await address.fill(`${web.origin}/slow.pdf`);
    await fetchPdf.click();
    await expect.poll(() => web.waiting.length).toBe(1);
    const [asking] = web.waiting.splice(0);
    await page.getByRole("button", { name: "Cancel", exact: true }).click();
    await page.goto("/documents");
    await expect.poll(() => asking?.destroyed).toBe(true);
    await expectNothingStored(page);
  });

  await test.step("opens a new request titled after a PDF dropped anywhere on the documents page", async () => {
    await page.goto("/documents");
    // Any place on the page works, including its bottom.
    const file = { name: "Board minutes.pdf", type: "application/pdf", bytes: Buffer.from(onePage) };
    await dropFile(page, { ...file, offer: "Drop to start a request", over: "footer" });
    await expect(page.getByLabel("Document title")).toHaveValue("Board minutes");
  });

  await test.step("creates a draft from a web address, named after its file", async () => {
    await page.goto("/documents/new");
    await address.fill(`${web.origin}/Lease%202027.pdf?download=1`);
    await fetchPdf.click();
    await expect(page.getByLabel("Document title")).toHaveValue("Lease 2027");
  });
});
