-- What a list asks about proofs stands in this index: a filter or an ordering by proof reads it alone, instead of every
-- organization to its last column.
create index organizations_proof on organizations (exemption_kind, exemption_date, id)
  include (exemption_ends_on, status, review_status);
