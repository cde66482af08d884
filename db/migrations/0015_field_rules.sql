-- expand: rules, groups, hints, colour and time zone of fields
ALTER TABLE "elements" ADD COLUMN "colour" text;--> statement-breakpoint
ALTER TABLE "elements" ADD COLUMN "group_name" text;--> statement-breakpoint
ALTER TABLE "elements" ADD COLUMN "rules" jsonb;--> statement-breakpoint
ALTER TABLE "elements" ADD COLUMN "help" text;--> statement-breakpoint
ALTER TABLE "elements" ADD COLUMN "placeholder" text;--> statement-breakpoint
ALTER TABLE "elements" ADD COLUMN "time_zone" text;