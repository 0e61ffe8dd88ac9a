-- A person renames a layout on the version that was shown.
alter table bank_csv_layouts add column version integer not null default 1;
