import type { Selectable } from 'kysely'
import {
  type DetailKey,
  detailFieldsOf,
  fieldsOf,
  type KeyWith,
  type RecordDeclaration,
  type StoredKey,
  type ValueOf,
} from '#shared/records/define-record.ts'
import type { Holder } from '#shared/permissions.ts'
import { sees } from '#shared/personal-data.ts'
import type { DB } from '../db/schema.ts'

type Columns<R extends RecordDeclaration> = Selectable<DB[R['table']]>
type Undeclared<R extends RecordDeclaration> =
  | Exclude<keyof Columns<R>, StoredKey<R> | R['ownColumns'][number]>
  | Exclude<StoredKey<R> | R['ownColumns'][number], keyof Columns<R>>

/**
 * The columns of a record's fields, except those that rows of its list have too. A column that is neither a field nor
 * declared as the table's own does not compile, nor does a field without a column.
 */
export function detailColumns<R extends RecordDeclaration>(
  record: R & ([Undeclared<R>] extends [never] ? unknown : { ownColumns: Undeclared<R> }),
): readonly DetailKey<R>[] {
  return detailFieldsOf<R>(record).map(([key]) => key)
}

/** A record's fields as the table keeps them, without those of a row of the list. */
export type StoredFields<R extends RecordDeclaration> = Pick<Columns<R>, DetailKey<R> & keyof Columns<R>> & {
  [K in KeyWith<R, { kind: 'choice' }> & DetailKey<R>]: ValueOf<R['fields'][K]>
}

/** The same in the API's format: personal data is masked for people who may not see it. */
export function presentFields<R extends RecordDeclaration>(
  record: R,
  row: { [K in DetailKey<R>]: ValueOf<R['fields'][K]> },
  user: Holder,
): { [K in DetailKey<R>]: ValueOf<R['fields'][K]> } {
  return Object.fromEntries(
    detailFieldsOf(record).map(([key, { personal }]) => {
      const value = row[key]
      return [key, personal && !sees(user, personal.piece) ? personal.masked(value as string) : value]
    }),
  ) as { [K in DetailKey<R>]: ValueOf<R['fields'][K]> }
}

type Undecided<R extends RecordDeclaration> = Exclude<StoredKey<R>, KeyWith<R, { copied: boolean }>>

/** The columns that a duplicate of a record gets. A field that does not say whether it is copied does not compile. */
export function copiedColumns<R extends RecordDeclaration>(
  record: R &
    ([Undecided<R>] extends [never] ? unknown : { fields: Record<Undecided<R>, { copied: boolean }> }),
): readonly (KeyWith<R, { copied: true }> & StoredKey<R>)[] {
  return fieldsOf<R>(record)
    .filter(([, { kind, copied }]) => copied && kind !== 'reference' && kind !== 'own')
    .map(([key]) => key as KeyWith<R, { copied: true }> & StoredKey<R>)
}
