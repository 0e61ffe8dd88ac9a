-- What is still owed of a gift's refunds is read off its own account.
create index ledger_accounts_by_refund on ledger_accounts (funding_id) where funding_id is not null;
