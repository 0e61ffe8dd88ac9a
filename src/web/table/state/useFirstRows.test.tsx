import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { useFirstRows } from './useFirstRows.ts'

const drawn: number[] = []
function List({ rows }: { rows: readonly number[] }) {
  drawn.push(useFirstRows(rows, 'projects', '/site-admin/projects/').length)
  return null
}
const rows = Array.from({ length: 25 }, (_row, at) => at)

afterEach(() => {
  cleanup()
  drawn.length = 0
})

test('a list renders the visible rows first, then all of them', () => {
  render(<List rows={rows} />)
  expect([drawn[0], drawn.at(-1)]).toEqual([14, 25])
})

test('later rows and replaced rows render at once', () => {
  const { rerender } = render(<List rows={[]} />)
  drawn.length = 0
  rerender(<List rows={rows} />)
  rerender(<List rows={rows.slice(5)} />)
  expect(drawn).toEqual([25, 20])
})
