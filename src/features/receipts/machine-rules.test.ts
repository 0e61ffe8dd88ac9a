import { expect, test } from 'vitest'
import { conditionsOf, isMachineMade, type MachineState } from './machine-rules.ts'

const whole: MachineState = {
  announcement: {
    tax_office: 'Singen',
    announced_on: '2026-03-12',
    signatory: 'Ada Byron',
    procedure_kept: 'Ordner 4',
  },
  signatory: 'Ada Byron',
  differing: 0,
}
const unmet = (state: MachineState) => conditionsOf(state).flatMap(({ key, met }) => (met ? [] : [key]))

test('a receipt is machine-made from the day of the announcement on', () => {
  expect(isMachineMade(whole, '2026-03-11', false)).toBe(false)
  expect(isMachineMade(whole, '2026-03-12', false)).toBe(true)
})

test('a receipt with a waiver is signed by hand', () => {
  expect(isMachineMade(whole, '2026-11-21', true)).toBe(false)
})

test('each unmet condition is named and requires the hand signature', () => {
  const cases: [Partial<MachineState>, string[]][] = [
    [{ announcement: undefined }, ['said_on_receipt', 'signature', 'procedure']],
    [{ signatory: undefined }, ['signature']],
    [{ signatory: 'Grace Hopper' }, ['signature']],
    [{ differing: 1 }, ['sums']],
    [{ announcement: { ...whole.announcement!, procedure_kept: ' ' } }, ['procedure']],
  ]
  for (const [change, names] of cases) {
    expect(unmet({ ...whole, ...change })).toEqual(names)
    expect(isMachineMade({ ...whole, ...change }, '2026-11-21', false)).toBe(false)
  }
  expect(unmet(whole)).toEqual([])
})
