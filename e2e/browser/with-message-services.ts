import { startMessageServices, type MessageServices } from "@/e2e/browser/world/message-services";
import { test as base } from "./fixtures";

/** Runs test doubles of the message services beside the server, for tests that configure their server to use them. */
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
