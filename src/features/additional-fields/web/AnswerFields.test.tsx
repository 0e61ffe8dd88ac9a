import { fireEvent, waitFor } from '@testing-library/dom'
import { expect, test } from 'vitest'
import type { Client, TestApp } from '#test/app.ts'
import { createOrganization, createProject } from '#test/factories.ts'
import { eachOnNewPage, openPage } from '#test/page.tsx'
import { fieldsPath, question } from '#test/questions.ts'

// Answers on project pages in the real app: errors at fields, conflicts, and read-only access.

let app: TestApp
let staff: Client
let slug: string
eachOnNewPage(async (given) => {
  app = given
  staff = await app.as('superuser')
  for (const field of [
    question('name', 'text', { required: true }),
    question('visitors', 'number'),
    question('share', 'amount', { step: 'financing' }),
    question('opens', 'day', { step: 'dates' }),
  ])
    // oxlint-disable-next-line no-await-in-loop -- in their order
    await staff.post(fieldsPath, field)
  slug = (await createProject(app.db, { title: 'Garden' })).slug
})

type Page = Awaited<ReturnType<typeof openPage>>
const edit = () => `/site-admin/project/${slug}/update/?edit=true`
const answers = async () => (await staff.get(`/api/v4/project/${slug}/`)).body.additional
const answered = async (additional: object) => {
  const { version } = (await staff.get(`/api/v4/project/${slug}/`)).body
  expect((await staff.patch(`/api/v4/project/${slug}/`, { additional, version })).status).toBe(200)
}
const box = (page: Page, label: string) => page.found<HTMLInputElement>('input', label)

/** Asserts an error at a field; returns it with the field's value. */
async function refused(page: Page, label: string) {
  const input = await box(page, label)
  expect(input.getAttribute('aria-invalid')).toBe('true')
  const said = input.getAttribute('aria-describedby')!.split(' ')
  return [input.value, said.map((id) => document.getElementById(id)?.textContent).join(' ')]
}

test('an invalid answer keeps its text and shows errors at field and summary; corrected answers are saved', async () => {
  const page = await openPage(app, staff, edit())
  await page.type('Title', ' ')
  await page.type('visitors?', 'many')
  await page.type('share?', '12,')
  await page.type('opens?', '31.02.2027')
  await page.press('Save')
  await waitFor(async () =>
    expect(await refused(page, 'visitors?')).toEqual(['many', 'Enter a whole number']),
  )
  await page.type('visitors?', '-5')
  await waitFor(async () => expect(await refused(page, 'visitors?')).toEqual(['-5', 'At least 0']))
  expect(await refused(page, 'share?')).toEqual(['12,', expect.stringContaining('1,234.56')])
  expect(await refused(page, 'opens?')).toEqual(['31.02.2027', expect.stringContaining('DD.MM.YYYY')])
  const summary = [...document.querySelectorAll('.error-summary a')].map((link) => link.textContent)
  expect(summary).toEqual(expect.arrayContaining(['visitors?', 'share?', 'opens?']))
  expect(page.made.some(({ method }) => method === 'PATCH')).toBe(false)
  await page.type('Title', 'Garden')
  await page.type('visitors?', '120')
  await page.type('share?', '1,234.50')
  await page.type('opens?', '01.03.2027')
  await page.press('Save')
  await page.found('[role=status]', /Saved/)
  expect(await answers()).toEqual({ visitors: 120, share: 123_450, opens: '2027-03-01' })
})

test('an error that only the server finds also appears at its field', async () => {
  await answered({ name: 'Rose' })
  const page = await openPage(app, staff, edit())
  // Another person disables the field while the form is open.
  await page.type('visitors?', '7')
  expect((await staff.patch(`${fieldsPath}visitors/`, { active: false, version: 1 })).status).toBe(200)
  await page.press('Save')
  await waitFor(async () =>
    expect(await refused(page, 'visitors?')).toEqual(['7', 'This field is no longer asked']),
  )
  expect(await answers()).toEqual({ name: 'Rose' })
})

test('a required answer cannot be cleared in an existing project or left out of a new one', async () => {
  const organization = await createOrganization(app.db, { title: 'Club' })
  await answered({ name: 'Rose' })
  const page = await openPage(app, staff, edit())
  await page.type('name?', ' ')
  await page.press('Save')
  await waitFor(async () => expect(await refused(page, 'name?')).toEqual([' ', 'This field is required']))
  expect(await answers()).toEqual({ name: 'Rose' })
  const create = await openPage(app, staff, `/site-admin/projects/create/?organization=${organization.slug}`)
  await create.type('Title', 'Pond')
  await create.press('Save')
  await waitFor(async () => expect(await refused(create, 'name?')).toEqual(['', 'This field is required']))
  expect(create.made.some(({ method }) => method === 'POST')).toBe(false)
})

test('two people answer the same question: the conflict shows both answers, and the chosen one is saved', async () => {
  await answered({ share: 100 })
  const page = await openPage(app, staff, edit())
  await page.type('share?', '2.00')
  await page.type('visitors?', '5')
  await answered({ share: 300 })
  await page.press('Save')
  const dialog = await page.dialog('Edit conflict')
  const asked = [...dialog.querySelectorAll('fieldset')].map((field) =>
    [...field.children].map((part) => part.textContent),
  )
  expect(asked).toEqual([['share?', 'Mine€2.00Theirs€3.00']])
  await page.press(/^Theirs/, dialog)
  await page.press('Save', dialog)
  await page.found('[role=status]', /Saved/)
  expect(await answers()).toEqual({ share: 300, visitors: 5 })
  expect((await box(page, 'share?')).value).toBe('3.00')
})

test('a person who may not change projects reads the answers, with "-" for a question without one', async () => {
  await answered({ visitors: 1200, share: 5 })
  const page = await openPage(app, await app.as(['view_projects']), `/site-admin/project/${slug}/update/`)
  await page.found('dt', 'visitors?')
  const facts = Object.fromEntries(
    [...document.querySelectorAll('.record-form dt')].map((term) => [
      term.textContent,
      term.nextElementSibling?.textContent,
    ]),
  )
  expect(facts).toMatchObject({ 'visitors?': '1,200', 'share?': '€0.05', 'opens?': '-' })
  expect((await page.found('button', 'Edit')).getAttribute('aria-disabled')).toBe('true')
  expect(document.querySelector('form')).toBeNull()
})

test('a filter menu opened before the fields have loaded adds them later and keeps the search text', async () => {
  await answered({ visitors: 3 })
  await createProject(app.db, { title: 'Pond' })
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  const page = await openPage(app, staff, '/site-admin/projects/', async ({ path }) => {
    if (path.endsWith('/additional-steps-fields/offered/')) await held
    return undefined
  })
  expect(await page.rows()).toHaveLength(2)
  fireEvent.keyDown(document.body, { key: 'f' })
  const menu = await page.found<HTMLElement>('[role=dialog]', 'Filters')
  const groups = () =>
    [...menu.querySelectorAll('.filter-fields [role=group]')].map((one) => one.getAttribute('aria-label'))
  const before = groups()
  expect(before).not.toContain('Additional fields')
  await page.type('Filter by…', 'visit')
  await waitFor(() => expect(menu.querySelector('.filter-none')).not.toBeNull())
  release()
  const field = await page.found('.filter-name', 'visitors?', menu)
  expect((await page.found<HTMLInputElement>('input', 'Filter by…')).value).toBe('visit')
  // Enter opens the match although it arrived after typing.
  fireEvent.keyDown(await page.found('input', 'Filter by…'), { key: 'Enter' })
  await waitFor(() => expect(field.getAttribute('aria-pressed')).toBe('true'))
  await page.type('Filter by…', '')
  await waitFor(() => expect(groups()).toEqual([...before, 'Additional fields']))
})
