import { waitFor } from '@testing-library/dom'
import { expect, test } from 'vitest'
import type { TestApp } from '#test/app.ts'
import { eachOnNewPage, openPage } from '#test/page.tsx'
import { certifiableProject } from '#test/receipts.ts'

let app: TestApp
let issuer: { id: number; slug: string }
eachOnNewPage(async (given) => {
  app = given
  ;({ issuer } = await certifiableProject(app.db))
})

const part = () => document.querySelector('section[aria-label="Receipts without a hand signature"]')
const missing = () =>
  [...part()!.querySelectorAll('li[data-met="false"]')].map((one) =>
    one.textContent?.replace(/^Missing: /, ''),
  )

test('an announcement is recorded with the record’s tax office offered, and each missing condition is named', async () => {
  const staff = await app.as('superuser')
  const opened = await openPage(app, staff, `/site-admin/organization/${issuer.slug}/update/?tab=documents`)
  await waitFor(() => expect(part()?.textContent).toContain('Receipts are signed by hand'))
  expect(missing()).toHaveLength(3)
  await app.db
    .insertInto('signatures')
    .values({
      organization_id: issuer.id,
      signatory: 'Ada Byron',
      sha256: '0'.repeat(64),
      width: 300,
      height: 80,
      created_at: app.clock.now,
    })
    .execute()
  await opened.press('Record announcement')
  const form = await opened.dialog('Record announcement')
  const input = (name: string) => form.querySelector<HTMLInputElement>(`[name="${name}"]`)!
  expect(input('tax_office').value).toBe('Singen')
  await opened.type('Announced on', '12.03.2026')
  await opened.type('Authorized signatory', 'Ada Byron')
  await opened.type('Where the description of the procedure is kept', 'Ordner 4')
  await opened.press('Save', form)
  await waitFor(() =>
    expect(part()?.textContent).toContain('Announced to the tax office Singen on 12.03.2026.'),
  )
  expect(missing()).toEqual([])
})
