import { act, cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { Column } from './types.ts'
import { useFitting } from './useFitting.ts'

const columns = [
  { key: 'status', width: 100 },
  { key: 'purpose', width: 100, yields: true },
] as unknown as readonly Column<never>[]

const drawn: string[][] = []
function List({ width }: { width: number }) {
  const scroller = { current: { clientWidth: width } as HTMLElement }
  drawn.push(useFitting(columns, scroller, false, false).map(({ key }) => key))
  return null
}

const frame = () => act(() => new Promise<void>((resolve) => requestAnimationFrame(() => resolve())))

afterEach(() => {
  cleanup()
  drawn.length = 0
})

test('a list whose columns fit as estimated renders once', async () => {
  render(<List width={700} />)
  await frame()
  expect(drawn).toEqual([['status', 'purpose']])
})

test('a list with less room than estimated drops the columns that yield', async () => {
  render(<List width={500} />)
  await frame()
  expect(drawn).toEqual([['status', 'purpose'], ['status']])
})
