-- Where the holder of an own account sits: banks ask for it once one of two accounts lies outside the EEA.
alter table bank_accounts
  add town text not null default '',
  add country text not null default '' check (country ~ '^([A-Z]{2})?$');
