-- The task that reminds of a claim for money that is to come back; one for all claims of one defunding.
alter table recovery_claims add reminder_id bigint references reminders (id) on delete set null;
create index recovery_claims_by_reminder on recovery_claims (reminder_id) where reminder_id is not null;
