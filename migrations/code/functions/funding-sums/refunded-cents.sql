-- The row's effect on the amount returned to givers.
create or replace function refunded_cents(purpose text, amount_cents bigint, reverses_id bigint) returns bigint
  language sql immutable parallel safe as $$
  select case when purpose in ('refund', 'chargeback') then case when reverses_id is null then amount_cents else -amount_cents end
    else 0 end
$$;
