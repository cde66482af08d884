-- expand: the subject of an invitation
ALTER TABLE "sign_requests" ADD COLUMN "subject" text;