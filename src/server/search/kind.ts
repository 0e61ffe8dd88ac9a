import type { RawBuilder } from 'kysely'
import type { Permission } from '#shared/permissions.ts'
import type { WholeWords } from './whole-words.ts'

/** Something people look for by name: where its rows are and what they are called. */
export type SearchKind<Kind extends string = string> = {
  kind: Kind
  /** Without it nothing of this kind is found. */
  permission: Permission
  table: string
  /** The column behind the slug. */
  key: 'id' | 'slug' | 'number'
  /** What a result says; the slug is what its address is made of. */
  slug: RawBuilder<string>
  title: RawBuilder<string>
  subtitle: RawBuilder<string>
  /** The folded title, and other folded names a row may be meant by. */
  folded: RawBuilder<string>
  others: readonly RawBuilder<string>[]
  /** Folded columns with an index in the order of bytes: what begins with the words is found there first. */
  prefixes: readonly string[]
  /** The column under the unique index of the slug. */
  slugColumn?: string
  /** What else has to be true of its rows. */
  condition?: RawBuilder<boolean>
  /** What tells doubles apart, as one object; read of the rows that are answered only. */
  facts?: RawBuilder<object>
  /** Left out, every phrase asks for it. */
  asksFor?: (phrase: string) => boolean
  /** Of equals the newest comes first; the newest rows are looked at whatever else matches. */
  newestFirst?: boolean
  /** The words of its names that are like one that was typed, as a column `word`: what slips of the pen are mended with. */
  wordsLike?: (asked: string) => RawBuilder<unknown>
  /** Where its words stand in an index as wholes: several of them are looked for there. */
  wholeWords?: WholeWords
}
