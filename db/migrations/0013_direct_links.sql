-- expand: public links to templates, and the codes that visitors ask for there; the log of events names the link of a document
CREATE TABLE "direct_link_codes" (
	"id" serial PRIMARY KEY NOT NULL,
	"link_id" integer NOT NULL,
	"secret_hash" text NOT NULL,
	"recipient_hmac" text NOT NULL,
	"code_hmac" text NOT NULL,
	"wrong_tries" integer DEFAULT 0 NOT NULL,
	"network" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"superseded_at" timestamp (3) with time zone,
	"proved_at" timestamp (3) with time zone,
	"file_id" integer,
	"sign_request_id" integer,
	"used_at" timestamp (3) with time zone,
	CONSTRAINT "direct_link_codes_secret_hash_unique" UNIQUE("secret_hash")
);
--> statement-breakpoint
CREATE TABLE "direct_links" (
	"id" serial PRIMARY KEY NOT NULL,
	"template_id" integer NOT NULL,
	"name" text NOT NULL,
	"role" text NOT NULL,
	"version" integer,
	"people" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"is_on" boolean DEFAULT true NOT NULL,
	"ends_at" timestamp (3) with time zone,
	"max_uses" integer,
	"max_uses_per_day" integer,
	"max_uses_per_address" integer,
	"embed_origins" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"token_hash" text NOT NULL,
	"token_sealed" "bytea" NOT NULL,
	"uses" integer DEFAULT 0 NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "direct_links_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "direct_link_id" integer;--> statement-breakpoint
ALTER TABLE "direct_link_codes" ADD CONSTRAINT "direct_link_codes_link_id_direct_links_id_fk" FOREIGN KEY ("link_id") REFERENCES "public"."direct_links"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "direct_links" ADD CONSTRAINT "direct_links_template_id_templates_id_fk" FOREIGN KEY ("template_id") REFERENCES "public"."templates"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "direct_link_codes_link" ON "direct_link_codes" USING btree ("link_id","created_at");--> statement-breakpoint
CREATE INDEX "direct_link_codes_recipient" ON "direct_link_codes" USING btree ("link_id","recipient_hmac");--> statement-breakpoint
CREATE INDEX "direct_link_codes_network" ON "direct_link_codes" USING btree ("network","created_at");--> statement-breakpoint
CREATE INDEX "direct_link_codes_remembered" ON "direct_link_codes" USING btree ("expires_at") WHERE code_hmac <> '';--> statement-breakpoint
CREATE INDEX "direct_links_template" ON "direct_links" USING btree ("template_id","id") WHERE deleted_at is null;--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_direct_link_id_direct_links_id_fk" FOREIGN KEY ("direct_link_id") REFERENCES "public"."direct_links"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE OR REPLACE VIEW "event_log" AS
SELECT e.id, 'evt_' || replace(e.public_id::text, '-', '') AS public_id, e.account_id, e.position, e.file_id, e.sequence, e.type, e.at,
  coalesce(e.data, jsonb_strip_nulls(jsonb_build_object('fileId', e.file_id, 'uuid', f.uuid, 'status', e.status, 'name', e.name, 'sequence', e.sequence,
    'signRequestId', e.sign_request_id, 'sha256', encode(e.sha256, 'hex'), 'url', e.origin || '/documents/' || f.uuid,
    'directLinkId', f.direct_link_id))) AS data
FROM events e LEFT JOIN files f ON f.id = e.file_id;
