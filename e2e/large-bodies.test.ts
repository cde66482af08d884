import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { setTimeout as pass } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { startServer, type StartedServer } from "./server";

let server: StartedServer | null = null;
afterEach(() => server?.stop());

test("eight requests of 34 MB at once are all done, and the process stays below 512 MB @exhaustive", async () => {
  const { origin, admin, pid } = (server = await startServer());
  const authorization = `Basic ${Buffer.from(`${admin.email}:${admin.password}`).toString("base64")}`;
  const body = JSON.stringify({
    file: { base64: scannedPage(25_000_000).toString("base64") },
    name: "契約書",
    users: [{ email: "bo@x.example" }],
  });
  // A server that is short of time refuses and says when to come back, which a client does.
  const post = async (): Promise<Response> => {
    const answer = await fetch(`${origin}/api/v1/request-signature`, {
      method: "POST",
      body,
      headers: { authorization, "content-type": "application/json" },
    });
    if (answer.status !== 503) return answer;
    await pass(Number(answer.headers.get("retry-after")) * 1000);
    return post();
  };
  const answers = await Promise.all(Array.from({ length: 8 }, post));
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200));
  const mostKilobytes = Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);
  expect(mostKilobytes).toBeLessThan(512 * 1024);
});

/** A PDF of one page that is one image of about `size` bytes. */
function scannedPage(size: number): Buffer {
  const side = Math.floor(Math.sqrt(size));
  const image = randomBytes(side * side);
  const parts: Buffer[] = [];
  const offsets: number[] = [];
  const length = (): number => parts.reduce((sum, part) => sum + part.length, 0);
  const write = (part: string | Buffer): number => parts.push(Buffer.from(part as string, "latin1"));
  const object = (number: number, ...content: (string | Buffer)[]): void => {
    offsets.push(length());
    [`${number} 0 obj\n`, ...content, "\nendobj\n"].forEach(write);
  };
  write("%PDF-1.7\n");
  object(1, "<</Type/Catalog/Pages 2 0 R>>");
  object(2, "<</Type/Pages/Kids[3 0 R]/Count 1>>");
  object(3, "<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</XObject<</I 4 0 R>>>>>>");
  object(
    4,
    `<</Type/XObject/Subtype/Image/Width ${side}/Height ${side}/BitsPerComponent 8/ColorSpace/DeviceGray/Length ${image.length}>>stream\n`,
    image,
    "\nendstream",
  );
  const start = length();
  const rows = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`);
  write(`xref\n0 5\n0000000000 65535 f \n${rows.join("")}trailer<</Size 5/Root 1 0 R>>\nstartxref\n${start}\n%%EOF\n`);
  return Buffer.concat(parts);
}
