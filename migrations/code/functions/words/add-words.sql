-- Writers of words share this lock; the sweep takes it exclusively, and only when it is free, so that no word is
-- deleted that an uncommitted row has found to exist (advisoryLocks.words).
create or replace function add_words() returns void language sql as $$ select pg_advisory_xact_lock_shared(7261110) $$;
