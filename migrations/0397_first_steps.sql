-- Which of the first steps a new person has taken; null once the list is gone. Those who work here already do not get it.
alter table users add first_steps text[] default '{}';
update users set first_steps = null;
