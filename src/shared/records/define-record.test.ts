import { expect, test } from 'vitest'
import { type FieldRecord, defineRecord, importLimits, importRights } from './define-record.ts'

const declared = {
  name: 'organization',
  table: 'organizations',
  ownColumns: [],
  alsoRestored: [],
  keptBeside: [],
} as const
const city = {
  kind: 'text',
  max: 200,
  label: 'organizations.fields.city',
  importedAs: 'organization_city',
  undo: 'restores',
  exported: 'own_column',
} as const
const title = 'organizations.sections.address'

test('a declaration with a field in no section, or a section with no such field, does not compile', () => {
  const right = defineRecord({
    ...declared,
    fields: { city },
    sections: { address: { title, fields: ['city'] } },
  })
  expect(Object.keys(right.fields)).toEqual(['city'])
  // @ts-expect-error -- the field belongs to no section
  defineRecord({ ...declared, fields: { city }, sections: { address: { title, fields: [] } } })
  // @ts-expect-error -- the section names a field that does not exist
  defineRecord({ ...declared, fields: { city }, sections: { address: { title, fields: ['city', 'fax'] } } })
})

test('a field that does not say whether it is undone and exported does not compile', () => {
  const { undo: _undo, ...withoutUndo } = city
  const { exported: _exported, ...withoutExport } = city
  // @ts-expect-error -- undo has no default
  const first: FieldRecord = withoutUndo
  // @ts-expect-error -- exported has no default
  const second: FieldRecord = withoutExport
  expect([first, second]).toHaveLength(2)
})

test('an import accepts texts as long as the record, and requires the right of the field', () => {
  const record = defineRecord({
    ...declared,
    fields: {
      city,
      iban: {
        kind: 'iban',
        label: 'organizations.fields.iban',
        importedAs: 'organization_iban',
        right: 'change_organizations',
        undo: 'second_person',
        exported: 'own_column',
      },
    },
    sections: { address: { title, fields: ['city', 'iban'] } },
  })
  expect(importLimits(record)).toEqual({ organization_city: 200, organization_iban: 42 })
  expect(importRights(record)).toEqual({ organization_iban: 'change_organizations' })
})
