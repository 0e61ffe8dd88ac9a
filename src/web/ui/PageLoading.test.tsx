import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { speak } from '#test/web.tsx'
import { PageLoading } from './PageLoading.tsx'

beforeEach(() => speak('en_US'))
afterEach(cleanup)

const loaded = (
  <>
    <h1 tabIndex={-1}>Create project</h1>
    <input aria-label="Title" />
  </>
)

test('the heading of the loaded page takes over the focus', async () => {
  const { rerender } = render(<PageLoading />)
  screen.getByRole('heading').focus()
  rerender(loaded)
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading')))
})

test('keeps the focus of a field that took it meanwhile', async () => {
  const { rerender } = render(<PageLoading />)
  screen.getByRole('heading').focus()
  rerender(loaded)
  screen.getByRole('textbox').focus()
  await new Promise(requestAnimationFrame)
  expect(document.activeElement).toBe(screen.getByRole('textbox'))
})
