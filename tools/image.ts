import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { buildImage, startContainer, type Image } from "@/e2e/machines/container";
import { startExternalPostgres } from "@/e2e/machines/external-postgres";
import { allowGuests, guestJourney } from "@/e2e/machines/guest-journey";
import { persistentClient } from "@/e2e/machines/persistent-client";
import { makePdf } from "@/lib/pdf/testing/make-pdf";
import { pdfsig } from "@/lib/pdf/testing/outside-tools";
import { startRealS3 } from "@/lib/platform/blobs/testing/s3-server";

/**
 * `npm run test:image`: builds the whole Dockerfile with buildah, packages and pages included, starts it on a read-only
 * root with an external Postgres and S3 server, signs a document, kills it, restarts it and signs another. Then does
 * the same for the image with LibreOffice, with a DOCX file. Needs root. CI builds the image from pages that it has
 * already built (e2e/three-shapes.test.ts).
 */
const largestMegabytes = 450;
const docx = {
  body: readFileSync("lib/engine/office/testing/producers/libreoffice.docx"),
  type: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
};
const pdf = { body: makePdf({ pages: [{}] }), type: "application/pdf" };
const cleanUp: (() => Promise<void>)[] = [];

try {
  const image = await timedBuild("app", {});
  if (image.megabytes > largestMegabytes) throw new Error("the image is too large");
  const postgres = await startExternalPostgres();
  cleanUp.push(() => postgres.stop());
  const store = await startRealS3();
  cleanUp.push(() => store.stop());
  const environment = {
    DATABASE_URL: postgres.url,
    APP_SECRET: randomBytes(32).toString("hex"),
    ...store.environment("image"),
  };
  await signAroundKill(image, environment, pdf);
  // Its first stage is shared with `app`, so it is not built again.
  const office = await timedBuild("app-office", { built: image.root });
  await signAroundKill(office, environment, docx);
} finally {
  for (const end of cleanUp.toReversed()) await end();
}

async function timedBuild(target: "app" | "app-office", { built }: { built?: string }): Promise<Image> {
  const startedAt = performance.now();
  const image = await buildImage({ target, ...(built === undefined ? {} : { built }) });
  cleanUp.push(() => image.remove());
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
  const bar = target === "app" ? ` (at most ${String(largestMegabytes)})` : "";
  console.log(`${target}: built in ${seconds} s, ${String(image.megabytes)} MB${bar}, user ${image.config.user}`);
  return image;
}

async function signAroundKill(
  image: Image,
  environment: Record<string, string>,
  { body, type }: { body: Buffer; type: string },
): Promise<void> {
  const container = await startContainer(image, environment);
  try {
    const api = persistentClient(container.origin);
    await allowGuests(api, container.admin);
    const sign = async (name: string): Promise<void> => {
      const { uuid } = await guestJourney(api, container.admin, body, name, type);
      const verdicts = pdfsig(await api.bytes(`/file/${uuid}/content?version=current`, container.admin));
      if (verdicts.length !== 3 || verdicts.some(({ isValid }) => !isValid))
        throw new Error(`${name}: a signature is not valid`);
      console.log(`${name}: ${String(verdicts.length)} valid signatures`);
    };
    await sign("before the kill");
    await container.kill();
    await container.restart();
    await sign("after the kill");
  } finally {
    await container.stop();
  }
}
