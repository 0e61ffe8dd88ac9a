import { fireEvent, waitFor } from '@testing-library/dom'
import { expect, test } from 'vitest'
import type { Client, TestApp } from '#test/app.ts'
import { createOrganization, createProject, createTask } from '#test/factories.ts'
import { eachOnNewPage, openPage } from '#test/page.tsx'

// The command palette over all kinds of records, in the real app.

let app: TestApp
let staff: Client
eachOnNewPage(async (given) => {
  app = given
  staff = await app.as('superuser')
})

const input = () => document.querySelector<HTMLInputElement>('[role=combobox]')!
const type = (value: string) => fireEvent.change(input(), { target: { value } })
const key = (name: string, more: object = {}) => fireEvent.keyDown(input(), { key: name, ...more })
const groups = () =>
  [...document.querySelectorAll('[role=listbox] > [role=group]')].map((group) => [
    group.querySelector('.palette-title')?.textContent,
    ...[...group.querySelectorAll('[role=option] .palette-text')].map((text) =>
      [...text.childNodes]
        .filter((part) => !(part as Element).classList?.contains('palette-about'))
        .map((part) => part.textContent)
        .join(''),
    ),
  ])
const active = () => document.querySelector('[role=option][data-active] .palette-text')?.textContent
const kinds = () => [...document.querySelectorAll('.palette-kind')].map((chip) => chip.textContent?.trim())

async function openPalette(client = staff, address = '/site-admin/projects/') {
  const page = await openPage(app, client, address)
  await page.found('button', /Search or jump to/)
  // The page's own actions appear once it is loaded.
  await page.found('h1', /./)
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true })
  await waitFor(() => expect(input()).toBe(document.activeElement))
  return page
}

async function talheim() {
  const { id } = await createOrganization(app.db, {
    title: 'Förderverein Grundschule Talheim e. V.',
    postcode: '74388',
    city: 'Talheim',
  })
  const projects: { id: number; slug: string }[] = []
  for (const title of ['Kletterwand', 'Schulgarten', 'Trommeln', 'Werkbank'])
    // oxlint-disable-next-line no-await-in-loop -- in their order
    projects.push(await createProject(app.db, { title: `${title} Grundschule Talheim`, organization_id: id }))
  await createTask(app.db, { title: 'Angebot der Grundschule', project_id: projects[0]!.id })
  return projects
}

test('the best match is on top, then two of each kind and a way to all; Tab changes kind, letters are marked', async () => {
  await talheim()
  await openPalette()
  type('grundschule tal')
  await waitFor(() =>
    expect(groups()).toEqual([
      ['Best match', expect.stringMatching(/ Grundschule Talheim$/)],
      [
        'More',
        expect.stringMatching(/ Grundschule Talheim$/),
        expect.stringMatching(/ Grundschule Talheim$/),
        'Show all 4: Projects',
        'Förderverein Grundschule Talheim e. V.',
        'Angebot der Grundschule',
      ],
      ['On this page', 'Search the list for “grundschule tal”'],
    ]),
  )
  expect(kinds()).toEqual(['All', 'Projects 4', 'Organizations 1', 'Tasks 1'])
  expect([...document.querySelectorAll('[data-active] mark')].map((mark) => mark.textContent)).toContain(
    'Tal',
  )
  key('Tab')
  await waitFor(() => expect(groups()).toEqual([[undefined, ...Array(4).fill(expect.anything())]]))
  key('Tab')
  await waitFor(() => expect(groups()).toEqual([[undefined, 'Förderverein Grundschule Talheim e. V.']]))
  expect(document.querySelector('.palette-about')!.textContent).toMatch(/· 74388 Talheim$/)
  key('Tab', { shiftKey: true })
  await waitFor(() => expect(groups()[0]).toHaveLength(5))
  key('Tab', { shiftKey: true })
  await waitFor(() => expect(groups()[0]![0]).toBe('Best match'))
})

test('only Enter opens; with nothing typed, recently opened records come first, by their current name', async () => {
  const [first] = await talheim()
  await openPalette()
  type('kletterwand')
  await waitFor(() => expect(active()).toMatch(/^Kletterwand/))
  expect(location.pathname).toBe('/site-admin/projects/')
  key('Enter')
  await waitFor(() => expect(location.pathname).toBe(`/site-admin/project/${first!.slug}/update/`))
  await waitFor(() => expect(document.querySelector('h1')?.textContent).toMatch(/^Kletterwand/))
  await app.db.updateTable('projects').set({ title: 'Boulderwand' }).where('id', '=', first!.id).execute()
  await openPalette()
  await waitFor(() => expect(groups()[0]).toEqual(['Recent', 'Boulderwand']))
  expect(Object.values(localStorage).join()).not.toContain('Boulderwand')
})

test('typos are corrected with a notice; an empty result is shown as such and offers to search the list', async () => {
  await talheim()
  await openPalette()
  type('kleterwand')
  await waitFor(() => expect(active()).toMatch(/^Kletterwand/))
  expect(document.querySelector('.palette-foot')!.textContent).toContain('spelling corrected: kletterwand')
  type('xylophon')
  await waitFor(() => expect(groups()).toEqual([['On this page', 'Search the list for “xylophon”']]))
  key('Enter')
  await waitFor(() => expect(location.search).toContain('search=xylophon'))
})

test('actions depend on rights: create a project, start a review, change the appearance, sign out', async () => {
  const offers = async (typed: string, client: Client, texts: string[]) => {
    await openPalette(client, '/site-admin/')
    type(typed)
    // Starting points load from a separate file.
    await waitFor(() => {
      expect(document.querySelector('[role=option], .palette-none')).not.toBeNull()
      expect(groups().flatMap(([, ...offered]) => offered)).toEqual(texts)
    })
  }
  await offers('create pro', staff, ['Create project'])
  await offers('start review', staff, ['Start review'])
  const clerk = await app.as(['view_projects'])
  await offers('create pro', clerk, [])
  await offers('start review', clerk, [])
  await offers('dark', clerk, ['Appearance: Dark'])
  key('Enter')
  await waitFor(() => expect(document.documentElement.dataset.colorScheme).toBe('dark'))
  await offers('sign out', clerk, ['Sign out'])
  key('Enter')
  await waitFor(() => expect(location.pathname).toBe('/login/'))
})

test('the actions of the page are offered by their names', async () => {
  const page = await openPalette()
  const options = () => [...document.querySelectorAll('[role=option]')].map((option) => option.textContent)
  type('table set')
  await waitFor(() =>
    expect(options()).toEqual([
      expect.stringMatching(/^Table SettingsAction/),
      expect.stringMatching(/^Search the list for “table set”/),
    ]),
  )
  key('Enter')
  await page.press('Close', await page.dialog('Table Settings'))
  await waitFor(() => expect(document.querySelector('dialog[open]')).toBeNull())
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true })
  await waitFor(() => expect(input()).toBe(document.activeElement))
  type('create pro')
  await waitFor(() =>
    expect(options()).toEqual([
      expect.stringMatching(/^Create projectAction/),
      expect.stringMatching(/^Search the list for/),
    ]),
  )
  key('Enter')
  await page.found('h1', 'Create project')
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Create project'))
})

test.each([
  ['Four eyes', '/site-admin/settings/approvals/'],
  ['Largest private donation', '/site-admin/settings/features/'],
  ['Waiting is overdue', '/site-admin/settings/limits/'],
])('the setting “%s” is found by its name and opens its page', async (name, address) => {
  const page = await openPalette(staff, '/site-admin/')
  type(name)
  await waitFor(() => expect(document.querySelector('[role=option]')?.textContent).toContain(name))
  key('Enter')
  await waitFor(() => expect(page.address()).toBe(address))
})
