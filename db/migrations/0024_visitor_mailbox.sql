-- expand: the mailbox that used a direct link
ALTER TABLE "direct_link_codes" ADD COLUMN "mailbox_hmac" text;