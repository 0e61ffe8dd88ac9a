import { beforeAll, describe, expect, test } from 'vitest'
import { type Answer, type Client, useApp } from './app.ts'
import { createOrganization, createProject } from './factories.ts'

// Two people at the same moment: the calls race, and the outcome must be consistent.

const app = useApp({ resets: false })
let one: Client
let other: Client
let organization: { slug: string }
beforeAll(async () => {
  one = await app.as('superuser')
  other = await app.as('superuser')
  organization = await createOrganization(app.db)
})

const rounds = Array.from({ length: 8 }, (_, round) => round)
const codes = (answers: Answer[]) =>
  answers.map(({ status, body }) => (body.code ? `${status} ${body.code}` : `${status}`)).sort()
const both = async (call: (client: Client, n: number) => Promise<Answer>) =>
  codes(await Promise.all([call(one, 1), call(other, 2)]))

test.each(rounds)('one of two saves on one version wins, the other is an edit conflict (%i)', async () => {
  const { slug } = await createProject(app.db)
  const save = (client: Client, n: number) =>
    client.patch(`/api/v4/project/${slug}/`, { title: `By ${n}`, version: 1 })
  expect(await both(save)).toEqual(['200', '409 edit_conflict'])
  expect((await one.get(`/api/v4/project/${slug}/`)).body.version).toBe(2)
})

test.each(rounds)('one of two decisions on one version is kept (%i)', async () => {
  const { slug } = await createProject(app.db)
  const decide = (client: Client, n: number) =>
    client.post(`/api/v4/project/${slug}/review/`, { kind: 'content', outcome: 1 + n, version: 1 })
  expect(await both(decide)).toEqual(['200', '409 edit_conflict'])
})

test.each(rounds)('one of two deletions finds nothing (%i)', async () => {
  const { slug, title } = await createProject(app.db)
  const remove = (client: Client) => client.delete(`/api/v4/project/${slug}/`, { confirm_title: title })
  expect(await both(remove)).toEqual(['204', '404 not_found'])
})

test.each(rounds)('two simultaneous calls under one Idempotency-Key are done once (%i)', async (round) => {
  const { slug, title } = await createProject(app.db)
  const call = () =>
    one.post(
      '/api/v4/projects/duplicate/',
      { project_slugs: [slug] },
      { headers: { 'idempotency-key': `copy-${round}` } },
    )
  const answers = await Promise.all([call(), call()])
  expect([
    ['201', '201'],
    ['201', '409 idempotency_running'],
  ]).toContainEqual(codes(answers))
  const again = await call()
  expect(again.status).toBe(201)
  for (const answer of answers.filter(({ status }) => status === 201)) expect(answer.body).toEqual(again.body)
  const copies = await app.db
    .selectFrom('projects')
    .select('slug')
    .where('title', '=', `${title} (Copy)`)
    .execute()
  expect(copies).toHaveLength(1)
})

test.each(rounds)('simultaneous equal titles get different slugs (%i)', async (round) => {
  const create = (client: Client, title: string) =>
    client.post('/api/v4/projects/', { title, organization_slug: organization.slug, funding_type: 1 })
  const titles = [`Same ${round}`, `Same ${round}`, `Same ${round} 2`, `Same ${round}`, `Same`]
  const answers = await Promise.all(titles.map((title, n) => create(n % 2 ? one : other, title)))
  expect(codes(answers)).toEqual(titles.map(() => '201'))
  expect(new Set(answers.map(({ body }) => body.slug)).size).toBe(titles.length)
})

describe('a record deleted while another call starts to use it is either deleted or used, never both', () => {
  const outcomes = [
    ['204', '400'],
    ['200', '409 in_use'],
    ['201', '409 has_projects'],
  ]

  test.each(rounds)('an organization (%i)', async () => {
    const { slug } = await createOrganization(app.db)
    const answers = await Promise.all([
      one.delete(`/api/v4/organization/${slug}/`),
      other.post('/api/v4/projects/', { title: 'Late', organization_slug: slug, funding_type: 1 }),
    ])
    expect(outcomes).toContainEqual(codes(answers))
  })

  test.each(rounds)('a bank account (%i)', async () => {
    const path = '/api/v4/individual-bank-accounts/'
    const { slug } = (await one.post(path, { title: 'Fund', iban: 'DE89370400440532013000' })).body
    const project = await createProject(app.db)
    const answers = await Promise.all([
      one.delete(`${path}${slug}/`),
      other.patch(`/api/v4/project/${project.slug}/`, { individual_bank_account: slug, version: 1 }),
    ])
    expect(outcomes).toContainEqual(codes(answers))
  })

  test.each(rounds)('an internal status (%i)', async (round) => {
    const path = '/api/v4/organizations/internal-status/'
    const { slug } = (await one.post(path, { title: `Mark ${round}` })).body
    const user = await createOrganization(app.db)
    const answers = await Promise.all([
      one.delete(`${path}${slug}/`),
      other.patch(`/api/v4/organization/${user.slug}/`, { internal_status: slug, version: 1 }),
    ])
    expect(outcomes).toContainEqual(codes(answers))
  })
})
