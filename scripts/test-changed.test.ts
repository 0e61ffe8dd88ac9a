import { expect, test } from 'vitest'
import { testsFor } from './test-changed.ts'

const sources: Record<string, string> = {
  'src/features/gifts/server/list.test.ts': "import { testApp } from '#test/app.ts'",
  'src/features/gifts/web/list.test.tsx': '',
  'src/server/money.test.ts': "import { sum } from './money.ts'",
  'src/web/later.test.ts': "const { late } = await import('#server/money.ts')",
  'test/boundaries.test.ts': '',
}
const chosen = (...changed: string[]) =>
  testsFor(changed, Object.keys(sources), (test) => sources[test]!).filter(
    (test) => test !== 'test/boundaries.test.ts',
  )

test('a feature’s file selects the tests of its folder', () => {
  expect(chosen('src/features/gifts/server/queries.ts')).toEqual(['src/features/gifts/server/list.test.ts'])
})

test('any other file selects the tests that import it, by alias or relative path, static or dynamic', () => {
  expect(chosen('src/server/money.ts')).toEqual(['src/server/money.test.ts', 'src/web/later.test.ts'])
  expect(chosen('test/app.ts')).toEqual(['src/features/gifts/server/list.test.ts'])
})

test('a changed test selects itself, and the architecture tests always run', () => {
  expect(chosen('src/server/money.test.ts')).toEqual(['src/server/money.test.ts'])
  expect(testsFor([], Object.keys(sources), (test) => sources[test]!)).toEqual(['test/boundaries.test.ts'])
})
