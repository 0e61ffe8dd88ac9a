import { beforeAll, expect, test } from 'vitest'
import { contracts } from '#app/contracts.ts'
import type { Route } from '#shared/route.ts'
import { type Client, useApp } from './app.ts'
import { givenDocument } from './documents.ts'
import { createOrganization, createProject } from './factories.ts'
import { makeBudget, makeCompany } from './money.ts'
import { givenPhotos } from './photos.ts'
import { databaseChecksums } from './table-checksums.ts'

// An address with two records names the second within the first: with another owner it is not found, even for staff
// with every right.

type Named = { path: string; body?: object }
/** The address of the second record under its own owner and under another one. */
type Pair = { own: Named; mixed: Named }

const routes: Route[] = Object.values(contracts).flatMap((contract) =>
  Object.values(contract as Record<string, Route>),
)
const name = ({ method, path }: Route) => `${method} ${path}`
const withTwo = routes.filter(({ path }) => (path.match(/:/g) ?? []).length > 1)
/** Template versions count from 1 per template: a number belongs to the template in the address. */
const counted = withTwo.filter(({ path }) =>
  path.startsWith('/api/v4/document-templates/:slug/versions/:number/'),
)

const app = useApp({ resets: false })
let staff: Client
let pairs: Record<string, Pair>
/** A text only the second record's owner has. */
const secret = 'Zwickelhof'

beforeAll(async () => {
  staff = await app.as('superuser')
  pairs = await makePairs()
})

async function makePairs(): Promise<Record<string, Pair>> {
  const [a, b] = await Promise.all(['Anger', secret].map((title) => createOrganization(app.db, { title })))
  const [ofA, ofB] = await Promise.all(
    [a!, b!].map(({ id, title }) =>
      createProject(app.db, { organization_id: id, title: `Projekt ${title}` }),
    ),
  )
  const [photo] = await givenPhotos(staff, ofB!.slug, `${secret}.jpg`)
  const photoOf = (slug: string, end = '', body?: object): Named => ({
    path: `/api/v3/projects/${slug}/photos/${photo.id}/${end}`,
    ...(body && { body }),
  })
  const photoPair = (end?: string, body?: object): Pair => ({
    own: photoOf(ofB!.slug, end, body),
    mixed: photoOf(ofA!.slug, end, body),
  })
  const documentOf = (id: number) =>
    givenDocument(staff, { type: 'receipt', target_type: 'organization', target_id: id })
  const [documentA, documentB] = [await documentOf(a!.id), await documentOf(b!.id)]
  const sending = { email: 'p@x.example', language: 'sie_DE', message: '', way: 'link', until: '2026-12-01' }
  const sent = await staff.post(`/api/v4/documents/${documentB.slug}/send/`, sending)
  expect([sent.status, sent.body]).toEqual([200, sent.body])
  const [link] = (await staff.get(`/api/v4/documents/${documentB.slug}/links/`)).body
  const linkOf = ({ slug }: { slug: string }): Named => ({
    path: `/api/v4/documents/${slug}/links/${link.id}/`,
  })
  const companyA = await makeCompany(app.db, { slug: 'anger', title: 'Anger' })
  const companyB = await makeCompany(app.db, { slug: 'company-b', title: secret })
  const budget = await makeBudget(app.db, { company_id: companyB.id, slug: 'own', title: secret })
  const budgetOf = ({ slug }: { slug: string }): Named => ({
    path: `/api/v4/companies/donating-companies/${slug}/budgets/${budget.slug}/`,
    body: { title: 'Neu', version: budget.version },
  })
  const undoing = async (
    path: string,
    type: string,
    of: { id: number; slug: string },
    other: { slug: string },
  ) => {
    const { version } = (await staff.get(`/api/v4/${path}/${of.slug}/`)).body
    const changed = await staff.patch(`/api/v4/${path}/${of.slug}/`, { description: 'Neu', version })
    expect([changed.status, changed.body]).toEqual([200, changed.body])
    const { id } = await app.db
      .selectFrom('audit_events')
      .select('id')
      .where('object_type', '=', type)
      .where('object_id', '=', of.id)
      .where('action', '=', 'change')
      .executeTakeFirstOrThrow()
    const at = ({ slug }: { slug: string }): Named => ({
      path: `/api/v4/${path}/${slug}/history/${id}/undo/`,
    })
    return { own: at(of), mixed: at(other) }
  }
  const preview = ({ slug, preview_token }: { slug: string; preview_token: string }): Named => ({
    path: `/organization/${slug}/photos/${photo.id}/?preview_token=${preview_token}`,
  })
  return {
    'POST /api/v4/organization/:slug/history/:event/undo/': await undoing(
      'organization',
      'organization',
      b!,
      a!,
    ),
    'POST /api/v4/project/:slug/history/:event/undo/': await undoing('project', 'project', ofB!, ofA!),
    'PATCH /api/v4/companies/donating-companies/:slug/budgets/:budget/': {
      own: budgetOf(companyB),
      mixed: budgetOf(companyA),
    },
    'DELETE /api/v4/documents/:slug/links/:id/': { own: linkOf(documentB), mixed: linkOf(documentA) },
    'GET /organization/:slug/photos/:id/': { own: preview(b!), mixed: preview(a!) },
    'PATCH /api/v3/projects/:slug/photos/:id/': photoPair('', { alt: 'Neu', version: photo.version }),
    'GET /api/v3/projects/:slug/photos/:id/file/': photoPair('file/'),
    'GET /api/v3/projects/:slug/photos/:id/thumb/': photoPair('thumb/'),
    'DELETE /api/v3/projects/:slug/photos/:id/': photoPair(),
  }
}

const tried = withTwo.filter((route) => !counted.includes(route))

test('covers every route with two identifiers', () => {
  expect(Object.keys(pairs).toSorted()).toEqual(tried.map(name).toSorted())
})

// Deleting calls come last.
test.each(tried.toSorted((a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE')).map(name))(
  '%s answers 404 for another owner’s record',
  async (route) => {
    const { own, mixed } = pairs[route]!
    const method = route.split(' ', 1)[0] as Route['method']
    const call = ({ path, body }: Named) => staff.call(method, path, { ...(body && { body }) })
    await app.services.searches.written()
    const before = await databaseChecksums(app.db)
    const answer = await call(mixed)
    expect([answer.status, answer.body]).toEqual([404, answer.body])
    expect(Buffer.from(answer.bytes).toString('latin1')).not.toContain(secret)
    expect(await databaseChecksums(app.db)).toEqual(before)
    // Under its own owner the same call succeeds.
    const right = await call(own)
    expect([right.status < 300, right.body]).toEqual([true, right.body])
  },
)
