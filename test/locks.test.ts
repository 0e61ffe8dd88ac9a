import { expect, test } from 'vitest'
import { sourceFiles, sourceOf } from '../scripts/imports.ts'

/** Places that lock rows `for update`, which blocks referring rows: rows to be removed (docs/decisions/0020). */
const removing = {
  'features/imports/server/undo/work.ts': 'projects and organizations that go with their import',
  'features/private-donations/server/rhythms.ts': 'notes that are taken off their list',
  'server/db/locks.ts': 'says it for whoever locks for removal',
}

/** Places that begin a transaction without `inTransaction`, which retries after a deadlock. */
const beginning = {
  'features/imports/server/progress.ts': 'may take long; what applies an import runs it again by itself',
  'features/logs/server/ledger-checks/runs.ts': 'reads one moment, locks nothing',
  'features/statistics/server/queries.ts': 'reads one moment, locks nothing',
  'server/audit/seals.ts': 'one sealer at a time, who tries its lock and waits for nobody',
  'server/db/database-code.ts':
    'under the lock of migrations; the start that failed is tried again by whoever starts it',
  'server/db/transaction.ts': 'is that function',
}

const filesWith = (pattern: RegExp) => sourceFiles.filter((file) => pattern.test(codeOf(file)))
const codeOf = (file: string) => sourceOf(file).replaceAll(/^\s*(?:\/\/|\/?\*).*$/gm, '')

test('rows are locked for update only before a removal', () => {
  expect(filesWith(/\bfor\s+update\b|\bforUpdate\(/i)).toEqual(Object.keys(removing))
})

test('transactions start with inTransaction, except for documented cases', () => {
  expect(filesWith(/\.transaction\(\)/)).toEqual(Object.keys(beginning))
})
