-- Lower-case hexadecimal SHA-256 of a text.
create or replace function sha256_hex(value text) returns text
  language sql immutable parallel safe strict as $$
  select encode(sha256(convert_to(value, 'UTF8')), 'hex')
$$;
