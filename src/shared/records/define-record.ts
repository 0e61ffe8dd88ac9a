import { longestEmail } from '../email.ts'
import { longestIban } from '../iban.ts'
import type { Permission } from '../permissions.ts'
import type { PersonalPiece } from '../personal-data.ts'
import type { TextKey } from '../text-keys.ts'

/** A check that a text must pass in addition to its length limit. */
type Check = { passes: (text: string) => boolean; otherwise: TextKey }

/** The options of a field of any kind. Those without `?` have no default, so that each new field decides them. */
type Common = {
  label: TextKey
  hint?: TextKey
  /** Spans both columns of the form. */
  wide?: true
  /** `false` omits it from the read view, because another part of the page shows it. */
  read?: false
  /** `false` refuses it while the record is created. */
  whenCreated?: false
  /** Rows of the list have it too, as the contract of the row describes. */
  inRow?: true
  /** `second_person`: two people agreed to the value, so one person alone cannot undo it. */
  undo: 'restores' | 'second_person'
  /** Decides whether the record may receive money: undo is refused once it has received some since the change. */
  opensMoney?: true
  /** `list_column`: the list already has a column for it. */
  exported: 'own_column' | 'list_column' | 'nowhere'
  /** Heading of its own column where the label alone would be unclear. */
  exportHeading?: TextKey
  /** The field of an import that brings it in. */
  importedAs?: string
  /** The right that exporting and importing it need. */
  right?: Permission
  /** Shown masked to people without the right to see this piece of personal data. */
  personal?: { piece: PersonalPiece; masked: (value: string) => string }
  /** Whether a duplicate of the record gets it. */
  copied?: boolean
}

type Kinds = {
  text: {
    max: number
    /** The message where it is empty. */
    required?: TextKey
    check?: Check
    /** Normalizes the text typed into the form. */
    typed?: (text: string) => string
    initial?: string
    input?: 'tel' | 'url'
  }
  paragraph: { max: number; rows: number }
  email: { required?: 'when_created' }
  iban: object
  day: { placeholder?: TextKey }
  flag: object
  choice: {
    values: Readonly<Record<string | number, TextKey>>
    initial: string | number
    required?: true
  }
  /** Another record, by its slug; the room resolves it. */
  reference: { required?: TextKey }
  /** Shape, input and export are the room's own code. */
  own: object
}

/** One field of a record. */
export type FieldRecord = { [K in keyof Kinds]: Common & { kind: K } & Kinds[K] }[keyof Kinds]
export type FieldOf<K extends keyof Kinds> = Extract<FieldRecord, { kind: K }>

/** The fields of a record that people fill in, each declared once (docs/decisions/0084). */
export type RecordDeclaration = {
  name: 'organization' | 'project'
  table: 'organizations' | 'projects'
  fields: Readonly<Record<string, FieldRecord>>
  /** Parts of the form, in their order, each with its fields in theirs. */
  sections: Readonly<Record<string, { title: TextKey; hint?: TextKey; fields: readonly string[] }>>
  /** Columns of the table that are no field. */
  ownColumns: readonly string[]
  /** Values that separate acts change and an undo restores as well: decisions, the reviewer. */
  alsoRestored: readonly string[]
  /** Values that an audit event stores in addition to the fields, because they are overwritten together. */
  keptBeside: readonly string[]
}

/** The keys of a record's fields; of those of some kinds. */
export type FieldKey<R extends RecordDeclaration> = keyof R['fields'] & string
export type KeyOfKind<R extends RecordDeclaration, K extends keyof Kinds> = {
  [F in FieldKey<R>]: R['fields'][F]['kind'] extends K ? F : never
}[FieldKey<R>]
/** The keys of fields that have an option set to some value. */
export type KeyWith<R extends RecordDeclaration, Option> = {
  [F in FieldKey<R>]: R['fields'][F] extends Option ? F : never
}[FieldKey<R>]
/** Fields that are a column of the table; the others are references or the room's own. */
export type StoredKey<R extends RecordDeclaration> = Exclude<FieldKey<R>, KeyOfKind<R, 'reference' | 'own'>>
/** The names that an import has for fields of a record, or for some of them. */
export type ImportedAs<R extends RecordDeclaration, K extends FieldKey<R> = FieldKey<R>> = {
  [F in K]: R['fields'][F] extends { importedAs: infer Name extends string } ? Name : never
}[K]

export type ValueOf<F> = F extends { kind: 'text' | 'paragraph' | 'email' | 'iban' }
  ? string
  : F extends { kind: 'day' }
    ? string | null
    : F extends { kind: 'flag' }
      ? boolean
      : F extends { kind: 'choice'; values: infer V }
        ? keyof V
        : F extends { kind: 'reference'; required: TextKey }
          ? string
          : F extends { kind: 'reference' }
            ? string | null
            : never

type SectionFieldKey<R extends RecordDeclaration> = R['sections'][keyof R['sections']]['fields'][number]
/** Every field belongs to a section, and a section names only fields. */
type InSections<R extends RecordDeclaration> = [Exclude<FieldKey<R>, SectionFieldKey<R>>] extends [never]
  ? [Exclude<SectionFieldKey<R>, FieldKey<R>>] extends [never]
    ? unknown
    : { sections: { 'is no field': Exclude<SectionFieldKey<R>, FieldKey<R>> } }
  : { sections: { 'stands in no section': Exclude<FieldKey<R>, SectionFieldKey<R>> } }

/** Declares a record. A field that no section shows does not compile. */
export function defineRecord<const R extends RecordDeclaration>(record: R & InSections<R>): R {
  return record
}

/** The fields of a record with their keys, in the order they are declared in. */
export function fieldsOf<R extends RecordDeclaration>(record: R): [FieldKey<R>, FieldRecord][] {
  return Object.entries(record.fields) as [FieldKey<R>, FieldRecord][]
}

/** Fields with a column of the table that rows of the list do not have: a record's answer adds them to its row. */
export type DetailKey<R extends RecordDeclaration> = Exclude<StoredKey<R>, KeyWith<R, { inRow: true }>>
export const detailFieldsOf = <R extends RecordDeclaration>(record: R) =>
  fieldsOf(record).filter(([, { kind, inRow }]) => !inRow && kind !== 'reference' && kind !== 'own') as [
    DetailKey<R>,
    FieldRecord,
  ][]

/** A field by its name; undefined for other names, such as those of columns or additional fields. */
export function fieldAt(record: RecordDeclaration, key: string): FieldRecord | undefined {
  return Object.hasOwn(record.fields, key) ? record.fields[key] : undefined
}

/** The longest text that a field holds; undefined for fields without text. */
export function longestOf(field: FieldRecord): number | undefined {
  if (field.kind === 'text' || field.kind === 'paragraph') return field.max
  return field.kind === 'email' ? longestEmail : field.kind === 'iban' ? longestIban : undefined
}

/** The longest text of each import column, by the import's field name: the limit of the record. */
export function importLimits<R extends RecordDeclaration>(record: R): Record<ImportedText<R>, number> {
  const limits = fieldsOf(record).flatMap(([, field]) => {
    const longest = longestOf(field)
    return field.importedAs && longest !== undefined ? [[field.importedAs, longest]] : []
  })
  return Object.fromEntries(limits) as Record<ImportedText<R>, number>
}
type ImportedText<R extends RecordDeclaration> = ImportedAs<
  R,
  KeyOfKind<R, 'text' | 'paragraph' | 'email' | 'iban'>
>

/** The rights that importing some fields needs, by the import's name of the field. */
export function importRights(record: RecordDeclaration): Record<string, Permission> {
  return Object.fromEntries(
    fieldsOf(record).flatMap(([, { importedAs, right }]) =>
      importedAs && right ? [[importedAs, right]] : [],
    ),
  )
}
