-- Draws that many numbers of a series and returns the first; concurrent draws of the same year wait for the commit.
create or replace function draw_numbers(series text, of_year integer, n integer) returns integer language sql as $$
  insert into number_series (name, year, last) values (series, of_year, n)
  on conflict (name, year) do update set last = number_series.last + excluded.last
  returning last - n + 1
$$;
