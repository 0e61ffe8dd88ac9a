-- Who reads tasks need not see claims: the tasks that remind of one name neither its amount nor its reason any more.
update reminders task
set title = case when task.title like 'Recover %' then 'Recover money that was paid out'
    else 'Ausgezahltes Geld zurückholen' end,
  description = case when task.title like 'Recover %' then 'Amount and reason stand in the recovery claims of the project.'
    else 'Betrag und Grund stehen in den Rückforderungen zum Projekt.' end
where task.id in (select reminder_id from recovery_claims)
  and (task.title like 'Recover %' or task.title like '%zurückholen');
