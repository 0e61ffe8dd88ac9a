import { defineMessages } from '#shared/messages.ts'

/** Settings → Jobs. */
export const jobMessages = defineMessages({
  'errors.job_not_failed': [
    'Only a failed job can be tried again',
    'Nur ein fehlgeschlagener Auftrag lässt sich wiederholen',
  ],
  'jobs.search': ['Search jobs', 'Aufträge durchsuchen'],
  'jobs.none_hint': [
    'Whatever runs in the background appears here by itself.',
    'Was im Hintergrund läuft, steht hier von selbst.',
  ],
  'jobs.none_yet': ['No jobs yet', 'Noch keine Aufträge'],
  'jobs.none_match': ['No jobs match', 'Keine passenden Aufträge'],
  'jobs.job': ['Job', 'Auftrag'],
  'jobs.error': ['Error', 'Fehler'],
  'jobs.retries': ['Repeats', 'Wiederholungen'],
  'jobs.starts_at': ['Starts', 'Beginn'],
  'jobs.finished_at': ['Finished', 'Ende'],
  'jobs.retried': ['The job is tried again', 'Der Auftrag wird wiederholt'],
  'jobs.retry_failed': ['Failed to retry the job', 'Auftrag konnte nicht wiederholt werden'],
  'jobs.name.bank_statements.import': ['Read a bank statement', 'Kontoauszug einlesen'],
  'jobs.name.bank_statements.match': ['Match a bank statement', 'Kontoauszug zuordnen'],
  'jobs.name.emails.forget_secrets': ['Forget old sign-in links', 'Alte Anmeldelinks vergessen'],
  'jobs.name.organizations.register_checks': [
    'Tasks for register checks that are due',
    'Aufgaben zu fälligen Registerabfragen',
  ],
  'jobs.name.projects.bulk': ['Bulk run over projects', 'Sammellauf über Projekte'],
  'jobs.name.exports.build': ['Make an export', 'Export erstellen'],
  'jobs.name.exports.remove_expired': ['Remove old exports', 'Alte Exporte entfernen'],
  'jobs.name.imports.remove_abandoned': ['Remove abandoned imports', 'Aufgegebene Importe entfernen'],
  'jobs.name.imports.work': ['Work through an import', 'Import verarbeiten'],
  'jobs.name.nightly.begin_day': ['Begin the day', 'Tagesbeginn'],
  'jobs.name.payouts.settle': ['Nightly settlement', 'Nächtliche Abrechnung'],
  'jobs.name.nightly.tidy_up': ['Tidy up', 'Aufräumen'],
  'jobs.name.tasks.due_today': ['Mail about tasks due today', 'E-Mails zu heute fälligen Aufgaben'],
  'jobs.state.queued': ['Queued', 'In der Warteschlange'],
  'jobs.state.running': ['Running', 'Läuft'],
  'jobs.state.failed': ['Failed', 'Fehlgeschlagen'],
  'jobs.state.done': ['Done', 'Erledigt'],
})
