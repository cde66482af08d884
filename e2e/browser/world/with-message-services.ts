import { test as base } from "@/e2e/browser/fixtures";
import { startMessageServices, type MessageServices } from "./message-services";

/** Runs doubles of the message services beside the server, for tests that point their server at them. */
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
