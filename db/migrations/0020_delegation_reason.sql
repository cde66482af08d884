-- expand: the reason of a delegation
ALTER TABLE "sign_requests" ADD COLUMN "delegation_reason" text;