import {
  type FieldKey,
  type FieldRecord,
  fieldsOf,
  type ImportedAs,
  type KeyOfKind,
  type KeyWith,
  type RecordDeclaration,
  type StoredKey,
} from '#shared/records/define-record.ts'
import type { Locale } from '#shared/messages.ts'
import { textOf } from '#server/base/texts.ts'
import type { FieldColumn, ImportColumn } from './list-export.ts'
import { yesOrNo } from './yes-or-no.ts'

/** Fields with their own column whose value only the feature can format. */
type HandMade<R extends RecordDeclaration> = KeyOfKind<R, 'reference' | 'own'> &
  KeyWith<R, { exported: 'own_column' }>
type Stored<R extends RecordDeclaration> = { record: Record<StoredKey<R>, unknown> }

/** The columns of a record's fields in an export of all fields; `behind` adds further columns after that of a field. */
export function fieldColumns<R extends RecordDeclaration, Row extends Stored<R>>(
  record: R,
  values: Record<HandMade<R>, FieldColumn<Row>['value']>,
  behind: Partial<Record<FieldKey<R>, readonly FieldColumn<Row>[]>>,
): FieldColumn<Row>[] {
  const given: Partial<Record<string, FieldColumn<Row>['value']>> = values
  return fieldsOf(record).flatMap(([key, field]): FieldColumn<Row>[] => {
    if (field.exported !== 'own_column') return []
    const column: FieldColumn<Row> = {
      heading: field.exportHeading ?? field.label,
      kind: field.kind === 'day' ? 'day' : 'text',
      value:
        given[key] ?? ((row, locale) => written(field, row.record[key as unknown as StoredKey<R>], locale)),
      ...(field.right && { right: field.right }),
      ...((field.kind === 'paragraph' || field.kind === 'own') && { width: 60 }),
    }
    return [column, ...(behind[key] ?? [])]
  })
}

function written(field: FieldRecord, value: unknown, locale: Locale): string | null {
  if (field.kind === 'flag') return yesOrNo(value as boolean, locale)
  if (field.kind === 'choice') return textOf(locale, field.values[value as string | number]!)
  return value as string | null
}

type Imported<R extends RecordDeclaration> = ImportedAs<
  R,
  KeyOfKind<R, 'text' | 'paragraph' | 'email' | 'iban' | 'day'>
>

/** The columns from which an import reads a record's texts and days, under the import's names. */
export function importedColumns<R extends RecordDeclaration, Row extends Stored<R>>(
  record: R,
): Record<Imported<R>, ImportColumn<Row>> {
  return Object.fromEntries(
    fieldsOf(record).flatMap(([key, { kind, importedAs, right }]) =>
      importedAs === undefined
        ? []
        : [
            [
              importedAs,
              {
                kind: kind === 'day' ? 'day' : 'text',
                value: (row: Row) => row.record[key as unknown as StoredKey<R>],
                ...(right && { right }),
              },
            ],
          ],
    ),
  ) as unknown as Record<Imported<R>, ImportColumn<Row>>
}
