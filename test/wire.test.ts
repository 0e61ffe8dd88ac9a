import { beforeEach, describe, expect, test } from 'vitest'
import { type Client, useApp } from './app.ts'
import { createOrganization } from './factories.ts'

// Rules for every call: the language of an answer, and valid bodies.

const app = useApp()
let staff: Client
beforeEach(async () => void (staff = await app.as('superuser')))

describe('the language of an answer', () => {
  const refusal = async (header: string) =>
    (await staff.get('/api/v4/project/nothing/', { headers: { 'accept-language': header } })).body.detail

  test('follows the header’s weights', async () => {
    expect(await refusal('de;q=0.2, en;q=0.8')).toBe('Not found')
    expect(await refusal('fr, de;q=0.8, en;q=0.2')).toBe('Nicht gefunden')
  })

  test('is the profile’s when the header asks for none of ours', async () => {
    await app.db.updateTable('users').set({ language: 'du_DE' }).where('id', '=', staff.userId).execute()
    expect(await refusal('fr-FR, it;q=0.5')).toBe('Nicht gefunden')
    expect(await refusal('en')).toBe('Not found')
  })
})

test('a null body is refused: the body must be a JSON object', async () => {
  const answer = await staff.patch('/api/v4/users/profile/', null)
  expect([answer.status, answer.body]).toEqual([
    400,
    { non_field_errors: ['The body must be a JSON object'] },
  ])
})

test('a created record’s address is returned, on a repeated call as well', async () => {
  const headers = { 'idempotency-key': 'one' }
  const make = () =>
    staff.post('/api/v4/organizations/', { title: 'Ä e. V.', email_contact: 'a@example.org' }, { headers })
  for (const answer of [await make(), await make()]) {
    expect([answer.status, answer.headers.get('location')]).toEqual([
      201,
      `/api/v4/organization/${answer.body.slug}/`,
    ])
    expect((await staff.get(answer.headers.get('location')!)).body.title).toBe('Ä e. V.')
  }
})

test('a field gets a single error message', async () => {
  const list = await staff.get('/api/v4/projects/?page_size=1000&page=0')
  expect(list.status).toBe(400)
  for (const messages of Object.values(list.body)) expect(messages).toHaveLength(1)
})

test('a name with direction marks is refused, and a stored one is shown with the marks visible', async () => {
  const spoof = 'Verein \u202Efdp.exe'
  const refused = await staff.post('/api/v4/organizations/', { title: spoof, email_contact: 'a@example.org' })
  expect([refused.status, Object.keys(refused.body)]).toEqual([400, ['title']])
  const { slug } = await createOrganization(app.db, { title: spoof })
  const info = await staff.get(`/api/v4/organization/${slug}/info/`)
  expect(info.body.html).not.toMatch(/\u202E/)
  // Edited values stay unchanged.
  expect((await staff.get(`/api/v4/organization/${slug}/`)).body.title).toBe(spoof)
})
