-- The usual counts of projects and the counts of organizations answer the same filters nearly as fast.
drop table project_coarse_counts;
drop type project_coarse_key;
-- Only databases of earlier versions have it.
drop function if exists add_up_organization_counts() cascade;
drop table organization_coarse_counts;
drop type organization_coarse_key;
