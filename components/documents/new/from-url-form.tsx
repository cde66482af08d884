import { Link2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState, type FormEvent } from "react";
import { Button } from "@/components/ui/button";
import { TextInput } from "@/components/ui/text-input";
import { readWebAddress } from "./title-of-url";

interface FromUrlFormProps {
  /** The address that was asked for last. */
  given: string;
  onFetch: (url: URL) => void;
  /** Another address is being typed: what was said of the last one is over. */
  onType: () => void;
}

/** Takes a PDF from an address of the web: the service fetches it. */
export function FromUrlForm({ given, onFetch, onType }: FromUrlFormProps) {
  const words = useTranslations("documents.fromUrl");
  const [typed, setTyped] = useState(given);
  const [isWrong, setWrong] = useState(false);

  function submit(event: FormEvent) {
    event.preventDefault();
    const url = readWebAddress(typed);
    setWrong(url === null);
    if (url) onFetch(url);
  }

  return (
    <form noValidate onSubmit={submit} className="mt-6 flex flex-wrap items-start gap-2">
      <TextInput
        label={words("label")}
        hint={words("hint")}
        type="url"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        maxLength={2048}
        placeholder="https://"
        value={typed}
        className="min-w-60 flex-1"
        error={isWrong && words("wrong")}
        onChange={(event) => {
          setTyped(event.target.value);
          setWrong(false);
          onType();
        }}
      />
      <Button type="submit" icon={<Link2 aria-hidden className="size-4" />} className="mt-6.5">
        {words("fetch")}
      </Button>
    </form>
  );
}
