import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { polyfillDialogs } from '#test/dialogs.tsx'
import { speak } from '#test/web.tsx'
import { TextArea } from '../form/TextField.tsx'
import { useForm } from '../form/useForm.ts'
import { queryClient } from '../query-client.ts'
import { ActModal } from './ActModal.tsx'
import { ConfirmDelete } from './ConfirmDelete.tsx'

beforeEach(() => {
  polyfillDialogs()
  speak('en_US')
})
afterEach(cleanup)

test('a deletion with a typed name closes without asking', () => {
  const onClose = vi.fn()
  render(
    <ConfirmDelete title="Nests" typed={{ label: 'Title' }} onDelete={async () => {}} onClose={onClose} />,
  )
  fireEvent.input(screen.getByLabelText('Title'), { target: { value: 'Nes' } })
  fireEvent.keyDown(document.activeElement!, { key: 'Escape' })
  expect(screen.queryByRole('dialog', { name: 'Unsaved changes' })).toBeNull()
  expect(onClose).toHaveBeenCalledOnce()
})

function WithdrawForm({ onClose }: { onClose: () => void }) {
  const form = useForm({ initial: { reason: '', confirm: '' }, onSubmit: async () => {} })
  return (
    <ActModal
      title="Withdraw"
      subtitle="Club"
      form={form}
      failure={undefined}
      action="Withdraw"
      sentence="It is withdrawn."
      dirty={form.values.reason !== ''}
      onClose={onClose}
    >
      <TextArea {...form.field('reason')} label="Reason" />
      <TextArea {...form.field('confirm')} label="Number" />
    </ActModal>
  )
}

function Withdraw(props: { onClose: () => void }) {
  return (
    <QueryClientProvider client={queryClient}>
      <WithdrawForm {...props} />
    </QueryClientProvider>
  )
}

test('an act asks before a typed reason is lost, but not for a typed confirmation', () => {
  const onClose = vi.fn()
  render(<Withdraw onClose={onClose} />)
  fireEvent.change(screen.getByLabelText('Number'), { target: { value: '12' } })
  fireEvent.click(screen.getByText('Cancel'))
  expect(onClose).toHaveBeenCalledOnce()
  fireEvent.change(screen.getByLabelText('Reason'), { target: { value: 'Wrong donor' } })
  fireEvent.click(screen.getByText('Cancel'))
  screen.getByRole('dialog', { name: 'Unsaved changes' })
  expect(onClose).toHaveBeenCalledOnce()
})
