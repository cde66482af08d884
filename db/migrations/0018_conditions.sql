-- expand: conditions and calculations of fields
ALTER TABLE "elements" ADD COLUMN "show_when" text;--> statement-breakpoint
ALTER TABLE "elements" ADD COLUMN "require_when" text;--> statement-breakpoint
ALTER TABLE "elements" ADD COLUMN "calculate" text;--> statement-breakpoint
ALTER TABLE "elements" ADD COLUMN "signed_value" text;