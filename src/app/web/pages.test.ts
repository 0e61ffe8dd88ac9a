// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { locales, pick } from '#shared/messages.ts'
import { pagePaths } from '#shared/pages.ts'
import { matcherOf } from '#web/router/match.ts'
import { insideAddress } from '#web/session/LoginPage.tsx'
import { pagePurposes } from '../page-purposes.ts'
import { pages } from './pages.ts'

test('sign-in redirects only to addresses of this product', () => {
  expect(insideAddress('/site-admin/projects/?page=2')).toBe('/site-admin/projects/?page=2')
  for (const foreign of [
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
    undefined,
  ])
    expect(insideAddress(foreign)).toBe('/site-admin/')
  expect(insideAddress('/login/?next=/login/')).toBe('/site-admin/')
})

test('pages exist for exactly the addresses that the server answers with a page', () => {
  expect(Object.keys(pages).sort()).toEqual([...pagePaths].sort())
})

const insidePages = pagePaths.filter((path) => pages[path].kind === 'inside')

test.each(locales)('every page of the back-office states its purpose in two sentences, in %s', (locale) => {
  const purposes = insidePages.map((path) => pagePurposes[`purposes.${path}` as keyof typeof pagePurposes])
  const wrong = insidePages.filter((_path, at) => {
    const said = purposes[at] && pick(purposes[at], locale)
    return !said || said.split(/(?<=[.!?]) (?=\p{Lu})/u).length !== 2 || !said.endsWith('.')
  })
  expect(wrong).toEqual([])
})

test('each back-office page has a purpose, and no purpose is left for a removed page', () => {
  expect(Object.keys(pagePurposes).toSorted()).toEqual(
    insidePages.map((path) => `purposes.${path}`).toSorted(),
  )
})

test('each address means one page, and moved addresses lead to one that was not moved', () => {
  const matchOf = matcherOf(pagePaths)
  for (const path of pagePaths) {
    expect(matchOf(path.replace(/:\w+/, 'x'))?.path).toBe(path)
    const page = pages[path]
    if (page.kind === 'moved') expect(pages[page.to].kind).toBe('inside')
  }
})

test.each(pagePaths.map((path) => [path]))('the chunk of %s contains its page', async (path) => {
  const page = pages[path]
  if (page.kind !== 'moved') expect(await page.part.load()).toBeTypeOf('function')
})
