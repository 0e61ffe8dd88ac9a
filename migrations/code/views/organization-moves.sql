-- The effect of each ledger row on the organization of its project.
create or replace view organization_moves as
select project.organization_id, funding.project_id, row.business_day,
  (entry.created_at at time zone 'Europe/Berlin')::date as posted_on, received_cents as allocated,
  stage_cents('settled', purpose, row.amount_cents, row.reverses_id) as settled,
  stage_cents('paid', purpose, row.amount_cents, row.reverses_id) as paid,
  stage_cents('arrived', purpose, row.amount_cents, row.reverses_id) as arrived,
  refunded_cents(purpose, row.amount_cents, row.reverses_id) as refunded
from ledger_rows row join ledger_transactions entry on entry.id = row.transaction_id
join fundings funding on funding.id = row.funding_id join projects project on project.id = funding.project_id;
