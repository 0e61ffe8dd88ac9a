import type { RawBuilder } from 'kysely'
import type { Permission } from '#shared/permissions.ts'
import type { WholeWords } from './whole-words.ts'

export type SearchKind<Kind extends string = string> = {
  kind: Kind
  /** Required to find anything of this kind. */
  permission: Permission
  table: string
  /** The column behind the slug. */
  key: 'id' | 'slug' | 'number'
  /** The slug of a result, used in its address. */
  slug: RawBuilder<string>
  title: RawBuilder<string>
  subtitle: RawBuilder<string>
  /** The folded title, and other folded names of the row. */
  folded: RawBuilder<string>
  others: readonly RawBuilder<string>[]
  /** Folded columns with an index in byte order, for fast prefix matches. */
  prefixes: readonly string[]
  /** The column under the unique index of the slug. */
  slugColumn?: string
  /** A further condition on its rows. */
  condition?: RawBuilder<boolean>
  /** Facts that tell namesakes apart, as one object; read only for the returned rows. */
  facts?: RawBuilder<object>
  /** Whether a phrase may match this kind; without it, every phrase does. */
  asksFor?: (phrase: string) => boolean
  /** Among equals the newest comes first; the newest rows are always candidates. */
  newestFirst?: boolean
  /** Words of its names similar to a typed one, as a column `word`: used to correct typos. */
  wordsLike?: (asked: string) => RawBuilder<unknown>
  /** The index of whole words, used for several words. */
  wholeWords?: WholeWords
}
