"use client";

import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { ProblemNotice } from "@/components/ui/problem-notice";
import { DeliveryItem } from "./delivery-item";
import { useFileDeliveries, type DeliveryPage } from "./use-file-deliveries";

interface DocumentDeliveriesProps {
  uuid: string;
  first: DeliveryPage;
}

/** What other systems were told about the document, newest first, and what they answered. Not there when none is told. */
export function DocumentDeliveries({ uuid, first }: DocumentDeliveriesProps) {
  const words = useTranslations("documents.deliveries");
  const { deliveries, hasMore, problem, more, redeliver } = useFileDeliveries(uuid, first);
  if (deliveries.length === 0) return null;
  return (
    <Card title={words("title")}>
      {problem && <ProblemNotice problem={problem} className="mb-3" />}
      <ul className="-my-3 divide-y divide-hairline">
        {deliveries.map((delivery) => (
          <DeliveryItem key={delivery.id} delivery={delivery} onRedeliver={() => redeliver(delivery)} />
        ))}
      </ul>
      {hasMore && (
        <Button variant="quiet" className="mt-4" onClick={more}>
          {words("more")}
        </Button>
      )}
    </Card>
  );
}
