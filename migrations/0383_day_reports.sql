-- Reports of the day (CAMT.052) come in as statements whose day may not be over; the statement of the day tells their lines
-- again and stands in for them.
alter table bank_statements drop constraint bank_statements_format_check;
alter table bank_statements add constraint bank_statements_format_check
  check (format in ('camt.053', 'camt.052', 'mt940', 'csv'));
alter table bank_statements add is_day_report boolean not null default false;
