import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '#test/runs.ts'
import { parseSearch, stringifySearch } from '#shared/search-params.ts'
import { locationOf, matcherOf } from './match.ts'

test.each([
  ['/site-admin/projects', '/site-admin/projects/'],
  ['/site-admin/projects?page=2', '/site-admin/projects/?page=2'],
  ['/site-admin/projects/?status=a%2Cb&search=', '/site-admin/projects/?status=a,b'],
  ['/site-admin/project/a%2Fb/update', '/site-admin/project/a%2Fb/update/'],
  ['//evil.example/x', '/x/'],
  ['/', '/'],
  ['', '/tasks/?page=2'],
  ['?task=7', '/tasks/?task=7'],
  ['#funding', '/tasks/?page=2#funding'],
  ['/tasks/#funding', '/tasks/#funding'],
])('%s is written %s', (href, written) => {
  expect(locationOf(href, '/tasks/?page=2').href).toBe(written)
  // Writing the address again does not change it.
  expect(locationOf(written).href).toBe(written)
})

test('an address is split into its parts', () => {
  expect(locationOf('/list?search=a+b&page=2#end')).toMatchObject({
    pathname: '/list/',
    search: { search: 'a b', page: '2' },
    hash: '#end',
  })
})

test('a parameterized path yields its parameter', () => {
  const matchOf = matcherOf(['/user/:id/update/', '/users/', '/reset/', '/reset/:token/'])
  expect(matchOf('/users/')).toEqual({ path: '/users/', params: {} })
  expect(matchOf('/user/a%2Fb%20c/update/')).toEqual({ path: '/user/:id/update/', params: { id: 'a/b c' } })
  expect(matchOf('/reset/')?.path).toBe('/reset/')
  expect(matchOf('/reset/x/')?.path).toBe('/reset/:token/')
  for (const none of ['/user//update/', '/user/a/b/update/', '/user/1/', '/users/x/', '/', '/user/%/update/'])
    expect(matchOf(none)).toBeUndefined()
})

test('a parameter with arbitrary text survives a round trip', () => {
  const matchOf = matcherOf(['/user/:id/update/'])
  fc.assert(
    fc.property(fc.string({ minLength: 1, unit: 'grapheme' }), (id) => {
      // URLs drop these segments by themselves.
      fc.pre(id !== '.' && id !== '..')
      const { pathname } = locationOf(`/user/${encodeURIComponent(id)}/update/`)
      expect(matchOf(pathname)?.params).toEqual({ id })
    }),
    { numRuns: runs(100) },
  )
})

test('query strings are plain text in both directions', () => {
  const query = { search: '100', status: 'a,b', archived: 'true', odd: 'ä & =?' }
  expect(stringifySearch(query)).toBe('?search=100&status=a,b&archived=true&odd=%C3%A4+%26+%3D%3F')
  expect(parseSearch(stringifySearch(query))).toEqual(query)
  expect(stringifySearch({ page: undefined, search: '' })).toBe('')
})
