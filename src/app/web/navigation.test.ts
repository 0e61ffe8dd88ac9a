// @vitest-environment jsdom
import { renderToStaticMarkup } from 'react-dom/server'
import { createElement } from 'react'
import { expect, test } from 'vitest'
import { plainPages } from '#shared/plain-pages.ts'
import { goKeysOf, type NavigationPage, type OfferedEntry, placeOf } from '#web/shell/navigation.ts'
import { navigation } from './navigation.ts'
import { pageIcons } from './page-icons.ts'
import { pages } from './pages.ts'
import { startingPoints } from './starting-points.ts'

const all: NavigationPage[] = navigation.flatMap((entry) => entry.pages)

test('the navigation has at most twelve entries', () => {
  expect(navigation.length).toBeLessThanOrEqual(12)
})

test('no two icons that can appear in the navigation are alike', () => {
  const pinnable = navigation.filter((entry) => entry.pages.length > 1).flatMap((entry) => entry.pages)
  expect(Object.keys(pageIcons).sort()).toEqual(pinnable.map(({ to }) => to).sort())
  const drawn = [...navigation.map(({ icon }) => icon), ...Object.values(pageIcons)].map((icon) =>
    renderToStaticMarkup(createElement(icon)).replace(/ class="[^"]*"/, ''),
  )
  expect(new Set(drawn).size).toBe(drawn.length)
})

test('every page without a record in its address is in the navigation or the palette', () => {
  const named = new Set<string>([
    ...all.flatMap(({ to, views }) => [to, ...(views ?? [])]),
    ...startingPoints.map(({ to }) => to),
    '/site-admin/profile/',
  ])
  expect(plainPages.filter((page) => pages[page].kind !== 'moved' && !named.has(page))).toEqual([])
})

test('every navigation entry has a key after g, and no key leads to two pages', () => {
  const keys = goKeysOf(navigation as unknown as OfferedEntry[])
  expect(navigation.filter(({ key }) => !key)).toEqual([])
  expect(new Set(keys.map(({ key }) => key)).size).toBe(keys.length)
  const led = Object.fromEntries(keys.map(({ key, to }) => [key, to]))
  expect(led).toMatchObject({
    d: '/site-admin/',
    t: '/site-admin/tasks/',
    a: '/site-admin/approvals/',
    p: '/site-admin/projects/',
    o: '/site-admin/organizations/',
    e: '/site-admin/emails/',
    u: '/site-admin/users/',
  })
})

test.each([
  ['/site-admin/project/garten/update/', '/site-admin/projects/'],
  ['/site-admin/projects/runs/', '/site-admin/projects/runs/'],
  ['/site-admin/tasks/templates/', '/site-admin/tasks/templates/'],
  ['/site-admin/tasks/week/', '/site-admin/tasks/'],
  ['/site-admin/logs/journal/12/', '/site-admin/logs/journal/'],
  ['/site-admin/documents/x/view/', '/site-admin/documents/administration/'],
  ['/site-admin/profile/', undefined],
])('%s is placed under %s in the navigation', (path, page) => {
  expect(placeOf(navigation, path)?.page.to).toBe(page)
})
