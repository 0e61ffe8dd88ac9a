-- What stands before every key that is ours alone where gifts are published as grants: registered with 360Giving by whoever
-- publishes.
alter table platform_features
  add grants360_prefix text not null default '360G-almoner' check (grants360_prefix ~ '^360G-[A-Za-z0-9_]{2,40}$');
