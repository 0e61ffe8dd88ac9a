-- The usual counts answer the same filters as fast.
drop table project_coarse_counts;
drop type project_coarse_key;
