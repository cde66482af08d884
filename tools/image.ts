import { randomBytes } from "node:crypto";
import { buildImage, startContainer } from "@/e2e/machines/container";
import { startExternalPostgres } from "@/e2e/machines/external-postgres";
import { allowGuests, guestJourney } from "@/e2e/machines/guest-journey";
import { persistentClient } from "@/e2e/machines/persistent-client";
import { makePdf } from "@/lib/pdf/testing/make-pdf";
import { pdfsig } from "@/lib/pdf/testing/outside-tools";
import { startRealS3 } from "@/lib/platform/blobs/testing/s3-server";

/**
 * `npm run test:image`: builds the whole Dockerfile by buildah, with packages and pages made in the image, starts it on a read-only root with a Postgres
 * and an S3 server outside, signs a document, kills it, starts it again and signs another. Needs root. CI builds the image from the pages that it has
 * already (e2e/three-shapes.test.ts).
 */
const largestMegabytes = 450;
const cleanUp: (() => Promise<void>)[] = [];

try {
  const startedAt = performance.now();
  const image = await buildImage();
  cleanUp.push(() => image.remove());
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
  console.log(
    `built in ${seconds} s, ${String(image.megabytes)} MB (at most ${String(largestMegabytes)}), user ${image.config.user}`,
  );
  if (image.megabytes > largestMegabytes) throw new Error("the image is too large");
  const postgres = await startExternalPostgres();
  cleanUp.push(() => postgres.stop());
  const store = await startRealS3();
  cleanUp.push(() => store.stop());
  const container = await startContainer(image, {
    DATABASE_URL: postgres.url,
    APP_SECRET: randomBytes(32).toString("hex"),
    ...store.environment("image"),
  });
  cleanUp.push(() => container.stop());
  const api = persistentClient(container.origin);
  await allowGuests(api, container.admin);
  const sign = async (name: string): Promise<void> => {
    const { uuid } = await guestJourney(api, container.admin, makePdf({ pages: [{}] }), name);
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
  for (const end of cleanUp.toReversed()) await end();
}
