import { fireEvent, waitFor } from '@testing-library/dom'
import { expect, test } from 'vitest'
import type { Client, TestApp } from '#test/app.ts'
import { eachOnNewPage, openPage } from '#test/page.tsx'

// The page of a mail's wording in the real app: chips, previews of drafts, and languages side by side.

let app: TestApp
let clerk: Client
eachOnNewPage(async (given) => {
  app = given
  clerk = await app.as(['change_email_templates'])
})

const call = (key: string) => `/api/v4/email-templates/${key}/`
const page = (key: string) => `/site-admin/email-template/${key}/update/`
type Page = Awaited<ReturnType<typeof openPage>>

const editorOf = (field: string) =>
  waitFor(() => {
    const found = document.querySelector<HTMLElement>(`[role=textbox][data-name="${field}"]`)
    if (!found) throw new Error(`no editor ${field}`)
    return found
  })
const chipsOf = (editor: HTMLElement) =>
  [...editor.querySelectorAll('.wording-chip')].map((chip) => [
    chip.textContent,
    chip.getAttribute('aria-label'),
  ])
/** The stored value of a field. */
const saved = async (key: string) => (await clerk.get(call(key))).body
async function insert(opened: Page, field: string, item: string) {
  await opened.press(`Insert into: ${field}`)
  await opened.press(item)
}

test('staff see chips with names, never code; an inserted chip is saved as its source', async () => {
  const opened = await openPage(app, clerk, page('task_due'))
  const body = await editorOf('body.en_US')
  expect(body.getAttribute('aria-multiline')).toBe('true')
  expect(chipsOf(body)).toEqual([
    ['If given: Name of the recipient', 'If given: Name of the recipient'],
    ['Name of the recipient', 'Variable: Name of the recipient'],
    ['End', 'End of the part: Name of the recipient'],
    ['Title', 'Variable: Title'],
    ['If given: Project or organization', 'If given: Project or organization'],
    ['If Kind of target is “organization”', 'If Kind of target is “organization”'],
    ['Otherwise', 'Otherwise (Kind of target)'],
    ['End', 'End of the part: Kind of target'],
    ['Project or organization', 'Variable: Project or organization'],
    ['End', 'End of the part: Project or organization'],
    ...['Due date', 'Created by', 'Description'].flatMap((name) => [
      [`If given: ${name}`, `If given: ${name}`],
      [name, `Variable: ${name}`],
      ['End', `End of the part: ${name}`],
    ]),
    ['If given: Link to the task', 'If given: Link to the task'],
    ['Open the task → Link to the task', 'Link to the task: “Open the task”'],
    ['End', 'End of the part: Link to the task'],
  ])
  expect(document.querySelector('form')!.textContent).not.toMatch(/\{\{|\{%/)
  await insert(opened, 'Subject', 'Due date')
  await opened.press('Save')
  await waitFor(async () =>
    expect((await saved('task_due')).subject.en_US).toBe('Your task is due today: {{ title }}{{ due_date }}'),
  )
  // Links are offered for the body, not for the subject.
  await opened.press('Insert into: Subject')
  expect(opened.find('[role=menuitem]', 'Link to the task')).toBeUndefined()
})

test('a wording that chips cannot express opens as code with the reason and is kept unchanged', async () => {
  const body = { en_US: '{{ title | upcase }} is due' }
  expect((await clerk.patch(call('task_due'), { body, version: 0 })).status).toBe(200)
  const opened = await openPage(app, clerk, page('task_due'))
  const code = await opened.found<HTMLTextAreaElement>('textarea', 'Text')
  expect(code.value).toBe('{{ title | upcase }} is due')
  await opened.found('p', 'Shown as code: chips cannot show what is worked out in {{ title | upcase }}')
  await opened.type('Text', '{{ title }} is due')
  await opened.press('Show chips')
  expect(chipsOf(await editorOf('body.en_US'))).toEqual([['Title', 'Variable: Title']])
})

test('Delete removes a chip, Ctrl Z restores it, and Discard starts over', async () => {
  const opened = await openPage(app, clerk, page('task_completed'))
  const subject = await editorOf('subject.en_US')
  expect(chipsOf(subject)).toHaveLength(1)
  subject.focus()
  fireEvent.keyDown(subject, { key: 'Backspace' })
  await waitFor(() => expect(chipsOf(subject)).toEqual([]))
  await opened.found('[aria-live]', 'Removed: Variable: Title')
  fireEvent.keyDown(subject, { key: 'z', ctrlKey: true })
  await waitFor(() => expect(chipsOf(subject)).toHaveLength(1))
  fireEvent.keyDown(subject, { key: 'Backspace' })
  await opened.press('Discard')
  await waitFor(() => expect(chipsOf(subject)).toHaveLength(1))
})

test('the test mail has the unsaved text on the screen', async () => {
  const opened = await openPage(app, clerk, page('task_due'))
  await editorOf('subject.en_US')
  await insert(opened, 'Subject', 'Due date')
  await opened.press('Send test to me')
  await opened.found('[role=status]', /Test mail on its way/)
  await app.runJobs()
  const mails = await app.db.selectFrom('emails').select('subject').orderBy('id').execute()
  expect(mails).toEqual([{ subject: expect.stringMatching(/^Your task is due today: .*\d\d\.\d\d\.\d{4}$/) }])
  expect((await saved('task_due')).version).toBe(0)
})

test('languages side by side: an unadapted text is marked until somebody looks at it', async () => {
  await clerk.patch(call('task_due'), { subject: { en_US: 'Due now: {{ title }}' }, version: 0 })
  const opened = await openPage(app, clerk, page('task_due'))
  await editorOf('subject.en_US')
  await opened.found('[role=tab]', /^Deutsch \(du\) not yet adapted$/)
  await opened.press('Deutsch (du)', await opened.found('[role=group]', 'Side by side with'))
  const [english, german] = [await editorOf('subject.en_US'), await editorOf('subject.du_DE')]
  expect([english.textContent, german.textContent]).toEqual([
    'Due now: Title',
    'Deine Aufgabe ist heute fällig: Title',
  ])
  await opened.press('Text may stay')
  await opened.found('[role=status]', /Looked at: Deutsch \(du\)/)
  await waitFor(() => expect(opened.find('[role=tab]', /^Deutsch \(du\) not yet adapted$/)).toBeUndefined())
  expect((await saved('task_due')).not_adapted_languages).toEqual(['sie_DE'])
})

test('a person who may only view sees the same chips and changes nothing', async () => {
  const reader = await app.as(['view_email_templates'])
  const opened = await openPage(app, reader, page('task_due'))
  const subject = await editorOf('subject.en_US')
  expect(subject.getAttribute('contenteditable')).toBe('false')
  expect(chipsOf(subject)).toHaveLength(1)
  expect(opened.find('button', /^Insert/)).toBeUndefined()
})
