-- expand: a table of damaged stored parts, and an index of the events that report one
CREATE TABLE "damaged_parts" (
	"uuid" uuid NOT NULL,
	"sha256" text NOT NULL,
	"size" bigint NOT NULL,
	"problem" text NOT NULL,
	"template_id" integer,
	"attached_to" uuid,
	"found_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"checked_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "damaged_parts_uuid_sha256_pk" PRIMARY KEY("uuid","sha256")
);
--> statement-breakpoint
CREATE INDEX "damaged_parts_checked" ON "damaged_parts" USING btree ("checked_at");--> statement-breakpoint
CREATE INDEX "audit_events_integrity" ON "audit_events" USING btree ("at","file_id") WHERE type = 'integrity.failed';