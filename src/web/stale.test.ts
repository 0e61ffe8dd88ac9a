import { QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, test } from 'vitest'
import { queryClient } from './query-client.ts'
import { markListStale, markStale, refreshed, staleAfter } from './stale.ts'

let reads: string[] = []
let leave: (() => void)[] = []

/** Observes a query, as a part of the page does, and starts its first fetch; `read` is the fetch. */
async function show(route: string, params = {}, read: () => Promise<unknown> = async () => 'answer') {
  const observer = new QueryObserver(queryClient, {
    queryKey: [route, { params }],
    queryFn: () => {
      reads.push(route)
      return read()
    },
  })
  leave.push(observer.subscribe(() => undefined))
  await Promise.resolve()
}
const shown = async (...routes: string[]) => {
  for (const route of routes) await show(route)
  await expect.poll(() => queryClient.isFetching()).toBe(0)
  reads = []
}

const projects = 'GET /api/v4/projects/'
const project = 'GET /api/v4/project/:slug/'
const counts = 'GET /api/v4/counts/'
const users = 'GET /api/v4/users/'

afterEach(() => {
  for (const each of leave) each()
  leave = []
  reads = []
  queryClient.clear()
})

test('a change refetches the queries that show it, and those that any change can alter', async () => {
  await shown(projects, users, counts)
  staleAfter('POST /api/v4/projects/')
  await refreshed()
  expect(reads.toSorted()).toEqual([counts, projects])
})

test('a change that no open page shows refetches nothing', async () => {
  await shown(projects, counts)
  staleAfter('PATCH /api/v4/users/profile/')
  await refreshed()
  expect(reads).toEqual([])
})

test('a query whose new answer the caller has already stored is not refetched', async () => {
  await shown(projects, project)
  staleAfter('PATCH /api/v4/project/:slug/', { slug: 'a' })
  queryClient.setQueryData([project, { params: {} }], 'saved')
  await refreshed()
  expect(reads).toEqual([projects])
})

test('a query first sent after the answer is not sent twice', async () => {
  await shown(projects)
  staleAfter('POST /api/v4/projects/')
  await show(project)
  await refreshed()
  expect(reads.toSorted()).toEqual([project, projects])
})

test('a first read that began before the change is repeated after it', async () => {
  let answer: (value: unknown) => void = () => undefined
  await show(projects, {}, () => new Promise((resolve) => (answer = resolve)))
  staleAfter('POST /api/v4/projects/')
  const done = refreshed()
  const state = () => queryClient.getQueryState([projects, { params: {} }])
  await expect.poll(() => state()?.isInvalidated).toBe(true)
  answer('old')
  await expect.poll(() => reads).toEqual([projects, projects])
  answer('new')
  await done
  expect(state()?.data).toBe('new')
})

test('a deleted record is marked stale but not refetched; its neighbours are refetched', async () => {
  await show(project, { slug: 'gone' })
  await show(project, { slug: 'stays' })
  await shown(projects)
  staleAfter('DELETE /api/v4/project/:slug/', { slug: 'gone' })
  await refreshed()
  expect(reads.toSorted()).toEqual([project, projects])
  expect(queryClient.getQueryState([project, { params: { slug: 'gone' } }])?.isInvalidated).toBe(true)
})

test('a deleted part of a record is refetched', async () => {
  const signature = 'GET /api/v4/organization/:slug/signature/'
  await show(signature, { slug: 'a' })
  await shown()
  staleAfter('DELETE /api/v4/organization/:slug/signature/', { slug: 'a' })
  await refreshed()
  expect(reads).toEqual([signature])
})

test('an approved act makes everything stale', async () => {
  await shown(projects, users)
  staleAfter('POST /api/v4/approvals/:id/approve/')
  await refreshed()
  expect(reads.toSorted()).toEqual([projects, users])
})

test('work that ends later refetches the queries that show its subjects', async () => {
  await shown(projects, users)
  await markStale('project')
  expect(reads).toEqual([projects])
})

test('marking a list stale also refetches the queries that show the same subjects', async () => {
  await shown(projects, project, users)
  await markListStale(projects)
  expect(reads.toSorted()).toEqual([project, projects])
})
