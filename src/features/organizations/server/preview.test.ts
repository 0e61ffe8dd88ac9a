import { expect, test } from 'vitest'
import { createGift, createOrganization, createProject } from '#test/factories.ts'
import { useApp } from '#test/app.ts'

const app = useApp()

const preview = (slug: string, token?: string) =>
  app.signedOut().get(`/organization/${slug}/${token === undefined ? '' : `?preview_token=${token}`}`)

test('anyone with the token sees the organization’s texts and its public projects with their figures', async () => {
  const organization = await createOrganization(app.db, {
    title: 'Vogelschutz',
    description: 'Wir schützen Vögel.',
    website: 'https://example.org/?a=1&b=2',
    iban: 'DE89370400440532013000',
    tax_number: '12/345',
  })
  const project = await createProject(app.db, {
    title: 'Nistkästen',
    organization_id: organization.id,
    needs: [127_500],
  })
  await createGift(app.db, project, 50_000)
  await createProject(app.db, { title: 'internal', organization_id: organization.id, review_status: 4 })
  await createProject(app.db, { title: 'unfinished', organization_id: organization.id, status: 1 })
  const answer = await preview(organization.slug, organization.preview_token)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(answer.body).toContain('<h1>Vogelschutz</h1>')
  expect(answer.body).toContain('Wir schützen Vögel.')
  expect(answer.body).toContain('href="https://example.org/?a=1&amp;b=2"')
  expect(answer.body).toContain('€500.00 of €1,275.00')
  expect(answer.body).toContain('content="noindex, nofollow"')
  for (const hidden of ['internal', 'unfinished', 'DE8937', '12/345', '<script'])
    expect(answer.body).not.toContain(hidden)
})

test('a wrong token, a missing token and an unknown organization get the same 404 page', async () => {
  const organization = await createOrganization(app.db)
  const answers = [
    await preview(organization.slug, 'wrong'),
    await preview(organization.slug, `${organization.preview_token}x`),
    await preview(organization.slug),
    await preview('unknown', organization.preview_token),
  ]
  expect(answers.map((answer) => answer.status)).toEqual([404, 404, 404, 404])
  expect(new Set(answers.map((answer) => answer.body)).size).toBe(1)
  expect(answers[0]!.body).toContain('<h1>Not found</h1>')
  expect((await preview(organization.slug, 'a&preview_token=b')).status).toBe(400)
})

test('user input is escaped, and only web addresses become links', async () => {
  const organization = await createOrganization(app.db, {
    title: '<script>alert(1)</script>',
    description: '"><img src=x>',
    website: 'javascript:alert(1)',
  })
  await createProject(app.db, { title: '<b>x</b>', organization_id: organization.id })
  const { body } = await preview(organization.slug, organization.preview_token)
  expect(body).not.toMatch(/<script|<img|<b>|href="javascript/)
  expect(body).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
})

test('the page is in the visitor’s language, and its style sheet is served', async () => {
  const organization = await createOrganization(app.db)
  const path = `/organization/${organization.slug}/?preview_token=${organization.preview_token}`
  const { body } = await app.signedOut().get(path, { locale: 'sie_DE' })
  expect(body).toContain('<html lang="de">')
  expect(body).toContain('Noch keine öffentlichen Projekte')
  const styles = await app.signedOut().get('/document.css')
  expect([styles.status, styles.headers.get('content-type')]).toEqual([200, 'text/css; charset=utf-8'])
})
