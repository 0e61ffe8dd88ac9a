import type { Config } from './base/config.ts'
import type { Files } from './files/files.ts'
import type { Database } from '#server/db/db.ts'
import type { HandoverJournal } from './mail/handover-journal.ts'
import type { Searches } from './search/search-log.ts'
import type { MailTransport } from './mail/smtp.ts'

/** The product's connections to the outside world; passed in once, replaced in tests. */
export type Services = {
  config: Config
  database: Database
  clock: () => Date
  files: Files
  /** The transport of outgoing mails. */
  mail: MailTransport
  /** Mails that servers accepted and the database has not recorded yet. */
  notes: HandoverJournal
  /** Recorded searches that are not yet in the database. */
  searches: Searches
  /** Random number, 0 to 1: spreads retries. */
  random: () => number
}
