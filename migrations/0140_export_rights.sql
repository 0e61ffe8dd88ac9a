-- Rights that the columns of an export were shown by, beside that of its list: who has lost one no longer gets the file.
alter table exports add column needs text[] not null default '{}';
-- Donors stood unmasked for those who may change them.
update exports set needs = '{change_private_donations}' where list = 'private_donations' and query -> 'extra' -> 'unmasked' = 'true';
