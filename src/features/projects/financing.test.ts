import { describe, expect, test } from 'vitest'
import { shown } from '#test/labels.ts'
import { financingLabels, financingNames } from './financing.ts'

describe('financing status', () => {
  const project = { fully_funded: false, expired: false, can_receive_fundings: false, is_banned: false }
  test.each<[Partial<typeof project>, string[]]>([
    [{}, []],
    [{ fully_funded: true }, ['Fully funded success']],
    [{ expired: true }, ['Expired default']],
    [{ can_receive_fundings: true }, ['In financing info']],
    [{ fully_funded: true, expired: true, can_receive_fundings: true }, ['Fully funded success']],
    [{ expired: true, can_receive_fundings: true }, ['Expired default']],
    [{ is_banned: true }, ['Banned danger']],
    [{ fully_funded: true, is_banned: true }, ['Fully funded success', 'Banned danger']],
    [{ expired: true, is_banned: true }, ['Expired default', 'Banned danger']],
  ])('%o shows %o', (flags, labels) =>
    expect(financingNames({ ...project, ...flags }).map((name) => shown(financingLabels[name]))).toEqual(
      labels,
    ),
  )
})
