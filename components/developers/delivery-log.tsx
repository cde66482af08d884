"use client";

import { ChevronDown, ChevronRight } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { ProblemNotice } from "@/components/ui/problem-notice";
import { DeliveryRow } from "./delivery-row";
import { useDeliveries } from "./use-deliveries";
import type { Endpoint } from "./wire";

interface DeliveryLogProps {
  endpoint: Endpoint;
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
}

/** What was sent to an endpoint; asked for when it is opened, and again while something is under way. */
export function DeliveryLog({ endpoint: { id, url }, isOpen, onOpen }: DeliveryLogProps) {
  const words = useTranslations("developers.deliveries");
  const { deliveries, hasMore, problem, reload, more, redeliver } = useDeliveries(id, isOpen);
  const Icon = isOpen ? ChevronDown : ChevronRight;
  return (
    <div className="mt-2">
      <Button
        variant="quiet"
        aria-expanded={isOpen}
        aria-label={words("showLabel", { url })}
        icon={<Icon aria-hidden className="size-4" />}
        onClick={() => onOpen(!isOpen)}
      >
        {words("show")}
      </Button>
      {isOpen && (
        <div className="mt-2 rounded-card border border-hairline p-3">
          {problem && <ProblemNotice problem={problem} onRetry={reload} className="mb-3" />}
          {deliveries?.length === 0 && <p className="text-muted">{words("none")}</p>}
          {deliveries && deliveries.length > 0 && (
            <ul className="divide-y divide-hairline">
              {deliveries.map((delivery) => (
                <DeliveryRow key={delivery.id} delivery={delivery} onRedeliver={() => redeliver(delivery.id)} />
              ))}
            </ul>
          )}
          <div className="mt-2 flex flex-wrap gap-2">
            <Button variant="quiet" onClick={reload}>
              {words("reload")}
            </Button>
            {hasMore && (
              <Button variant="quiet" onClick={more}>
                {words("more")}
              </Button>
            )}
          </div>
        </div>
      )}
    </div>
  );
}
