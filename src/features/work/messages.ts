import { defineMessages } from '#shared/messages.ts'

/** Long work: how far it is, how it ended. */
export const workMessages = defineMessages({
  'work.of': ['{done} of {total}', '{done} von {total}'],
  'work.seconds_left': ['about {count}\u00a0s left', 'noch etwa {count}\u00a0s'],
  'work.minutes_left': ['about {count}\u00a0min left', 'noch etwa {count}\u00a0min'],
  'work.stop': ['Stop', 'Anhalten'],
  'work.title': ['Long work', 'Laufende Arbeiten'],
  'work.under_way': ['1 under way|{count} under way', '1 läuft|{count} laufen'],
  'work.ended': ['1 done|{count} done', '1 fertig|{count} fertig'],
  'work.about.import': ['Import “{about}”', 'Import „{about}“'],
  'work.about.bulk_run': ['Bulk run “{about}”', 'Sammellauf „{about}“'],
  'work.about.export': ['Export “{about}”', 'Export „{about}“'],
  'work.about.generation_run': ['Documents “{about}”', 'Dokumente „{about}“'],
  'work.about.statement_file': ['Bank statement “{about}”', 'Kontoauszug „{about}“'],
  'work.about.ledger_check': ['Ledger check', 'Buchungsprüfung'],
  'work.states.working': ['Under way', 'Läuft'],
  'work.states.done': ['Done', 'Fertig'],
  'work.states.failed': ['Failed', 'Fehlgeschlagen'],
  'work.states.stopped': ['Stopped', 'Angehalten'],
  'work.told.done': ['{what}: done', '{what}: fertig'],
  'work.told.failed': ['{what}: failed', '{what}: fehlgeschlagen'],
  'work.told.stopped': ['{what}: stopped', '{what}: angehalten'],
  'work.show_result': ['Show result', 'Ergebnis zeigen'],
  'work.show': ['Show', 'Ansehen'],
})
