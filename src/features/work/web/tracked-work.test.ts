import { expect, test } from 'vitest'
import type { Work } from '../contract.ts'
import { updateTracked } from './tracked-work.ts'

const work = (id: number, state: Work['state']): Work => ({
  kind: 'import',
  id,
  about: 'a.csv',
  state,
  done: 0,
  total: null,
  can_stop: state === 'working',
  asked_at: '2026-11-21T09:00:00.000Z',
})
const unwatched = () => false

test('announces once the end of work that was seen running', () => {
  const first = updateTracked({}, [work(1, 'working'), work(2, 'done')], unwatched)
  expect(first).toEqual({ tracked: { 'import/1': 'working' }, ended: [] })
  const second = updateTracked(first.tracked, [work(1, 'failed')], unwatched)
  expect([second.tracked, second.ended.map(({ id }) => id)]).toEqual([{ 'import/1': 'ended' }, [1]])
  expect(updateTracked(second.tracked, [work(1, 'failed')], unwatched)).toEqual({
    tracked: { 'import/1': 'ended' },
    ended: [],
  })
})

test('leaves announcing to the part of the page that watches the work, and forgets that work', () => {
  expect(updateTracked({ 'import/1': 'working' }, [work(1, 'done')], (key) => key === 'import/1')).toEqual({
    tracked: {},
    ended: [],
  })
})

test('follows work again that resumes after its end', () => {
  expect(updateTracked({ 'import/1': 'ended' }, [work(1, 'working')], unwatched).tracked).toEqual({
    'import/1': 'working',
  })
})

test('forgets work that is no longer listed', () => {
  expect(updateTracked({ 'import/1': 'ended' }, [], unwatched)).toEqual({ tracked: {}, ended: [] })
})
