import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, addMonths, type Day } from '#shared/dates.ts'
import {
  canDelete,
  canEdit,
  canReopen,
  canResolve,
  isOverdue,
  nextDay,
  occurrence,
  taskStatusLabel,
  wantsCompletionMail,
  weekOf,
} from './rules.ts'

const person = (id: number, permissions: string[] = [], is_superuser = false) => ({
  id,
  permissions,
  is_superuser,
})
const people = {
  creator: person(1, ['view_reminders']),
  assignee: person(2, ['view_reminders']),
  changer: person(3, ['change_reminders']),
  deleter: person(4, ['delete_reminders']),
  superuser: person(5, [], true),
  onlooker: person(6, ['view_reminders', 'create_reminders', 'change_projects']),
}
const open = { status: 1, created_by: 1, users: [2] }
const done = { ...open, status: 2 }
const unknown = { ...open, status: 7 }

describe('rights on a task by person and state', () => {
  test.each([
    //                     resolve reopen edit  delete
    ['creator', open, [true, false, true, true]],
    ['assignee', open, [true, false, true, false]],
    ['changer', open, [true, false, true, false]],
    ['deleter', open, [false, false, false, true]],
    ['superuser', open, [true, false, true, true]],
    ['onlooker', open, [false, false, false, false]],
    ['creator', done, [false, true, false, true]],
    ['assignee', done, [false, true, false, false]],
    ['changer', done, [false, true, false, false]],
    ['deleter', done, [false, false, false, true]],
    ['superuser', done, [false, true, false, true]],
    ['onlooker', done, [false, false, false, false]],
    ['superuser', unknown, [false, false, false, true]],
  ] as const)('%s of %o', (who, task, flags) => {
    const asked = people[who]
    expect([
      canResolve(asked, task),
      canReopen(asked, task),
      canEdit(asked, task),
      canDelete(asked, task),
    ]).toEqual(flags)
  })

  test('a task raised by the system has no creator who could delete it', () => {
    expect(canDelete(people.creator, { ...open, created_by: null })).toBe(false)
    expect(canDelete(people.deleter, { ...open, created_by: null })).toBe(true)
  })
})

test.each([
  [1, '2026-11-20', true],
  [1, '2026-11-21', false],
  [1, '2026-11-22', false],
  [2, '2026-11-20', false],
])('status %i, due %s: overdue on 21 November is %s', (status, scheduled_for, overdue) => {
  expect(isOverdue({ status, scheduled_for }, '2026-11-21')).toBe(overdue)
})

test('1 is open, 2 is done, any other status has no label', () => {
  expect([1, 2, 0, 3].map((status) => taskStatusLabel(status))).toEqual([
    { text: 'labels.open', tone: 'default' },
    { text: 'labels.done', tone: 'success' },
    undefined,
    undefined,
  ])
})

test.each([
  [true, 1, true],
  [false, 1, false],
  [true, null, false],
])('asked %s, created by %s: completion mail %s', (send_completed_mail, created_by, mail) => {
  expect(wantsCompletionMail({ send_completed_mail, created_by })).toBe(mail)
})

describe('a series', () => {
  const series = (
    repeat: 'weekly' | 'monthly' | 'yearly',
    start: Day,
    scheduled_for: Day,
    today = scheduled_for,
  ) => nextDay({ repeat, series_start: start, scheduled_for }, today)

  test.each([
    ['weekly', '2026-11-21', '2026-11-21', '2026-11-28'],
    ['monthly', '2027-01-31', '2027-01-31', '2027-02-28'],
    ['monthly', '2027-01-31', '2027-02-28', '2027-03-31'],
    ['monthly', '2028-01-31', '2028-01-31', '2028-02-29'],
    ['monthly', '2026-11-30', '2026-12-30', '2027-01-30'],
    ['yearly', '2028-02-29', '2028-02-29', '2029-02-28'],
    ['yearly', '2028-02-29', '2031-02-28', '2032-02-29'],
  ] as const)('%s from %s: after %s comes %s', (repeat, start, day, next) => {
    expect(series(repeat, start, day)).toBe(next)
  })

  test('days missed meanwhile are skipped, today is not', () => {
    expect(series('weekly', '2026-10-31', '2026-10-31', '2026-11-21')).toBe('2026-11-21')
    expect(series('weekly', '2026-10-30', '2026-10-30', '2026-11-21')).toBe('2026-11-27')
    expect(series('monthly', '2026-01-31', '2026-01-31', '2026-11-21')).toBe('2026-11-30')
  })

  test('a task done before its day is followed by the day after that one', () => {
    expect(series('weekly', '2026-12-01', '2026-12-01', '2026-11-21')).toBe('2026-12-08')
  })

  test('a task that does not repeat has no next day', () => {
    expect(
      nextDay({ repeat: 'none', series_start: '2026-11-21', scheduled_for: '2026-11-21' }, '2026-11-21'),
    ).toBe(undefined)
  })

  const day = fc.integer({ min: 0, max: 40_000 }).map((n) => addDays('2000-01-01', n))
  const repeat = fc.constantFrom('weekly', 'monthly', 'yearly')

  test('the next day is the first day of the series that is later than this one and not past', () => {
    fc.assert(
      fc.property(repeat, day, fc.integer({ min: 0, max: 200 }), day, (rhythm, start, n, today) => {
        const scheduled_for = occurrence(start, rhythm, n)
        const next = nextDay({ repeat: rhythm, series_start: start, scheduled_for }, today)!
        const days: Day[] = []
        for (let k = 0; days.length === 0 || days.at(-1)! < next; k++) days.push(occurrence(start, rhythm, k))
        expect(days.at(-1)).toBe(next)
        expect(days.filter((other) => other > scheduled_for && other >= today)).toEqual([next])
      }),
    )
  })

  test('monthly and yearly days stay on the day of the first one, or the month’s last', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('monthly' as const, 'yearly' as const),
        day,
        fc.integer({ min: 1, max: 300 }),
        (rhythm, start, n) => {
          const there = occurrence(start, rhythm, n)
          const nextMonthsFirst = `${addMonths(`${there.slice(0, 7)}-01`, 1)}`
          const last = addDays(nextMonthsFirst, -1).slice(8)
          expect(there.slice(8)).toBe(start.slice(8) < last ? start.slice(8) : last)
        },
      ),
    )
  })
})

test.each([
  ['2026-11-16', '2026-11-16', '2026-11-22'],
  ['2026-11-21', '2026-11-16', '2026-11-22'],
  ['2026-11-22', '2026-11-16', '2026-11-22'],
  ['2027-01-01', '2026-12-28', '2027-01-03'],
])('%s lies in the week from Monday %s to Sunday %s', (inside, monday, sunday) => {
  expect(weekOf(inside)).toEqual([monday, sunday])
})
