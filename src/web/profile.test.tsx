// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { q } from './api.ts'
import { useProfile } from './profile.tsx'
import { queryClient } from './query-client.ts'

const Name = () => <p>{useProfile()?.username ?? 'nobody'}</p>

afterEach(() => {
  vi.useRealTimers()
  cleanup()
  queryClient.clear()
})

test('the profile stays for the whole session and goes with the cache', async () => {
  vi.useFakeTimers()
  render(<Name />)
  expect(screen.getByText('nobody')).toBeTruthy()
  act(() => {
    queryClient.setQueryData<unknown>(q('GET /api/v4/users/profile/').queryKey, { username: 'anna' })
  })
  expect(screen.getByText('anna')).toBeTruthy()
  await act(() => vi.advanceTimersByTimeAsync(24 * 3_600_000))
  expect(screen.getByText('anna')).toBeTruthy()
  act(() => queryClient.clear())
  expect(screen.getByText('nobody')).toBeTruthy()
})
