import { readInbox } from "@/e2e/browser/world/inbox";
import { newRequest } from "@/e2e/browser/world/seed";
import type { BenchWorld } from "./bench-world";
import { fiveTimes, type Figure } from "./figures";
import { textPdf } from "./sample-pdfs";

/** Time from the last digit of the code, which submits itself, to the message that the document is signed: 20 pages. */
export async function measureSigning(world: BenchWorld): Promise<Figure[]> {
  const pdf = textPdf(20);
  const values = await fiveTimes((round) => sign(world, pdf, round));
  return [{ name: 'sign to "Signed", 20 pages', unit: "ms", target: 2000, values }];
}

async function sign(world: BenchWorld, pdf: Buffer, round: number): Promise<number> {
  const { api, admin, requester, signer, origin } = world;
  const inbox = readInbox(api, admin);
  const request = await newRequest(api, admin, {
    requester,
    name: `Lease ${round}`,
    pdf,
    signers: [{ person: signer }],
  });
  const { page, close } = await world.open(signer);
  await page.goto(`${origin}/sign/${request.signers[0].link}`);
  await page.locator(".react-pdf__Page canvas").first().waitFor();
  const before = (await inbox.to(signer.email)).length;
  await page.getByRole("button", { name: "Sign document" }).click();
  const code = await inbox.codeOf(signer.email, before);
  const signed = page.evaluate(untilSigned);
  await page.getByLabel("Code", { exact: true }).fill(code);
  const ms = await signed;
  await close();
  return ms;
}

/** Runs in the page: from the input of the code to a heading that confirms the signature. */
function untilSigned(): Promise<number> {
  return new Promise((resolve) => {
    addEventListener(
      "input",
      () => {
        const from = performance.now();
        const look = (): void => {
          if (!/^(You signed this on|Everyone has signed)/.test(document.querySelector("h1")?.textContent ?? ""))
            return void requestAnimationFrame(look);
          resolve(performance.now() - from);
        };
        look();
      },
      { capture: true, once: true },
    );
  });
}
