import { beforeEach, expect, test } from 'vitest'
import { type Client, useApp } from '#test/app.ts'
import { givenTemplate, templatesPath, wholeMapping } from '#test/document-templates.ts'
import { officialForm } from '#test/make-form.ts'

const app = useApp()
let staff: Client
beforeEach(async () => void (staff = await app.as('superuser')))

type Item = { kind: string; key: string; text: string; required: boolean; found: boolean; looked_for: string }
const checklist = async (slug: string) =>
  (await staff.get(`${templatesPath}${slug}/versions/1/checklist/`)).body as {
    complete: boolean
    items: Item[]
  }
const missing = ({ items }: { items: Item[] }) =>
  items.filter(({ found, required }) => required && !found).map(({ key }) => key)

test('a form with the official text is complete once every value has its place', async () => {
  const { slug } = await givenTemplate(staff, {}, { bytes: await officialForm() })
  const before = await checklist(slug)
  expect([before.complete, before.items.find(({ key }) => key === 'liability')?.found]).toEqual([false, true])
  expect(missing(before)).toContain('tax_number')
  const body = { ...wholeMapping('donation_receipt'), version: 1 }
  await staff.call('PATCH', `${templatesPath}${slug}/versions/1/fields/`, { body })
  const after = await checklist(slug)
  expect([missing(after), after.complete]).toEqual([[], true])
  expect(after.items.find(({ key }) => key === 'fee')).toMatchObject({ required: false, found: false })
})

test('the checklist names the legal text that a form lacks', async () => {
  const { slug } = await givenTemplate(staff, {}, { bytes: await officialForm(['haftet', '§ 63 Abs. 5']) })
  const body = { ...wholeMapping('donation_receipt'), version: 1 }
  await staff.call('PATCH', `${templatesPath}${slug}/versions/1/fields/`, { body })
  const found = await checklist(slug)
  expect([found.complete, missing(found)]).toEqual([false, ['liability', 'validity']])
  expect(found.items.find(({ key }) => key === 'validity')).toMatchObject({
    text: 'Note on validity',
    looked_for: 'länger als 5 Jahre … länger als 3 Jahre … § 63 Abs. 5 AO',
  })
})

test('a letter has no checklist', async () => {
  const { slug } = await givenTemplate(staff, { kind: 'thank_you' })
  expect(await checklist(slug)).toEqual({ complete: true, items: [] })
})
