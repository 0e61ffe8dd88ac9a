import { array, assert, integer, option, property, record } from 'fast-check'
import { expect, test } from 'vitest'
import { addDays } from '#shared/dates.ts'
import { runs } from '#test/runs.ts'
import { gaps, overlap, versionOn, type Window, windowsOf } from './rules.ts'

const first = '2026-01-01'
const versions = array(
  record({ begins: integer({ min: 0, max: 20 }), lasts: option(integer({ min: 0, max: 30 })) }),
  { minLength: 1, maxLength: 5 },
).map((all) =>
  all.map(({ begins, lasts }, at) => ({
    number: at + 1,
    valid_from: addDays(first, begins),
    valid_until: lasts === null ? null : addDays(first, begins + lasts),
  })),
)
const days = Array.from({ length: 100 }, (_, at) => addDays(first, at))

test('overlaps are found; otherwise a day has one version at most, and uncovered days between are gaps', () => {
  const holds = (given: Window[]) => {
    const windows = windowsOf(given)
    const on = (day: string) =>
      windows.filter(({ valid_from, ends }) => valid_from <= day && (ends === null || ends >= day))
    const several = days.some((day) => on(day).length > 1)
    const sameDay = new Set(given.map(({ valid_from }) => valid_from)).size < given.length
    expect(overlap(given) !== undefined).toBe(several || sameDay)
    if (overlap(given)) return
    const inGaps = new Set(
      gaps(given).flatMap(({ from, until }) => days.filter((day) => day >= from && day <= until)),
    )
    const last = windows.at(-1)!.valid_from
    for (const day of days) {
      expect(versionOn(given, day)).toEqual(on(day)[0])
      const between = day > windows[0]!.valid_from && day < last
      expect(inGaps.has(day)).toBe(between && on(day).length === 0)
    }
  }
  assert(property(versions, holds), { numRuns: runs(100) })
})

test('two open versions that begin on the same day overlap', () => {
  const open = { valid_from: first, valid_until: null }
  expect(
    overlap([
      { number: 1, ...open },
      { number: 2, ...open },
    ]),
  ).toEqual({ number: 2, with: 1 })
})
