import { test as base } from "@/e2e/browser/fixtures";
import { startMessageServices, type MessageServices } from "./message-services";

/** Beside the server runs what it sends messages by: doubles of the services, for tests that point their server to them. */
export const test = base.extend<object, { services: MessageServices }>({
  services: [
    async ({}, use) => {
      const services = await startMessageServices();
      await use(services);
      await services.close();
    },
    { scope: "worker" },
  ],
});
