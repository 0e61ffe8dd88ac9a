import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { Button } from './Button.tsx'
import { useRunning } from './useRunning.ts'

afterEach(cleanup)

function Sender({ send }: { send: () => Promise<unknown> }) {
  const [running, run] = useRunning()
  return (
    <Button loading={running} onClick={() => run(send)}>
      Send
    </Button>
  )
}

test('a second click during the run starts nothing; afterwards it can start again', async () => {
  const waiting: (() => void)[] = []
  render(<Sender send={() => new Promise<void>((resolve) => waiting.push(resolve))} />)
  const button = screen.getByRole('button', { name: 'Send' })
  fireEvent.click(button)
  fireEvent.click(button)
  expect(waiting).toHaveLength(1)
  expect(button.getAttribute('aria-busy')).toBe('true')
  await act(async () => waiting[0]!())
  expect(button.hasAttribute('aria-busy')).toBe(false)
  fireEvent.click(button)
  expect(waiting).toHaveLength(2)
})
