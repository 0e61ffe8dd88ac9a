import type { Config } from '#server/config.ts'
import type { Files } from '#server/files.ts'
import type { Database } from '#server/db/db.ts'

/** What the outside world is to the product; handed in once, replaced in tests. */
export type Services = {
  config: Config
  database: Database
  clock: () => Date
  files: Files
}
