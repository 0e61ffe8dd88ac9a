import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { speak } from '#test/web.tsx'
import { ConfirmSelection } from '../../record/ConfirmSelection.tsx'
import { RefusalModal } from '../../record/RefusalModal.tsx'
import { useStore } from '../../store.ts'
import { IconArchive } from '../../ui/icons.ts'
import { Toasts } from '../../ui/Toasts.tsx'
import { toasts } from '../../ui/toasts.ts'
import { openedRefusal, refusedGroups, showRefusal } from './refusals.ts'
import type { Selection } from './types.ts'

// Many rows are represented by the first three: in the toast about skipped rows, and in the confirmation.

beforeEach(() => {
  speak('en_US')
  toasts.set([])
  openedRefusal.set(undefined)
})
afterEach(cleanup)

const titles = Array.from({ length: 51 }, (_, at) => `Mail ${at + 1}`)
const refused = titles.map((title) => ({ slug: title, title, code: 'email_not_requeueable' }))

function Page() {
  const refusal = useStore(openedRefusal)
  return (
    <>
      <Toasts />
      {refusal && <RefusalModal refusal={refusal} onClose={() => openedRefusal.set(undefined)} />}
    </>
  )
}

test('the toast names three of 51 refused rows and counts the rest, and the panel names all', () => {
  render(<Page />)
  act(() => showRefusal({ title: 'Not queued', groups: refusedGroups(refused, () => '') }))
  const toast = screen.getByRole('alert')
  expect(toast.textContent).toContain('Mail 1, Mail 2, Mail 3 and 48 more')
  expect(toast.textContent).not.toContain('Mail 4')
  fireEvent.click(within(toast).getByRole('button', { name: 'Details' }))
  const named = [...document.querySelectorAll('dialog li')].map((row) => row.textContent)
  expect(named).toEqual(titles)
})

test('titles of maximum length do not make the toast long', () => {
  render(<Page />)
  const long = refused.map((row, at) => ({ ...row, title: `${at} ${'Trikots und Bälle '.repeat(14)}` }))
  act(() => showRefusal({ title: 'Not queued', groups: refusedGroups(long, () => '') }))
  expect(screen.getByRole('alert').textContent!.length).toBeLessThan(320)
})

test('a missing row is named by the list’s last known title', () => {
  render(<Page />)
  const gone = [{ slug: 'mail-7', title: '', code: 'not_found' }]
  act(() => showRefusal({ title: 'Note', groups: refusedGroups(gone, (slug) => `Title of ${slug}`) }))
  expect(screen.getByRole('alert').textContent).toContain('No longer there: Title of mail-7')
})

test('the confirmation names the record, the rows, or the exclusions', () => {
  const said = (of: { title: string } | Selection) => {
    const run = async () => true
    const window = {
      title: 'Archive',
      text: 'They leave the list.',
      action: 'Archive',
      icon: IconArchive,
      run,
    }
    render(<ConfirmSelection {...window} of={of} onClose={() => {}} />)
    const { textContent } = screen.getByRole('dialog', { hidden: true })
    cleanup()
    return textContent
  }
  const sent = { slugs: titles }
  expect(said({ title: 'Chor Nord' })).toContain('Chor Nord')
  expect(said({ sent, count: 51, titles, all: undefined })).toContain('Mail 1, Mail 2, Mail 3 and 48 more')
  const all = { total: 53, except: ['Mail 9'] }
  expect(said({ sent, count: 52, titles: [], all })).toMatch(/53.*Mail 9/)
})
