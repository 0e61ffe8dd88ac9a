-- What a provider's payout was told to be, so that the statement's line finds its payout by amount however it was spelled.
alter table intake_deliveries add paid_out_cents bigint check (paid_out_cents >= 0);

update intake_deliveries set paid_out_cents = (payload::json ->> 'amount_cents')::numeric
where type = 'paid_out' and state = 'applied';

create index intake_deliveries_paid_out on intake_deliveries (provider_id, paid_out_cents) where paid_out_cents is not null;
