"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { callApi, violationOf } from "@/components/api/call";
import { FormProblem, useViolationText } from "@/components/api/problem-notice";
import { useSubmit } from "@/components/api/use-action";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Checkbox, TextInput } from "@/components/ui/inputs";

interface NewWebhookDialogProps {
  eventNames: readonly string[];
  onMade: (secret: string) => void;
  onClose: () => void;
}

/** Asks for a URL and for the events to send. */
export function NewWebhookDialog({ eventNames, onMade, onClose }: NewWebhookDialogProps) {
  const t = useTranslations("developers.newWebhook");
  const violationText = useViolationText();
  const [url, setUrl] = useState("");
  const [description, setDescription] = useState("");
  const [isAll, setAll] = useState(true);
  const [events, setEvents] = useState<readonly string[]>([]);
  const { isBusy, problem, onSubmit } = useSubmit(async () => {
    const chosen = isAll ? {} : { events };
    const made = await callApi<{ secret: string }>("POST", "/webhooks", {
      json: { url, ...chosen, ...(description.trim() === "" ? {} : { description }) },
    });
    onMade(made.secret);
  });
  const isNothing = !isAll && events.length === 0;
  return (
    <Dialog open width="medium" onOpenChange={(open) => !open && onClose()} title={t("title")}>
      <form onSubmit={onSubmit} className="flex flex-col gap-4">
        <TextInput
          label={t("url")}
          hint={t("urlHint")}
          type="url"
          required
          maxLength={2048}
          value={url}
          error={violationText(violationOf(problem, "/url"))}
          onChange={(event) => setUrl(event.target.value)}
        />
        <TextInput
          label={t("description")}
          required={false}
          maxLength={255}
          value={description}
          error={violationText(violationOf(problem, "/description"))}
          onChange={(event) => setDescription(event.target.value)}
        />
        <fieldset className="flex flex-col gap-2">
          <legend className="mb-1.5 text-ui font-medium">{t("events")}</legend>
          <Checkbox label={t("all")} checked={isAll} onChange={(event) => setAll(event.target.checked)} />
          {!isAll && (
            <div className="grid gap-x-4 gap-y-1 border-s-2 border-hairline ps-4 sm:grid-cols-[auto_1fr]">
              {eventNames.map((name) => (
                <Checkbox
                  key={name}
                  label={<code className="font-mono text-caption">{name}</code>}
                  checked={events.includes(name)}
                  onChange={(event) =>
                    setEvents(
                      eventNames.filter((other) => (other === name ? event.target.checked : events.includes(other))),
                    )
                  }
                />
              ))}
            </div>
          )}
          {isNothing && <p className="text-caption text-muted">{t("eventMissing")}</p>}
        </fieldset>
        <FormProblem problem={problem} fields={["/url", "/description"]} />
        <div className="flex justify-end">
          <Button type="submit" variant="primary" busy={isBusy} disabled={isNothing}>
            {t("make")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
