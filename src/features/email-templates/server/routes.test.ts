import { beforeEach, expect, test } from 'vitest'
import { type Client, useApp } from '#test/app.ts'
import { editableKeys } from '../templates.ts'

const app = useApp()
let clerk: Client
beforeEach(async () => void (clerk = await app.as(['change_email_templates'])))
const path = (key: string, action = '') => `/api/v4/email-templates/${key}/${action}`
const refused = async (body: object) => {
  const answer = await clerk.patch(path('task_created'), { version: 0, ...body })
  return [answer.status, answer.body] as const
}

test('every template is listed with its wording in three languages and its variables', async () => {
  const { body } = await clerk.get('/api/v4/email-templates/', { locale: 'du_DE' })
  expect(body.results.map((row: { key: string }) => row.key)).toEqual([...editableKeys])
  expect(body).toMatchObject({ count: editableKeys.length, total_pages: 1, current_page: 1 })
  expect(body.results[0]).toMatchObject({
    title: 'Neue Aufgabe',
    changed_languages: [],
    version: 0,
    updated_at: null,
    subject: { en_US: expect.stringContaining('{{ title }}') },
  })
  expect(body.results[0].variables).toContainEqual({
    name: 'title',
    kind: 'text',
    required: true,
    secret: false,
    meaning: 'Titel',
    label: 'Titel',
  })
  expect((await clerk.get(path('nothing'))).status).toBe(404)
})

test('a wording is changed in one language only, used by the preview, and reset to the default', async () => {
  const before = (await clerk.get(path('task_created'))).body
  const change = { subject: { du_DE: 'Neu: {{ title }}' }, version: 0 }
  const changed = await clerk.patch(path('task_created'), change)
  expect(changed.status).toBe(200)
  expect(changed.body).toMatchObject({ changed_languages: ['du_DE'], version: 1 })
  expect(changed.body.subject).toEqual({ ...before.subject, du_DE: 'Neu: {{ title }}' })
  const stale = await clerk.patch(path('task_created'), change)
  expect([stale.status, stale.body.code, stale.body.current.version]).toEqual([409, 'edit_conflict', 1])
  const preview = await clerk.post(path('task_created', 'preview/'), { language: 'du_DE' })
  expect(preview.body.subject).toBe('Neu: Freistellungsbescheid prüfen')
  const reset = await clerk.post(path('task_created', 'reset/'), { language: 'du_DE' })
  expect(reset.body).toMatchObject({ subject: before.subject, changed_languages: [], version: 2 })
  const events = await app.db
    .selectFrom('audit_events')
    .select(['action', 'object_title', 'after'])
    .orderBy('id')
    .execute()
  expect(events).toMatchObject([
    { action: 'change', object_title: 'task_created', after: { subject: { du_DE: 'Neu: {{ title }}' } } },
    { action: 'reset', after: { subject: {} } },
  ])
})

test('an unknown or missing variable, a syntax error and an empty text are refused under their language', async () => {
  const messages = async (body: object) => {
    const [status, fields] = await refused(body)
    expect(status).toBe(400)
    return fields
  }
  expect(await messages({ body: { en_US: '{{ title }} {{ colour }}' } })).toEqual({
    'body.en_US': ['There is no variable “colour” in this template'],
  })
  expect(await messages({ subject: { en_US: 'Hello' }, body: { en_US: 'Hello' } })).toEqual({
    'body.en_US': ['The variable “title” must be used'],
  })
  expect(await messages({ body: { sie_DE: '{% if title %}' } })).toEqual({
    'body.sie_DE': [expect.stringContaining('The template cannot be read')],
  })
  expect(await messages({ body: { en_US: '{{ title | raw }}' } })).toHaveProperty(['body.en_US'])
  expect(await messages({ body: { en_US: '{{ title.constructor }}' } })).toHaveProperty(['body.en_US'])
  expect(await messages({ subject: { en_US: '' } })).toHaveProperty(['subject.en_US'])
  expect(await messages({ subject: { en_US: 'a\nb {{ title }}' } })).toHaveProperty(['subject.en_US'])
  expect(await messages({ subject: { fr_FR: 'x' } })).toHaveProperty(['subject.fr_FR'])
  expect((await clerk.get(path('task_created'))).body.version).toBe(0)
})

test('a preview shows an unsaved wording with example values, escaped', async () => {
  const { body } = await clerk.post(path('task_created', 'preview/'), {
    language: 'en_US',
    subject: 'S {{ title }}',
    body: '**{{ title }}** <script>alert(1)</script> [open]({{ link }})',
  })
  expect(body.subject).toBe('S Check the notice of exemption')
  expect(body.html).toContain('<strong>Check the notice of exemption</strong> &lt;script&gt;')
  expect(body.html).toContain(`<a href="${app.services.config.baseUrl}/">open</a>`)
  const reader = await app.as(['view_email_templates'])
  expect((await reader.post(path('task_created', 'preview/'), {})).status).toBe(200)
  expect((await reader.post(path('task_created', 'reset/'), {})).status).toBe(403)
})

test('a test mail goes to the person who asks, as often as they ask', async () => {
  for (let n = 0; n < 2; n++) {
    const { status, body } = await clerk.post(path('invitation', 'test/'), { language: 'sie_DE' })
    expect([status, body.to_email]).toEqual([200, expect.stringContaining('@example.org')])
  }
  await app.runJobs()
  const mails = await app.db
    .selectFrom('emails')
    .select(['user_id', 'subject', 'state'])
    .orderBy('id')
    .execute()
  expect(mails).toEqual(
    [1, 2].map(() => ({ user_id: clerk.userId, subject: 'Ihr Konto bei Almoner', state: 'skipped' })),
  )
})

test('a test mail uses the unsaved wording on the screen; a wording that saving would refuse is not sent', async () => {
  const draft = { language: 'en_US', subject: 'Draft {{ title }}', body: 'Unsaved {{ title }}' }
  expect((await clerk.post(path('task_created', 'test/'), draft)).status).toBe(200)
  await app.runJobs()
  const mails = () =>
    app.db.selectFrom('emails').select(['subject', 'text_body', 'secrecy']).orderBy('id').execute()
  expect(await mails()).toEqual([
    {
      subject: 'Draft Check the notice of exemption',
      text_body: 'Unsaved Check the notice of exemption',
      secrecy: 'none',
    },
  ])
  const refusals = [
    ['task_created', { ...draft, body: '{{ nobody }} {{ title }}' }, 'body.en_US'],
    ['password_reset', { language: 'en_US', subject: '{{ link }}' }, 'subject.en_US'],
    ['password_reset', { language: 'en_US', body: '[a]({{ link }}) [b]({{ link }})' }, 'body.en_US'],
    ['password_reset', { language: 'en_US', body: '[a](https://evil.example/?{{ link }})' }, 'body.en_US'],
  ] as const
  for (const [key, body, field] of refusals) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    const { status, body: answer } = await clerk.post(path(key, 'test/'), body)
    expect([status, Object.keys(answer)]).toEqual([400, [field]])
  }
  expect(await mails()).toHaveLength(1)
  expect((await clerk.get(path('task_created'))).body.version).toBe(0)
  // The example's link opens nothing, so a draft with one contains no secret.
  const reset = { language: 'en_US', subject: 'Draft', body: '[Choose]({{ link }})' }
  await clerk.post(path('password_reset', 'test/'), reset)
  await app.runJobs()
  expect((await mails())[1]).toEqual({
    subject: 'Draft',
    text_body: `Choose: ${app.services.config.baseUrl}/login/`,
    secrecy: 'none',
  })
})

test('a change in one language marks the others until they are changed or looked at', async () => {
  const key = 'task_due'
  const waiting = async () => (await clerk.get(path(key))).body.not_adapted_languages
  const change = async (language: string, text: string, version: number) =>
    (await clerk.patch(path(key), { subject: { [language]: `${text} {{ title }}` }, version })).body
  expect(await waiting()).toEqual([])
  expect((await change('en_US', 'Due', 0)).not_adapted_languages).toEqual(['du_DE', 'sie_DE'])
  expect((await change('du_DE', 'Fällig', 1)).not_adapted_languages).toEqual(['en_US', 'sie_DE'])
  const looked = await clerk.post(path(key, 'adapted/'), { language: 'sie_DE', version: 2 })
  expect(looked.body).toMatchObject({ not_adapted_languages: ['en_US'], version: 3 })
  const stale = await clerk.post(path(key, 'adapted/'), { language: 'en_US', version: 2 })
  expect([stale.status, stale.body.code, stale.body.current.version]).toEqual([409, 'edit_conflict', 3])
  expect(await waiting()).toEqual(['en_US'])
  // Saving unchanged text changes nothing, so no language needs a review.
  expect((await change('du_DE', 'Fällig', 3)).not_adapted_languages).toEqual(['en_US'])
  const both = { subject: { en_US: 'Now {{ title }}', du_DE: 'Jetzt {{ title }}' }, version: 3 }
  expect((await clerk.patch(path(key), both)).body.not_adapted_languages).toEqual(['sie_DE'])
  expect((await clerk.post(path(key, 'reset/'), {})).body.not_adapted_languages).toEqual([])
  const events = await app.db
    .selectFrom('audit_events')
    .select(['action', 'before', 'after'])
    .orderBy('id')
    .execute()
  expect(events[2]).toEqual({
    action: 'confirm',
    before: { not_adapted: { en_US: 'du_DE', sie_DE: 'du_DE' } },
    after: { not_adapted: { en_US: 'du_DE' } },
  })
  const reader = await app.as(['view_email_templates'])
  expect((await reader.post(path(key, 'adapted/'), { language: 'en_US', version: 5 })).status).toBe(403)
})
