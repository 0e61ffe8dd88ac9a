import { waitFor } from '@testing-library/dom'
import { expect, test } from 'vitest'
import type { TestApp } from '#test/app.ts'
import { createOrganization } from '#test/factories.ts'
import { eachOnNewPage, openPage } from '#test/page.tsx'

let app: TestApp
let organization: { id: number; slug: string }
eachOnNewPage(
  async (given) => {
    app = given
    organization = await createOrganization(app.db, {
      title: 'Kulturwerk',
      exemption_kind: 'notice',
      exemption_date: '2025-01-15',
      iban: 'DE89370400440532013000',
    })
  },
  { sharesClock: true },
)

const page = () => `/site-admin/organization/${organization.slug}/update/?tab=documents`
const part = () => document.querySelector('.register-part')

test("a check is recorded with the register's entry, and differences are shown", async () => {
  const opened = await openPage(app, await app.as('superuser'), page())
  await waitFor(() => expect(part()?.textContent).toContain('Nobody has looked this organization up'))
  await opened.press('Record check')
  const dialog = await opened.dialog('Record check')
  await opened.type('Day of the last notice', '02.05.2022')
  await opened.type('Accounts in the register', 'DE02 1203 0000 0000 2020 51\nDE00')
  await opened.press('Save', dialog)
  await waitFor(() => expect(dialog.textContent).toContain('Line 2 is not an IBAN.'))
  await opened.type('Accounts in the register', 'DE02 1203 0000 0000 2020 51')
  await opened.press('Save', dialog)
  await waitFor(() =>
    expect(part()?.textContent).toContain(
      'The register names a notice of 02.05.2022, the record one of 15.01.2025.',
    ),
  )
  expect(part()!.textContent).toContain('The account DE89 3704 0044 0532 0130 00 is not in the register.')
  expect(part()!.textContent).toContain('Checked by')
})

test('people who may not change organizations do not see the register check', async () => {
  await openPage(app, await app.as(['view_organizations', 'view_documents']), page())
  await waitFor(() => expect(document.body.textContent).toContain('No documents yet'))
  expect(part()).toBeNull()
})
