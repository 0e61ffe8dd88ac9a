import { expect, test } from 'vitest'
import { testsFor } from './test-changed.ts'

const sources: Record<string, string> = {
  'src/features/gifts/server/list.test.ts': "import { testApp } from '#test/app.ts'",
  'src/features/gifts/web/list.test.tsx': '',
  'src/server/money.test.ts': "import { sum } from './money.ts'",
  'src/web/later.test.ts': "const { late } = await import('#server/money.ts')",
  'src/features/gifts/server/queries.ts': "import { sum } from '#server/money.ts'\nimport '../rules.ts'",
  'src/features/gifts/rules.ts': '',
  'src/features/gifts/contract.ts': '',
  'src/app/contracts.ts': "import * as gifts from '#features/gifts/contract.ts'",
  'src/app/server/routes.ts': "import { contracts } from '../contracts.ts'",
  'src/app/server/routes.test.ts': "import { all } from './routes.ts'",
  'src/server/cents.ts': '',
  'src/server/money.ts': "import { cents } from './cents.ts'",
  'test/boundaries.test.ts': '',
}
const chosen = (...changed: string[]) =>
  testsFor(changed, Object.keys(sources), (file) => sources[file]!).filter(
    (test) => test !== 'test/boundaries.test.ts',
  )

test('a feature’s file selects the tests of its folder', () => {
  expect(chosen('src/features/gifts/server/queries.ts')).toEqual(['src/features/gifts/server/list.test.ts'])
})

test('any other file selects the tests that import it, by alias or relative path, static or dynamic', () => {
  expect(chosen('src/server/money.ts')).toEqual(['src/server/money.test.ts', 'src/web/later.test.ts'])
  expect(chosen('test/app.ts')).toEqual(['src/features/gifts/server/list.test.ts'])
})

test('a file without tests selects those of its importers, or of theirs', () => {
  expect(chosen('src/server/cents.ts')).toEqual(['src/server/money.test.ts', 'src/web/later.test.ts'])
  expect(chosen('src/features/gifts/rules.ts')).toEqual(['src/features/gifts/server/list.test.ts'])
  expect(chosen('src/features/gifts/contract.ts')).toEqual(['src/app/server/routes.test.ts'])
  expect(chosen('src/web/unused.ts')).toEqual([])
})

test('a changed test selects itself, and the architecture tests always run', () => {
  expect(chosen('src/server/money.test.ts')).toEqual(['src/server/money.test.ts'])
  expect(testsFor([], Object.keys(sources), (file) => sources[file]!)).toEqual(['test/boundaries.test.ts'])
})
