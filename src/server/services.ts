import type { Config } from '#server/config.ts'
import type { Files } from '#server/files.ts'
import type { Database } from '#server/db/db.ts'
import type { Notes } from '#server/handed-over.ts'
import type { Searches } from '#server/searches.ts'
import type { MailTransport } from '#server/smtp.ts'

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
