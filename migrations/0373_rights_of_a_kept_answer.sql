-- The rights of whoever a kept answer was given to: it is given again only to who still has them. Answers from before say
-- nothing of it and are not repeated.
alter table idempotency_keys add held text[];
