import { fireEvent, waitFor } from '@testing-library/dom'
import { expect, test } from 'vitest'
import type { Client, TestApp } from '#test/app.ts'
import { createProject } from '#test/factories.ts'
import { eachOnNewPage, openPage } from '#test/page.tsx'
import { fieldsPath, question } from '#test/questions.ts'

// The editor of additional fields in the real app: errors appear at their fields, and typed text survives.

let app: TestApp
let staff: Client
eachOnNewPage(async (given) => {
  app = given
  staff = await app.as('superuser')
})

const settings = '/site-admin/settings/additional-fields/'
type Page = Awaited<ReturnType<typeof openPage>>

/** Error messages of a dialog by field label. */
const refusals = (dialog: HTMLElement) =>
  Object.fromEntries(
    [...dialog.querySelectorAll<HTMLInputElement>('[aria-invalid=true]')].map((input) => [
      input.labels?.[0]?.textContent?.replace(/\s*\*.*$/, ''),
      document.getElementById(input.getAttribute('aria-describedby')!.split(' ').at(-1)!)?.textContent,
    ]),
  )

async function choose(page: Page, label: RegExp, option: string): Promise<void> {
  const box = await page.found('[role=combobox]', label)
  fireEvent.click(box)
  const offered = await page.found('[role=option]', option)
  fireEvent.mouseDown(offered)
  fireEvent.click(offered)
}

const kept = async () => (await staff.get(fieldsPath)).body.results as { key: string; labels: object }[]

test('errors of an invalid field appear at its inputs, from the page and the server, and typed text stays', async () => {
  await staff.post(fieldsPath, question('age'))
  const page = await openPage(app, staff, settings)
  await page.press('Create field')
  const dialog = await page.dialog('Create field')
  await page.type('Key', 'Age group')
  await page.press('Save', dialog)
  await waitFor(() =>
    expect(refusals(dialog)).toEqual({
      'Question, English': 'This field is required',
      'Question, German': 'This field is required',
      Key: 'Small letters, digits and _, beginning with a letter, at most 40',
    }),
  )
  expect(page.made.some(({ method }) => method === 'POST')).toBe(false)
  await page.type('Question, English', 'How old?')
  await page.type('Question, German', 'Wie alt?')
  await page.type('Key', 'age')
  await page.press('Save', dialog)
  await waitFor(() => expect(refusals(dialog)).toEqual({ Key: 'This key is taken' }))
  expect((await page.found<HTMLInputElement>('input', 'Question, English')).value).toBe('How old?')
  await page.type('Key', 'age_group')
  await page.press('Save', dialog)
  await page.found('th', 'How old?')
  // An empty formal label defaults to the informal one.
  expect((await kept())[1]).toMatchObject({
    key: 'age_group',
    labels: { en_US: 'How old?', du_DE: 'Wie alt?', sie_DE: 'Wie alt?' },
  })
})

test('missing and wrong choices are reported in their rows', async () => {
  const page = await openPage(app, staff, settings)
  await page.press('Create field')
  const dialog = await page.dialog('Create field')
  await page.type('Question, English', 'Who?')
  await page.type('Question, German', 'Wer?')
  await page.type('Key', 'who')
  await choose(page, /^Kind of answer/, 'One of several choices')
  await page.press('Save', dialog)
  await waitFor(() => expect(dialog.textContent).toContain('Add at least one choice'))
  await page.press('Add choice', dialog)
  await page.type('Choice 1, English', 'Children')
  await page.press('Save', dialog)
  await waitFor(() => expect(refusals(dialog)).toEqual({ 'Choice 1, German': 'This field is required' }))
  await page.type('Choice 1, German', 'Kinder')
  await page.press('Add choice', dialog)
  await page.type('Choice 2, English', 'None')
  await page.type('Choice 2, German', 'Niemand')
  await page.press('Save', dialog)
  // Only the server knows that filters reserve this word.
  await waitFor(() =>
    expect(refusals(dialog)).toEqual({ 'Choice 2, English': 'This key has a meaning of its own in filters' }),
  )
  await page.press('Remove: None', dialog)
  expect(document.activeElement?.textContent).toBe('Add choice')
  await page.press('Save', dialog)
  await page.found('th', 'Who?')
  expect(await kept()).toMatchObject([{ key: 'who', type: 'choice', choices: [{ key: 'children' }] }])
})

test('a question with answers keeps its type, and a choice in use is refused by name', async () => {
  await staff.post(fieldsPath, question('who', 'choice', { choices: ['children', 'adults'] }))
  const { slug } = await createProject(app.db, {})
  const answer = { additional: { who: 'adults' }, version: 1 }
  expect((await staff.patch(`/api/v4/project/${slug}/`, answer)).status).toBe(200)
  const page = await openPage(app, staff, settings)
  await page.press('Edit: who?')
  const dialog = await page.dialog('Edit who?')
  expect(await page.found('[role=combobox]', /^Kind of answer/, dialog)).toHaveProperty('disabled', true)
  expect(dialog.textContent).toContain('Projects have answers already, so the type stays')
  await page.press('Remove: adults', dialog)
  await page.press('Save', dialog)
  await waitFor(() => expect(dialog.textContent).toContain('Projects have chosen it already: adults'))
  expect((await kept())[0]).toHaveProperty('choices.length', 2)
})

test('a concurrent change of the question is reported, and the next Save overwrites it', async () => {
  await staff.post(fieldsPath, question('age'))
  const page = await openPage(app, staff, settings)
  await page.press('Edit: age?')
  const dialog = await page.dialog('Edit age?')
  await page.type('Question, English', 'Mine')
  expect((await staff.patch(`${fieldsPath}age/`, { required: true, version: 1 })).status).toBe(200)
  await page.press('Save', dialog)
  await page.found('[role=alert]', /changed/i, dialog)
  expect((await kept())[0]).toMatchObject({ labels: { en_US: 'age?' } })
  expect((await page.found<HTMLInputElement>('input', 'Question, English')).value).toBe('Mine')
  await page.press('Save', dialog)
  await page.found('th', 'Mine')
})

test('a person who may not change settings reads the fields; each control names the missing right', async () => {
  await staff.post(fieldsPath, question('age'))
  await staff.post(fieldsPath, question('who'))
  const page = await openPage(app, await app.as(['view_projects', 'view_settings']), settings)
  const needs = async (name: string) => {
    const control = await page.found<HTMLButtonElement>('button', name)
    const stopped = control.disabled || control.getAttribute('aria-disabled') === 'true'
    return [stopped, control.title]
  }
  await page.found('th', 'age?')
  expect(await needs('Create field')).toEqual([true, expect.stringContaining('create_settings')])
  expect(await needs('Edit: age?')).toEqual([true, expect.stringContaining('change_settings')])
  expect(await needs('Move down: age?')).toEqual([true, expect.stringContaining('change_settings')])
  expect(await needs('Delete: who?')).toEqual([true, expect.stringContaining('delete_settings')])
})

test('a field saved before the list has loaded appears in it', async () => {
  await staff.post(fieldsPath, question('age'))
  const { body: asItWas } = await staff.get(fieldsPath)
  let save = () => {}
  let isSaved = false
  const saved = new Promise<void>((resolve) => (save = resolve)).then(() => (isSaved = true))
  const page = await openPage(app, staff, settings, async ({ method, path }) => {
    if (method !== 'GET' || path !== fieldsPath || isSaved) return undefined
    await saved
    return Response.json(asItWas)
  })
  await page.press('Create field')
  const dialog = await page.dialog('Create field')
  await page.type('Question, English', 'How many?')
  await page.type('Question, German', 'Wie viele?')
  await page.type('Key', 'how_many')
  await page.press('Save', dialog)
  await waitFor(() => expect(document.querySelector('dialog[open]')).toBeNull())
  save()
  await page.found('th', 'age?')
  await page.found('th', 'How many?')
})

test('a choice is created, moved up, answered, filtered by, shown as a column and switched off', async () => {
  await staff.post(fieldsPath, question('age'))
  const { slug } = await createProject(app.db, { title: 'Garden' })
  await createProject(app.db, { title: 'Pond' })
  const page = await openPage(app, staff, settings)
  await page.press('Create field')
  const dialog = await page.dialog('Create field')
  await waitFor(async () =>
    expect(document.activeElement).toBe(await page.found('input', 'Question, English')),
  )
  await page.type('Question, English', 'Barrier-free')
  await page.type('Question, German', 'Barrierefrei')
  await page.type('Key', 'barrier_free')
  await choose(page, /^Kind of answer/, 'One of several choices')
  await page.press('Add choice', dialog)
  await waitFor(async () =>
    expect(document.activeElement).toBe(await page.found('input', 'Choice 1, English')),
  )
  await page.type('Choice 1, English', 'Wheelchair')
  await page.type('Choice 1, German', 'Rollstuhl')
  await page.press('Save', dialog)
  await page.found('th', 'Barrier-free')
  const questions = () => [...document.querySelectorAll('tbody th')].map((cell) => cell.textContent)
  expect(questions().at(-1)).toBe('Barrier-free')
  await page.press('Move up: Barrier-free')
  await waitFor(() => expect(questions().at(-1)).not.toBe('Barrier-free'))

  const record = await openPage(app, staff, `/site-admin/project/${slug}/update/?edit=true`)
  await choose(record, /^Barrier-free/, 'Wheelchair')
  await record.press('Save')
  await record.found('.history', /Barrier-free: \(empty\) → Wheelchair/)

  const list = await openPage(app, staff, '/site-admin/projects/')
  expect(await list.rows()).toHaveLength(2)
  fireEvent.keyDown(document.body, { key: 'f' })
  const menu = await list.found<HTMLElement>('[role=dialog]', 'Filters')
  await list.type('Filter by…', 'Barrier')
  await list.press('Barrier-free', menu)
  await list.press(/^Wheelchair/, menu.querySelector('form')!)
  await list.press(/^Apply/, menu)
  await list.found('.chip', /^Barrier-free Wheelchair/)
  await waitFor(async () => expect(await list.rows()).toEqual(['Garden']))
  const headings = () => [...document.querySelectorAll('thead th')].map((cell) => cell.textContent)
  await list.press('Table Settings')
  await list.press('Barrier-free', await list.dialog('Table Settings'))
  await list.press('Save')
  await waitFor(() => expect(headings()).toContain('Barrier-free'))
  expect(document.querySelector('tbody tr')!.textContent).toContain('Wheelchair')

  const again = await openPage(app, staff, settings)
  await again.press('Edit: Barrier-free')
  await again.press('Is asked', await again.dialog(/./))
  await again.press('Save', document.querySelector('dialog[open]')!)
  await again.found('tr', /Barrier-free.*Switched off/)
  await again.press('Delete: Barrier-free')
  const asked = await again.dialog(/^Delete/)
  await again.press('Delete', asked)
  await waitFor(() => expect(asked.textContent).toContain('It is still in use, so it cannot be deleted'))
  // Projects keep their answers, but the list no longer offers the field.
  await openPage(app, staff, '/site-admin/projects/')
  await again.rows()
  await waitFor(() => expect(headings()).toContain('Project'))
  expect(headings()).not.toContain('Barrier-free')
  expect((await staff.get(`/api/v4/project/${slug}/`)).body.additional).not.toEqual({})
})
