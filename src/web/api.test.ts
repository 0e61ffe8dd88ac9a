// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { adoptToken, allPages, api, ApiError, NetworkError } from './api.ts'
import { waitingForSignIn } from './session-ended.ts'
import { upload } from './upload.ts'

type Call = { url: string; init: RequestInit & { headers: Record<string, string> } }
let calls: Call[]
let answers: (() => Response | Promise<Response>)[]

const json = (status: number, body: unknown) => () =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } })

beforeEach(() => {
  calls = []
  answers = []
  document.cookie = 'csrftoken=abc%2F1'
  adoptToken(1)
  vi.stubGlobal('fetch', async (url: string, init: Call['init']) => {
    calls.push({ url, init })
    return answers.shift()!()
  })
})
afterEach(() => vi.unstubAllGlobals())

const table = { params: { tableName: 'a b' } }

test('a read escapes its parameters, sends the language and no anti-forgery token', async () => {
  answers = [json(200, { table_fields: {}, hidden_fields: [] })]
  await api('GET /api/v4/table-settings/:tableName/', table)
  expect(calls[0]?.url).toBe('/api/v4/table-settings/a%20b/')
  expect(calls[0]?.init.headers).toEqual({ Accept: 'application/json', 'Accept-Language': 'en_US' })
})

test('a short list is read completely, page after page, whatever page its query names', async () => {
  const page = (...slugs: string[]) =>
    json(200, { count: 3, total_pages: 3, results: slugs.map((slug) => ({ slug })) })
  answers = [page('a'), page('b'), page('c')]
  const all = await allPages('GET /api/v4/companies/donating-companies/', { page: 2 })
  expect(all.results.map(({ slug }) => slug)).toEqual(['a', 'b', 'c'])
  expect(calls.map(({ url }) => url.split('?')[1])).toEqual([
    'page_size=100',
    'page=2&page_size=100',
    'page=3&page_size=100',
  ])
  expect(answers).toEqual([])
})

test('a change sends the anti-forgery token of the cookie', async () => {
  answers = [json(200, { table_fields: {}, hidden_fields: [] })]
  await api('PATCH /api/v4/table-settings/:tableName/', { ...table, body: { 'a b': 'status' } })
  expect(calls[0]?.init.headers['X-CSRFToken']).toBe('abc/1')
  expect(calls[0]?.init.body).toBe('{"a b":"status"}')
})

test('the token of the __Host- cookie is sent, not that of the cookie without this prefix', async () => {
  vi.spyOn(document, 'cookie', 'get').mockReturnValue('csrftoken=of-another-host; __Host-csrftoken=own')
  adoptToken()
  answers = [json(200, { table_fields: {}, hidden_fields: [] })]
  await api('PATCH /api/v4/table-settings/:tableName/', { ...table, body: { 'a b': 'status' } })
  expect(calls[0]?.init.headers['X-CSRFToken']).toBe('own')
  vi.restoreAllMocks()
})

test('a refusal carries status, code and field messages', async () => {
  answers = [
    json(400, { title: ['Enter a title'] }),
    json(409, { code: 'edit_conflict', detail: 'Changed', current: 1 }),
  ]
  const first = await api('GET /api/v4/users/profile/').catch((error: unknown) => error)
  expect(first).toBeInstanceOf(ApiError)
  expect((first as ApiError).fields).toEqual({ title: ['Enter a title'] })
  const second = (await api('GET /api/v4/users/profile/').catch((error: unknown) => error)) as ApiError
  expect([second.status, second.body.code, second.message, second.fields]).toEqual([
    409,
    'edit_conflict',
    'Changed',
    undefined,
  ])
})

test('a missing answer is reported differently from a refusal', async () => {
  answers = [() => Promise.reject(new TypeError('Failed to fetch'))]
  await expect(api('GET /api/v4/users/profile/')).rejects.toBeInstanceOf(NetworkError)
})

test('an ended session asks for sign-in once, then every waiting call repeats', async () => {
  const ended = json(401, { code: 'not_signed_in', detail: 'Sign in first' })
  answers = [ended, ended, json(200, { id: 1 }), json(200, { id: 2 })]
  const both = Promise.all([api('GET /api/v4/users/profile/'), api('GET /api/v4/users/profile/')])
  await expect.poll(() => calls).toHaveLength(2)
  await expect.poll(waitingForSignIn.get).toBeDefined()
  waitingForSignIn.get()!.finish(true)
  expect(await both).toEqual([{ id: 1 }, { id: 2 }])
  expect(waitingForSignIn.get()).toBeUndefined()
})

test('declining to sign in yields the refusal', async () => {
  answers = [json(401, { code: 'not_signed_in', detail: 'Sign in first' })]
  const call = api('GET /api/v4/users/profile/').catch((error: unknown) => error)
  await expect.poll(waitingForSignIn.get).toBeDefined()
  waitingForSignIn.get()!.finish(false)
  expect(((await call) as ApiError).status).toBe(401)
})

describe('after this browser got another session', () => {
  const refused = json(403, { code: 'csrf', detail: 'Reload the page' })
  const saved = json(200, { table_fields: {}, hidden_fields: [] })
  const change = () => api('PATCH /api/v4/table-settings/:tableName/', { ...table, body: {} })
  const tokens = () => calls.map(({ init }) => init.headers['X-CSRFToken'])

  test('repeats a change with the new token when it is the same person’s', async () => {
    document.cookie = 'csrftoken=later'
    answers = [refused, json(200, { signed_in: true, id: 1 }), saved]
    await change()
    expect(tokens()).toEqual(['abc/1', undefined, 'later'])
  })

  test('holds a change back until the page’s own person has signed in', async () => {
    document.cookie = 'csrftoken=theirs'
    answers = [refused, json(200, { signed_in: true, id: 2 }), saved]
    const changed = change()
    await expect.poll(waitingForSignIn.get).toBeDefined()
    expect(tokens()).toEqual(['abc/1', undefined])
    document.cookie = 'csrftoken=again'
    adoptToken(1)
    waitingForSignIn.get()!.finish(true)
    await changed
    expect(tokens()).toEqual(['abc/1', undefined, 'again'])
  })

  test('saves nothing when the page’s own person does not sign in', async () => {
    document.cookie = 'csrftoken=theirs'
    for (const _ of [1, 2]) {
      answers = [refused, json(200, { signed_in: true, id: 2 })]
      const changed = change().catch((error: unknown) => error)
      await expect.poll(waitingForSignIn.get).toBeDefined()
      waitingForSignIn.get()!.finish(false)
      expect(((await changed) as ApiError).body.code).toBe('csrf')
    }
    expect(tokens()).toEqual(['abc/1', undefined, 'abc/1', undefined])
  })

  test('repeats an upload for the same person, and holds it back for another', async () => {
    const statuses = [403, 201, 403, 201]
    const sent: string[] = []
    vi.stubGlobal(
      'XMLHttpRequest',
      class {
        upload = {}
        status = 0
        statusText = ''
        responseText = ''
        onload = () => {}
        open() {}
        setRequestHeader(name: string, value: string) {
          if (name === 'X-CSRFToken') sent.push(value)
        }
        send() {
          this.status = statuses.shift()!
          this.responseText = JSON.stringify(this.status === 403 ? { code: 'csrf' } : { slug: 'd' })
          this.onload()
        }
      },
    )
    const uploaded = () =>
      upload('POST /api/v4/documents/', {
        form: {},
        onProgress: () => {},
        signal: new AbortController().signal,
      })
    document.cookie = 'csrftoken=later'
    answers = [json(200, { signed_in: true, id: 1 })]
    expect(await uploaded()).toEqual({ slug: 'd' })
    expect(sent).toEqual(['abc/1', 'later'])

    document.cookie = 'csrftoken=theirs'
    answers = [json(200, { signed_in: true, id: 2 })]
    const waiting = uploaded()
    await expect.poll(waitingForSignIn.get).toBeDefined()
    expect(sent).toEqual(['abc/1', 'later', 'later'])
    document.cookie = 'csrftoken=again'
    adoptToken(1)
    waitingForSignIn.get()!.finish(true)
    expect(await waiting).toEqual({ slug: 'd' })
    expect(sent.at(-1)).toBe('again')
  })

  test('signs in with the other session’s token, and keeps the page’s own after a failed sign-in', async () => {
    document.cookie = 'csrftoken=theirs'
    answers = [json(400, { non_field_errors: ['Wrong'] })]
    const body = { username: 'ada', password: 'wrong' }
    const signIn = api('POST /api/v4/session/', { body, asksToSignIn: false })
    await expect(signIn).rejects.toBeInstanceOf(ApiError)
    answers = [saved]
    await change()
    expect(tokens()).toEqual(['theirs', 'abc/1'])
  })
})
