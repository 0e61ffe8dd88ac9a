-- A session keeps the plan that a trigger's statement had when it first ran. Planned for the rows of an import, the totals
-- of a single gift would be found by reading all accounts there are: looking each row up is right for one as for thousands.
alter function total_fundings() set enable_hashjoin = off;
alter function total_fundings() set enable_mergejoin = off;
alter function total_fundings() set enable_seqscan = off;
alter function keep_project_balance() set enable_hashjoin = off;
alter function keep_project_balance() set enable_mergejoin = off;
alter function keep_project_balance() set enable_seqscan = off;
alter function keep_project_target() set enable_hashjoin = off;
alter function keep_project_target() set enable_mergejoin = off;
alter function keep_project_target() set enable_seqscan = off;
