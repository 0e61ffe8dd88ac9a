-- Money that was sent back: a line is matched with the ignored line whose money it sends back (product.md §10). Both lines say so.
alter table bank_line_parts drop constraint bank_line_parts_target_type_check;
alter table bank_line_parts add constraint bank_line_parts_target_type_check check (target_type in ('project',
  'private_donation', 'payout', 'recovery_claim', 'fees', 'bank_account', 'provider', 'bank_line'));
alter table bank_line_parts add column other_line_id bigint references bank_lines (id);
alter table bank_line_parts add constraint bank_line_parts_other_line check ((target_type = 'bank_line') = (other_line_id is not null));
-- Which ignored lines a line may send back.
create index bank_lines_ignored on bank_lines (bank_account_id, amount_cents) where state = 'ignored';
