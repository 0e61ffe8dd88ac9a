import { expect, test } from 'vitest'
import { type OurRecord, type RegisterEntry, type RegisterWarning, warningsOf } from './rules.ts'

const iban = 'DE89370400440532013000'
const entry: RegisterEntry = {
  checked_on: '2026-03-01',
  is_listed: true,
  notice_day: '2025-01-15',
  ibans: ['DE89 3704 0044 0532 0130 00', 'DE02120300000000202051'],
}
const ours: OurRecord = { exemption_kind: 'notice', exemption_date: '2025-01-15', iban }

test.each<[string, Partial<RegisterEntry>, Partial<OurRecord>, RegisterWarning[]]>([
  ['agrees', {}, {}, []],
  ['names another notice', { notice_day: '2022-05-02' }, {}, ['notice_day']],
  [
    'names a notice where the record has none',
    {},
    { exemption_kind: 'none', exemption_date: null },
    ['notice_day'],
  ],
  ['names no notice', { notice_day: null }, {}, []],
  [
    'is of a public body, which has no notice',
    {},
    { exemption_kind: 'public_body', exemption_date: null },
    [],
  ],
  ['lacks our account', {}, { iban: 'DE75512108001245126199' }, ['account']],
  ['names no account', { ibans: [] }, {}, []],
  ['is held against a record without an account', {}, { iban: '' }, []],
  ['is not there', { is_listed: false, notice_day: null, ibans: [] }, {}, ['not_listed']],
  ['was checked a year ago', { checked_on: '2025-11-27' }, {}, ['overdue']],
  ['was checked a day less than a year ago', { checked_on: '2025-11-28' }, {}, []],
  [
    'is old and differs in both',
    { checked_on: '2024-02-29', notice_day: '2022-05-02' },
    { iban: 'DE75512108001245126199' },
    ['overdue', 'notice_day', 'account'],
  ],
])('an entry that %s has these warnings', (_, their, our, warnings) => {
  expect(warningsOf({ ...entry, ...their }, { ...ours, ...our }, '2026-11-27')).toEqual(warnings)
})

test('an organization without a check shows that it has none', () => {
  expect(warningsOf(undefined, ours, '2026-11-27')).toEqual(['never_checked'])
})
