-- Which column of a bank's CSV holds what, kept per account under a name. Before, it was kept by the headings alone; such
-- rows have no account and hold for any.
create table bank_csv_layouts (
  id bigint generated always as identity primary key,
  bank_account_id bigint references bank_accounts (id) on delete cascade,
  title text not null check (title <> ''),
  -- As the file has them; each empty where it has none.
  headings jsonb not null,
  -- Places from 0 by what they hold.
  columns jsonb not null,
  updated_by bigint references users (id),
  updated_at timestamptz not null,
  unique nulls not distinct (bank_account_id, title)
);

insert into bank_csv_layouts (title, headings, columns, updated_by, updated_at)
select 'CSV ' || row_number() over (order by updated_at, headings), to_jsonb(string_to_array(headings, '|')), columns,
  updated_by, updated_at
from bank_csv_columns;

drop table bank_csv_columns;
