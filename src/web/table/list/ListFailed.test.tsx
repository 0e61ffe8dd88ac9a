import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { speak } from '#test/web.tsx'
import { ApiError } from '../../api.ts'
import { queryClient } from '../../query-client.ts'
import { Toasts } from '../../ui/Toasts.tsx'
import { toasts } from '../../ui/toasts.ts'
import { ListFailed } from './ListFailed.tsx'

let answer: () => string
const failing = (status: number) => () => {
  throw new ApiError(status, 'refused', { detail: 'The reason', code: 'x' })
}

function List({ name = 'list' }) {
  const { data, error, refetch } = useQuery({ queryKey: [name], queryFn: () => answer(), retry: false })
  if (data) return <p>{data}</p>
  return error ? <ListFailed error={error} onRetry={() => void refetch()} /> : <p>loading</p>
}

beforeEach(() => {
  speak('en_US')
  queryClient.clear()
  toasts.set([])
})
afterEach(cleanup)

const open = (...names: string[]) =>
  render(
    <QueryClientProvider client={queryClient}>
      {(names.length > 0 ? names : ['list']).map((name) => (
        <List key={name} name={name} />
      ))}
      <Toasts />
    </QueryClientProvider>,
  )
const alerts = () => screen.queryAllByRole('alert').map((alert) => alert.textContent)
const toast = 'ErrorPlease try again or contact an administrator.Try again'

test('a failed first load is reported in the panel and in the toast, both announced', async () => {
  answer = failing(500)
  open()
  await waitFor(() => expect(alerts()).toEqual(['ErrorThe reasonTry again', toast]))
})

test('a second failure shows one toast, and success removes it', async () => {
  answer = failing(500)
  open()
  await waitFor(() => expect(alerts()).toHaveLength(2))
  for (let attempt = 0; attempt < 3; attempt++) {
    act(() => void fireEvent.click(screen.getAllByText('Try again')[0]!))
    // oxlint-disable-next-line no-await-in-loop -- one try after the other
    await waitFor(() => expect(alerts()).toEqual(['ErrorThe reasonTry again', toast]))
  }
  answer = () => 'rows'
  act(() => void fireEvent.click(screen.getAllByText('Try again')[1]!))
  await screen.findByText('rows')
  expect(alerts()).toEqual([])
})

test('a missing permission is reported on the page without an alert or a toast', async () => {
  answer = failing(403)
  open()
  await screen.findByText('Not authorized')
  expect(alerts()).toEqual([])
})

test('lists that fail together share one toast, which retries all of them', async () => {
  answer = failing(500)
  open('needs', 'tasks', 'notes')
  const panel = 'ErrorThe reasonTry again'
  await waitFor(() => expect(alerts()).toEqual([panel, panel, panel, toast]))
  // A list retried by its own button leaves the toast to the others.
  answer = () => 'rows'
  act(() => void fireEvent.click(screen.getAllByText('Try again')[0]!))
  await screen.findByText('rows')
  expect(alerts()).toEqual([panel, panel, toast])
  act(() => void fireEvent.click(screen.getAllByText('Try again').at(-1)!))
  await waitFor(() => expect(screen.getAllByText('rows')).toHaveLength(3))
  expect(alerts()).toEqual([])
})
