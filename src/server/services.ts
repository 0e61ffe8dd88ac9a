import type { Config } from './base/config.ts'
import type { Files } from './files/files.ts'
import type { Database } from '#server/db/db.ts'
import type { Notes } from './mail/handover-journal.ts'
import type { Searches } from './search/search-log.ts'
import type { MailTransport } from './mail/smtp.ts'

/** What the outside world is to the product; handed in once, replaced in tests. */
export type Services = {
  config: Config
  database: Database
  clock: () => Date
  files: Files
  /** How mails leave the house. */
  mail: MailTransport
  /** What mail servers have taken, until the database knows. */
  notes: Notes
  /** Who searched for what, on its way into the database. */
  searches: Searches
  /** Chance, 0 to 1: spreads retries. */
  random: () => number
}
