"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { FormProblem } from "@/components/account/form-problem";
import { useSubmit } from "@/components/account/use-submit";
import { violationOf } from "@/components/api/api-problem";
import { callApi } from "@/components/api/call";
import { useViolationWords } from "@/components/api/use-violation-words";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Dialog } from "@/components/ui/dialog";
import { TextInput } from "@/components/ui/text-input";

interface NewWebhookDialogProps {
  eventNames: readonly string[];
  onMade: (secret: string) => void;
  onClose: () => void;
}

/** Asks for an address and for what it is to be told. */
export function NewWebhookDialog({ eventNames, onMade, onClose }: NewWebhookDialogProps) {
  const words = useTranslations("developers.newWebhook");
  const say = useViolationWords();
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
    <Dialog open onOpenChange={(open) => !open && onClose()} title={words("title")}>
      <form onSubmit={onSubmit} className="flex flex-col gap-4">
        <TextInput
          label={words("url")}
          hint={words("urlHint")}
          type="url"
          required
          maxLength={2048}
          value={url}
          error={say(violationOf(problem, "/url"))}
          onChange={(event) => setUrl(event.target.value)}
        />
        <TextInput
          label={words("description")}
          required={false}
          maxLength={255}
          value={description}
          error={say(violationOf(problem, "/description"))}
          onChange={(event) => setDescription(event.target.value)}
        />
        <fieldset className="flex flex-col gap-2">
          <legend className="mb-1.5 text-ui font-medium">{words("events")}</legend>
          <Checkbox label={words("all")} checked={isAll} onChange={(event) => setAll(event.target.checked)} />
          {!isAll && (
            <div className="grid gap-1 border-s-2 border-hairline ps-4 sm:grid-cols-2">
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
          {isNothing && <p className="text-caption text-danger">{words("eventMissing")}</p>}
        </fieldset>
        <FormProblem problem={problem} fields={["/url", "/description"]} />
        <div className="flex justify-end">
          <Button type="submit" variant="primary" busy={isBusy} disabled={isNothing}>
            {words("make")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
