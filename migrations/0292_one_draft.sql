-- The e-mail that a task of an ending proof has drafted is told once, where it can be changed and sent; descriptions from before
-- say that it is there in place of an older wording. What somebody else wrote into one stays.
update reminders set description = regexp_replace(regexp_replace(description,
    E'Draft of an e-mail to [^\\n]*:\\n\\nHello,\\n\\nyour notice of [^\\n]* so that gifts can still be confirmed\\.',
    'The e-mail that asks for it is drafted: “Write e-mail…”'),
    E'Entwurf einer E-Mail an [^\\n]*:\\n\\nGuten Tag,\\n\\n(der|Ihr) Bescheid vom [^\\n]* damit Zuwendungen weiter bestätigt werden können\\.',
    'Die E-Mail, die darum bittet, ist entworfen: „E-Mail schreiben…“')
where id in (select reminder_id from proof_tasks);
