// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { pagePaths } from '#shared/pages.ts'
import { router } from './router.tsx'
import { parseSearch, stringifySearch } from '#web/search-params.ts'
import { insideAddress } from '#web/session/LoginPage.tsx'

test('signing in opens only addresses of this product', () => {
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

test('query strings are plain text in both directions', () => {
  const query = { search: '100', status: 'a,b', archived: 'true', odd: 'ä & =?' }
  expect(stringifySearch(query)).toBe('?search=100&status=a,b&archived=true&odd=%C3%A4+%26+%3D%3F')
  expect(parseSearch(stringifySearch(query))).toEqual(query)
  expect(stringifySearch({ page: undefined, search: '' })).toBe('')
})

test('the router knows exactly the addresses that the server answers with a page', () => {
  const known = Object.keys(router.routesByPath).map((path) => (path.endsWith('/') ? path : `${path}/`))
  expect(known.filter((path) => path !== '/' && path !== '/site-admin/$/').sort()).toEqual(
    [...pagePaths].sort(),
  )
})
