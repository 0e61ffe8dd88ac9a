import { expect, test } from 'vitest'
import { withinLimit } from '#server/db/limits.ts'
import { oneAtATime } from './receipt-queue.ts'

test('a call waits for the document being drawn, even after the calls in between gave up', async () => {
  const drawing = Promise.withResolvers<void>()
  const done: string[] = []
  const first = oneAtATime(1, () => drawing.promise.then(() => done.push('first')))
  const impatient = withinLimit({ all: 1, statement: 1 }, () =>
    oneAtATime(1, async () => done.push('impatient')),
  )
  await expect(impatient).rejects.toMatchObject({ status: 503 })
  const last = oneAtATime(1, async () => done.push('last'))
  const other = oneAtATime(2, async () => done.push('other issuer'))
  await other
  drawing.resolve()
  await Promise.all([first, last])
  expect(done).toEqual(['other issuer', 'first', 'last'])
})
