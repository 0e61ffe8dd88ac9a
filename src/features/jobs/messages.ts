import { defineMessages } from '#shared/messages.ts'

/** Settings → Jobs. */
export const jobMessages = defineMessages({
  'errors.job_not_failed': [
    'Only a failed job can be tried again',
    'Nur ein fehlgeschlagener Auftrag lässt sich wiederholen',
  ],
  'jobs.state.queued': ['Queued', 'In der Warteschlange'],
  'jobs.state.running': ['Running', 'Läuft'],
  'jobs.state.failed': ['Failed', 'Fehlgeschlagen'],
  'jobs.state.done': ['Done', 'Erledigt'],
})
