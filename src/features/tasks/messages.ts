import { defineMessages } from '#shared/messages.ts'

export const taskMessages = defineMessages({
  'tasks.title_required': ['Enter a title', 'Gib einen Titel ein', 'Geben Sie einen Titel ein'],
  'tasks.title_too_long': [
    'Shorten the title to 64 characters',
    'Kürze den Titel auf 64 Zeichen',
    'Kürzen Sie den Titel auf 64 Zeichen',
  ],
  'tasks.due_required': [
    'Choose a due date',
    'Wähle ein Fälligkeitsdatum',
    'Wählen Sie ein Fälligkeitsdatum',
  ],
  'tasks.due_in_past': ['The due date lies in the past', 'Das Fälligkeitsdatum liegt in der Vergangenheit'],
  'tasks.due_too_far': [
    'A due date lies after the year 2199',
    'Ein Fälligkeitsdatum liegt nach dem Jahr 2199',
  ],
  'tasks.users_required': [
    'Choose at least one assignee',
    'Wähle mindestens eine zuständige Person',
    'Wählen Sie mindestens eine zuständige Person',
  ],
  'tasks.users_unknown': [
    'Only active staff can be assignees',
    'Zuständig sein können nur aktive Mitarbeitende',
  ],
  'tasks.target_unknown': ['This target does not exist', 'Dieses Ziel gibt es nicht'],
  'tasks.target_fixed': [
    'A task stays with the project or organization it was created for',
    'Eine Aufgabe bleibt bei dem Projekt oder der Organisation, für die sie angelegt wurde',
  ],
  'tasks.system': ['Almoner', 'Almoner'],
  'errors.task_not_resolvable': ['The task is already done', 'Die Aufgabe ist bereits erledigt'],
  'errors.task_not_reopenable': ['The task is still open', 'Die Aufgabe ist noch offen'],
  'errors.task_not_editable': [
    'A done task cannot be changed. Reopen it first.',
    'Eine erledigte Aufgabe lässt sich erst nach dem Wiederöffnen ändern.',
  ],
})
