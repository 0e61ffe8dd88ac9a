import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dayOf, hourOf } from './dates.ts'

test('a day begins at local midnight, also around clock changes', () => {
  const cases: [instant: string, zone: string, day: string][] = [
    ['2026-11-20T22:59:59.999Z', 'Europe/Berlin', '2026-11-20'],
    ['2026-11-20T23:00:00.000Z', 'Europe/Berlin', '2026-11-21'],
    ['2026-07-20T21:59:59.999Z', 'Europe/Berlin', '2026-07-20'],
    ['2026-07-20T22:00:00.000Z', 'Europe/Berlin', '2026-07-21'],
    ['2026-11-20T18:14:59.999Z', 'Asia/Kathmandu', '2026-11-20'],
    ['2026-11-20T18:15:00.000Z', 'Asia/Kathmandu', '2026-11-21'],
    ['2026-10-25T00:59:59.999Z', 'Europe/Berlin', '2026-10-25'],
    ['2026-10-25T23:00:00.000Z', 'Europe/Berlin', '2026-10-26'],
  ]
  for (const [instant, zone, day] of [...cases, ...cases.toReversed()])
    expect([instant, dayOf(new Date(instant), zone)]).toEqual([instant, day])
})

test('the day matches the zone’s calendar, whatever was computed before', () => {
  const zones = fc.constantFrom('Europe/Berlin', 'Asia/Kathmandu', 'America/St_Johns', 'Pacific/Chatham')
  const instants = fc.date({
    min: new Date('1990-01-01T00:00:00Z'),
    max: new Date('2100-01-01T00:00:00Z'),
    noInvalidDate: true,
  })
  fc.assert(
    fc.property(fc.array(fc.tuple(instants, fc.integer({ min: 0, max: 1_800_000 }), zones)), (asked) => {
      for (const [instant, later, zone] of asked)
        for (const at of [instant, new Date(instant.getTime() + later)]) {
          const calendar = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short' })
          expect(dayOf(at, zone)).toBe(calendar.format(at))
        }
    }),
  )
})

test('an invalid date throws a RangeError', () => {
  expect(() => dayOf(new Date(Number.NaN))).toThrow(RangeError)
})

test('the hour is that of the clocks in the time zone', () => {
  expect(hourOf(new Date('2026-11-20T22:59:59.999Z'), 'Europe/Berlin')).toBe(23)
  expect(hourOf(new Date('2026-11-20T23:00:00.000Z'), 'Europe/Berlin')).toBe(0)
  expect(hourOf(new Date('2026-07-20T05:30:00.000Z'), 'Europe/Berlin')).toBe(7)
  expect(hourOf(new Date('2026-11-20T18:15:00.000Z'), 'Asia/Kathmandu')).toBe(0)
})
