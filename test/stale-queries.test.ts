import { describe, expect, test } from 'vitest'
import { contracts } from '#app/contracts.ts'
import type { Route } from '#shared/route.ts'
import { subjects } from '#shared/subjects.ts'

// Each route declares the subjects that a call changes and a response shows, so that the page refetches stale queries
// (docs/decisions/0001).

const routes: Route[] = Object.values(contracts).flatMap((contract) =>
  Object.values(contract as Record<string, Route>),
)
const name = (route: Route) => `${route.method} ${route.path}`
const isFile = ({ response }: Route) => response === 'file' || response === 'html'
const queries = routes.filter((route) => route.method === 'GET' && !isFile(route))
const changing = routes.filter((route) => route.method !== 'GET')

/** Answers that no declared change makes stale; the comment in the contract says why. */
const neverStale = [
  'GET /api/v4/documents/:slug/findings/',
  'GET /api/v4/logs/searches/',
  'GET /api/v4/reviews/queue/',
  'GET /api/v4/session/',
  'GET /api/v4/users/invite/:token/',
  'GET /api/v4/users/presets/',
]

describe('every route declares which changes make it stale', () => {
  test('a query says what it shows', () => {
    expect(queries.filter(({ shows }) => shows === undefined).map(name)).toEqual([])
    expect(
      queries
        .filter(({ shows }) => shows?.length === 0)
        .map(name)
        .toSorted(),
    ).toEqual(neverStale)
  })

  test('a changing call declares what it changes', () => {
    expect(changing.filter(({ changes }) => changes === undefined).map(name)).toEqual([])
  })

  test('a file shows nothing that could go stale, and a call that changes something shows nothing', () => {
    const others = routes.filter((route) => !queries.includes(route))
    expect(others.filter(({ shows }) => shows !== undefined).map(name)).toEqual([])
  })
})

test.each(subjects)('%s is shown by a query and changed by a call', (subject) => {
  const has = (said: Route['shows']) => said !== undefined && said !== 'anything' && said.includes(subject)
  expect(queries.some(({ shows }) => has(shows))).toBe(true)
  // Any call that may need a second person can make a proposal; `api()` knows it by the answer.
  const mayPropose = (route: Route) => subject === 'approval' && route.approval !== undefined
  expect(routes.some((route) => has(route.changes) || mayPropose(route))).toBe(true)
})
