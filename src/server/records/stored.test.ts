import { expect, test } from 'vitest'
import { organizationRecord } from '#features/organizations/fields.ts'
import { projectRecord } from '#features/projects/fields.ts'
import { copiedColumns, detailColumns, presentFields } from './stored.ts'

test('a column that nobody declares, and a field without a column, do not compile', () => {
  expect(detailColumns(projectRecord)).toEqual(['description', 'starts_on'])
  const { fax, ...fields } = { ...projectRecord.fields, fax: projectRecord.fields.title }
  // @ts-expect-error -- there is no column `fax`
  detailColumns({ ...projectRecord, fields: { ...fields, fax } })
  // @ts-expect-error -- the other columns of the table are not declared
  detailColumns({ ...projectRecord, ownColumns: ['id'] as const })
})

test('a field of a copyable record that does not declare whether it is copied does not compile', () => {
  expect(copiedColumns(projectRecord)).toEqual([
    'title',
    'description',
    'funding_type',
    'starts_on',
    'ends_on',
  ])
  // @ts-expect-error -- an organization is never duplicated, so its fields do not declare `copied`
  copiedColumns(organizationRecord)
})

test('personal data is masked for people without the right to see it', () => {
  const { bank_account_holder, iban, bic } = presentFields(
    organizationRecord,
    {
      ...({} as Parameters<typeof presentFields<typeof organizationRecord>>[1]),
      bank_account_holder: 'Erika Muster',
      iban: 'DE89370400440532013000',
      bic: 'COBADEFFXXX',
    },
    { is_superuser: false, permissions: [] },
  )
  expect([bank_account_holder === 'Erika Muster', iban.endsWith('3000'), bic]).toEqual([false, true, ''])
})
