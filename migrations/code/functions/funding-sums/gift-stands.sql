create or replace function gift_stands(state text) returns boolean language sql immutable parallel safe as $$
  select state in ('confirmed', 'settled', 'paid_out')
$$;
