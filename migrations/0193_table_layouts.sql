-- How a person has laid out a table: its columns in their order with the optional ones, and widths. What is hidden stays in
-- table_settings.
create table table_layouts (
  user_id bigint not null references users (id),
  table_name text not null,
  columns text[] not null,
  -- Pixels by column.
  widths jsonb not null default '{}' check (jsonb_typeof(widths) = 'object'),
  updated_at timestamptz not null,
  primary key (user_id, table_name)
);
