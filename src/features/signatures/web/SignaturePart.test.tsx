import { waitFor } from '@testing-library/dom'
import { expect, test } from 'vitest'
import type { TestApp } from '#test/app.ts'
import { createOrganization } from '#test/factories.ts'
import { eachOnNewPage, openPage } from '#test/page.tsx'

let app: TestApp
let organization: { id: number; slug: string }
eachOnNewPage(async (given) => {
  app = given
  organization = await createOrganization(app.db, { title: 'Kulturwerk' })
})

const page = () => `/site-admin/organization/${organization.slug}/update/?tab=documents`
const signed = () =>
  app.db
    .insertInto('signatures')
    .values({
      organization_id: organization.id,
      signatory: 'Ada Byron',
      sha256: '0'.repeat(64),
      width: 300,
      height: 80,
      created_at: app.clock.now,
    })
    .execute()
const part = () => document.querySelector('.signature')

test('the part names the signer; the picture loads on request and can be removed', async () => {
  await signed()
  const opened = await openPage(app, await app.as('superuser'), page())
  await waitFor(() => expect(part()?.textContent).toContain('Ada Byron, since 21.11.2026'))
  expect(part()!.querySelector('img')).toBeNull()
  await opened.press('Show')
  await waitFor(() =>
    expect(part()!.querySelector('img')?.getAttribute('src')).toMatch(/\/signature\/file\/\?\d+$/),
  )
  await opened.press('Remove')
  await opened.press('Delete', await opened.dialog('Delete: Signature of Ada Byron'))
  await waitFor(() => expect(part()?.textContent).toContain('None yet.'))
  expect(await app.db.selectFrom('signatures').select('id').execute()).toEqual([])
})

test('an upload without name and file is refused at its fields', async () => {
  const opened = await openPage(app, await app.as('superuser'), page())
  await opened.press('Upload signature')
  const dialog = await opened.dialog('Upload signature')
  await opened.press('Save', dialog)
  await waitFor(() => expect(dialog.querySelectorAll('[aria-invalid=true]').length).toBe(2))
})

test('a person who may not change organizations does not see the part', async () => {
  await signed()
  await openPage(app, await app.as(['view_organizations', 'view_documents']), page())
  await waitFor(() => expect(document.body.textContent).toContain('No documents yet'))
  expect(part()).toBeNull()
})
