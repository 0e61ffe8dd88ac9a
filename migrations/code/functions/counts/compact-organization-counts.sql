create or replace function compact_organization_counts() returns void language sql as $$
  select compact_counts('organization_counts', 'organization_count_key')
$$;
