import { expect, test } from 'vitest'
import { byRoom } from './coverage.ts'

test('lines are summed per feature, layer and folder, the room with most untested lines first', () => {
  expect(
    byRoom({
      'src/features/tasks/rules.ts': { total: 10, covered: 10 },
      'src/features/tasks/server/list.ts': { total: 20, covered: 15 },
      'src/server/db/pool.ts': { total: 8, covered: 8 },
      'src/server/app.ts': { total: 9, covered: 3 },
      'src/shared/lists/paging.ts': { total: 2, covered: 1 },
      'src/shared/money.ts': { total: 5, covered: 4 },
    }),
  ).toEqual([
    ['src/server', { total: 9, covered: 3 }],
    ['src/features/tasks', { total: 30, covered: 25 }],
    ['src/shared', { total: 7, covered: 5 }],
    ['src/server/db', { total: 8, covered: 8 }],
  ])
})
