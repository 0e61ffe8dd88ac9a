-- Lines of bank statements ask whose account it is.
create index organizations_by_iban on organizations (iban) where iban <> '';
