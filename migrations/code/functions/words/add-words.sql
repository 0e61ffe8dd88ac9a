-- Whoever adds words holds this lock together with all others who do; the sweep takes it for itself, where nobody has it, so that
-- no word goes that a row on its way has found to be known (advisoryLocks.words).
create or replace function add_words() returns void language sql as $$ select pg_advisory_xact_lock_shared(7261110) $$;
