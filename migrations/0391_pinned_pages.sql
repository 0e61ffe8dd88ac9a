-- Addresses of pages that a person keeps in the navigation, in the order in which they were pinned.
alter table users add column pinned_pages text[] not null default '{}';
