-- expand: roles of the people of a request, and the pages that viewers had on screen
CREATE TABLE "pages_seen" (
	"sign_request_id" integer NOT NULL,
	"page" integer NOT NULL,
	"seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "pages_seen_sign_request_id_page_pk" PRIMARY KEY("sign_request_id","page")
);
--> statement-breakpoint
ALTER TABLE "sign_requests" ADD COLUMN "role" text DEFAULT 'signer' NOT NULL;--> statement-breakpoint
ALTER TABLE "sign_requests" ADD COLUMN "copy_at" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "pages_seen" ADD CONSTRAINT "pages_seen_sign_request_id_sign_requests_id_fk" FOREIGN KEY ("sign_request_id") REFERENCES "public"."sign_requests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_requests" ADD CONSTRAINT "sign_requests_status_of_role" CHECK (role = 'signer' and status in ('draft', 'pending', 'waiting', 'signed', 'declined', 'cancelled', 'expired') or role = 'approver' and status in ('draft', 'pending', 'waiting', 'approved', 'declined', 'cancelled', 'expired') or role = 'viewer' and status in ('draft', 'pending', 'waiting', 'viewed', 'cancelled', 'expired') or role = 'cc' and status in ('draft', 'waiting', 'copied', 'cancelled', 'expired'));--> statement-breakpoint
ALTER TABLE "sign_requests" ADD CONSTRAINT "sign_requests_copies" CHECK ((role = 'cc') = (copy_at <> '[]'::jsonb));