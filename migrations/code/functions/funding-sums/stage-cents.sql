-- The row's effect on a stage of its gift (product.md §10): allocated, settled, paid, arrived. Each includes the next
-- one; a claim reduces all of them, and its transaction also mirrors the arrival.
create or replace function stage_cents(stage text, purpose text, amount_cents bigint, reverses_id bigint) returns bigint
  language sql immutable parallel safe as $$
  select case stage
      when 'allocated' then case purpose when 'gift' then 1 when 'refund' then -1 when 'chargeback' then -1
        when 'claim' then -1 else 0 end
      when 'settled' then case purpose when 'settlement' then 1 when 'claim' then -1 else 0 end
      when 'paid' then case purpose when 'payout' then 1 when 'claim' then -1 else 0 end
      when 'arrived' then case purpose when 'arrival' then 1 else 0 end
    end * case when reverses_id is null then amount_cents else -amount_cents end
$$;
