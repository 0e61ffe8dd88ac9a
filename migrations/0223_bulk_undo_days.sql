-- How long a run can be undone as one is a period like the others: with the day from which it counts, in Settings.
insert into dated_settings (key, valid_from, value)
select 'bulk_undo_days', date '1900-01-01', bulk_undo_days from platform_features where bulk_undo_days <> 30
on conflict do nothing;
alter table platform_features drop column bulk_undo_days;
