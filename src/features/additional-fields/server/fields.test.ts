import { beforeEach, expect, test } from 'vitest'
import { type Client, useApp } from '#test/app.ts'
import { createProject } from '#test/factories.ts'
import { fieldsPath, question } from '#test/questions.ts'

const app = useApp()
let staff: Client
beforeEach(async () => void (staff = await app.as('superuser')))

const keysNow = async () =>
  ((await staff.get(fieldsPath)).body.results as { key: string }[]).map(({ key }) => key)

test("a field is created, shown in the reader's language, changed under the same key, and audited", async () => {
  const made = await staff.post(
    fieldsPath,
    question('age_group', 'choice', { choices: ['children', 'adults'] }),
  )
  expect([made.status, made.body]).toEqual([
    201,
    {
      key: 'age_group',
      step: 'basics',
      type: 'choice',
      labels: { en_US: 'age_group?', du_DE: 'age_group du', sie_DE: 'age_group sie' },
      choices: ['children', 'adults'].map((key) => ({
        key,
        labels: { en_US: key, du_DE: `${key} du`, sie_DE: `${key} sie` },
      })),
      required: false,
      active: true,
      answers: 0,
      version: 1,
    },
  ])
  const offered = await staff.get(`${fieldsPath}offered/`, { headers: { 'accept-language': 'de-DE' } })
  expect(offered.body.results).toEqual([
    {
      key: 'age_group',
      step: 'basics',
      type: 'choice',
      label: 'age_group sie',
      choices: [
        { key: 'children', label: 'children sie' },
        { key: 'adults', label: 'adults sie' },
      ],
      required: false,
      active: true,
    },
  ])
  const labels = { en_US: 'Age', du_DE: 'Alter', sie_DE: 'Alter' }
  const changed = await staff.patch(`${fieldsPath}age_group/`, { labels, required: true, version: 1 })
  expect(changed.body).toMatchObject({ key: 'age_group', labels, required: true, version: 2 })
  const stale = await staff.patch(`${fieldsPath}age_group/`, { required: false, version: 1 })
  expect([stale.status, stale.body.code, stale.body.current.version]).toEqual([409, 'edit_conflict', 2])
  const events = await app.db
    .selectFrom('audit_events')
    .select(['action', 'before', 'after'])
    .where('object_type', '=', 'additional_field')
    .orderBy('id')
    .execute()
  expect(events.map(({ action }) => action)).toEqual(['create', 'change'])
  expect(events[1]).toMatchObject({ before: { required: false }, after: { required: true, labels } })
})

test('an invalid field is rejected where it is wrong', async () => {
  const refusals: [body: object, field: string, message: string][] = [
    [question('Age'), 'key', 'Small letters, digits and _, beginning with a letter, at most 40'],
    [{ ...question('age'), type: 'colour' }, 'type', 'Choose one of the offered values'],
    [{ ...question('age'), step: 'status' }, 'step', 'Choose one of the offered values'],
    [
      { ...question('age'), labels: { en_US: 'Age', du_DE: ' ', sie_DE: 'Alter' } },
      'labels.du_DE',
      'This field is required',
    ],
    [question('age', 'choice'), 'choices', 'Add at least one choice'],
    [
      question('age', 'number', { choices: ['young'] }),
      'choices',
      'Only a choice has something to choose from',
    ],
    [question('age', 'choice', { choices: ['a', 'a'] }), 'choices.1.key', 'This key is taken'],
    [
      question('age', 'choice', { choices: ['none'] }),
      'choices.0.key',
      'This key has a meaning of its own in filters',
    ],
  ]
  for (const [body, field, message] of refusals) {
    const refused = await staff.post(fieldsPath, body)
    expect([refused.status, refused.body]).toEqual([400, { [field]: [message] }])
  }
  await staff.post(fieldsPath, question('age'))
  const twice = await staff.post(fieldsPath, question('age'))
  expect([twice.status, twice.body]).toEqual([400, { key: ['This key is taken'] }])
})

test('fields are listed by step and in their chosen order', async () => {
  const order = (keys: string[]) => staff.call('PUT', `${fieldsPath}order/`, { body: { keys } })
  await staff.post(fieldsPath, question('late', 'day', { step: 'dates' }))
  await staff.post(fieldsPath, question('one'))
  await staff.post(fieldsPath, question('two'))
  expect(await keysNow()).toEqual(['one', 'two', 'late'])
  const ordered = await order(['late', 'two', 'one'])
  expect(ordered.status).toBe(200)
  expect(await keysNow()).toEqual(['two', 'one', 'late'])
  const stale = await order(['two', 'one'])
  expect([stale.status, stale.body.code]).toEqual([409, 'edit_conflict'])
})

test('a field with answers keeps its type and the choices in use, and is not deleted', async () => {
  await staff.post(fieldsPath, question('age', 'choice', { choices: ['young', 'old', 'other'] }))
  const { slug, title } = await createProject(app.db)
  const answered = await staff.patch(`/api/v4/project/${slug}/`, { additional: { age: 'old' }, version: 1 })
  expect(answered.status).toBe(200)
  expect((await staff.get(fieldsPath)).body.results).toMatchObject([{ key: 'age', answers: 1 }])
  const change = (body: object) => staff.patch(`${fieldsPath}age/`, { version: 1, ...body })
  const { choices } = question('age', 'choice', { choices: ['young', 'other'] })
  const lost = await change({ choices })
  expect([lost.status, lost.body]).toEqual([400, { choices: ['Projects have chosen it already: old'] }])
  const other = await change({ type: 'text', choices: [] })
  expect([other.status, other.body]).toEqual([
    400,
    { type: ['Projects have answers already, so the type stays'] },
  ])
  const refused = await staff.delete(`${fieldsPath}age/`)
  expect([refused.status, refused.body.code, refused.body.blocking]).toEqual([
    409,
    'in_use',
    [{ slug, title, code: 'in_use' }],
  ])
  const fewer = question('age', 'choice', { choices: ['old'] }).choices
  expect((await change({ choices: fewer })).status).toBe(200)
  await staff.patch(`/api/v4/project/${slug}/`, { additional: { age: null }, version: 2 })
  expect((await staff.delete(`${fieldsPath}age/`)).status).toBe(204)
  expect(await keysNow()).toEqual([])
})
