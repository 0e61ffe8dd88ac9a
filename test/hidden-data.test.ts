import { z } from 'zod'
import { beforeAll, describe, expect, test } from 'vitest'
import { contracts } from '#app/contracts.ts'
import { can, type Permission } from '#shared/permissions.ts'
import type { Route } from '#shared/route.ts'
import { type Answer, type Client, useApp } from './app.ts'
import { changingCalls } from './changing-calls.ts'
import { foldings, standsIn, textsOf } from './answer-texts.ts'
import { createUser } from './factories.ts'
import { receiptTemplate } from './receipts.ts'
import {
  createMarkedWorld,
  donors,
  type Marker,
  markersOfB,
  markersOfWorld,
  type World,
} from './marked-world.ts'
import {
  addressOf,
  type Call,
  callsChangingNoRecord,
  changesOfB,
  mayRevealRow,
  readingCalls,
  revealingNothing,
  valuesOf,
} from './hidden-data-calls.ts'
import {
  alone,
  foundIn,
  isHiddenFrom,
  lacking,
  moneyRights,
  opensTo,
  otherAreas,
  type Person,
  userOfA,
  withoutPersonalRight,
} from './people.ts'
import { databaseChecksums } from './table-checksums.ts'

// Each route that answers or renders a row, called by people with limited rights: it is refused, or no byte of the
// answer contains hidden data. The markers of the marked world define what is hidden from whom.

const routes: Route[] = Object.values(contracts).flatMap((contract) =>
  Object.values(contract as Record<string, Route>),
)
const nameOf = (route: Route) => `${route.method} ${route.path}`
const closed = routes.filter(({ access }) => access !== 'public' && access !== 'signed')

const app = useApp({ resets: false })
let world: World
let reading: Record<string, Call[]>
let markers: Marker[]
let ofB: Marker[]
beforeAll(async () => {
  world = await createMarkedWorld(app)
  reading = readingCalls(world)
  markers = markersOfWorld()
  ofB = markersOfB()
})

const clients = new Map<string, Promise<Client>>()
function clientOf({ who, rights, ofCompanyA }: Person): Promise<Client> {
  const made = async () => {
    const account = ofCompanyA ? { user_type: 'company', company_id: world.companyA.id } : {}
    const { id } = await createUser(app.db, { rights: [...rights], now: app.clock.now, ...account })
    return app.asUser(id)
  }
  if (!clients.has(who)) clients.set(who, made())
  return clients.get(who)!
}

const callsOf = (route: Route): Call[] => reading[nameOf(route)] ?? [{}]
const readingRoutes = closed.filter(
  (route) =>
    !revealingNothing[nameOf(route)] && (route.method === 'GET' || callsChangingNoRecord.has(nameOf(route))),
)

function send(client: Client, route: Route, call: Call): Promise<Answer> {
  const body = route.method === 'GET' ? {} : { body: call.body ?? {} }
  return client.call(route.method, addressOf(route, call), body)
}

/** Markers the superuser sees in each call, in call order; others never see more, so only these are searched for. */
const shown = new Map<string, Promise<Marker[][]>>()
function shownBy(route: Route): Promise<Marker[][]> {
  const looked = async () => {
    const found: Marker[][] = []
    for (const call of callsOf(route)) {
      // oxlint-disable-next-line no-await-in-loop -- one session
      const answer = await send(world.staff, route, call)
      expect([
        nameOf(route),
        addressOf(route, call),
        answer.status < 300 || call.refused === answer.status,
      ]).toEqual([nameOf(route), addressOf(route, call), true])
      // oxlint-disable-next-line no-await-in-loop -- one session
      const texts = foldings(await textsOf(answer))
      found.push([...markers, ...ofB].filter(({ text }) => standsIn(text, texts)))
    }
    return found
  }
  if (!shown.has(nameOf(route))) shown.set(nameOf(route), looked())
  return shown.get(nameOf(route))!
}

/** Markers that a route shows to a person although hidden from them, with the address. */
async function leaksOf(route: Route, person: Person): Promise<string[]> {
  const client = await clientOf(person)
  const leaks: string[] = []
  const seen = await shownBy(route)
  for (const [nth, call] of callsOf(route).entries()) {
    const searched = seen[nth]!.filter((marker) => isHiddenFrom(person, marker, ofB))
    if (searched.length === 0) continue
    // oxlint-disable-next-line no-await-in-loop -- one session
    const answer = await send(client, route, call)
    expect(answer.status).toBeLessThan(500)
    // oxlint-disable-next-line no-await-in-loop -- one session
    for (const what of await foundIn(answer, searched)) leaks.push(`${what}: ${addressOf(route, call)}`)
  }
  return leaks
}

type Act = [string, Permission[], (w: World) => Call[]]
/** Calls of people who may act on a record but not see its personal data. */
const acts: Act[] = [
  [
    'POST /api/v4/documents/:slug/send/',
    ['change_documents'],
    (w) => [
      { path: { slug: w.receipt.slug }, body: { email: 'fremd@anderswo.example', language: 'sie_DE' } },
      {
        path: { slug: w.receipt.slug },
        body: { email: 'fremd@anderswo.example', language: 'sie_DE', way: 'link', until: '2026-12-01' },
      },
    ],
  ],
  ['POST /api/v4/emails/:id/requeue/', ['change_emails'], (w) => w.mails.map((id) => ({ path: { id } }))],
  ['POST /api/v4/emails/requeue/', ['change_emails'], (w) => [{ body: { ids: w.mails } }]],
  [
    'POST /api/v4/private-donations/',
    ['create_private_donations'],
    (w) =>
      [{ email: donors.receipted.email }, { iban: donors.receipted.iban }].map((known) => ({
        body: {
          project_slug: w.gifted.slug,
          amount_cents: 500,
          received_on: '2026-11-20',
          channel: 'cash',
          donor: { name: 'Jemand', ...known },
        },
      })),
  ],
  [
    'POST /api/v4/bank-transactions/:id/hold/',
    ['change_bank_statements'],
    (w) => [{ path: { id: w.openLine }, body: { reason: 'Später' } }],
  ],
  [
    'POST /api/v4/documents/:slug/withdraw/',
    ['change_documents'],
    (w) => [{ path: { slug: w.receipt.slug }, body: { reason: 'Falsch', confirm_number: w.receipt.number } }],
  ],
  ...['cancel', 'continue'].map((act): Act => [
    `POST /api/v4/document-runs/:id/${act}/`,
    ['create_documents'],
    (w) => [w.run, w.projectRun].map(({ id }) => ({ path: { id } })),
  ]),
]

describe('the list of routes', () => {
  test('each route is called, or listed as revealing nothing', () => {
    const covered = (route: Route) =>
      revealingNothing[nameOf(route)] !== undefined ||
      (route.access !== 'public' && route.access !== 'signed' && valuesOf(route, world) !== undefined)
    expect(routes.filter((route) => !covered(route)).map(nameOf)).toEqual([])
    const readable = closed.filter(
      (route) => route.method === 'GET' && route.params && !revealingNothing[nameOf(route)],
    )
    expect(readable.filter((route) => !reading[nameOf(route)]).map(nameOf)).toEqual([])
  })

  test('each change that answers a row is called by a person with limited rights', () => {
    const called = new Set([
      ...callsChangingNoRecord,
      ...Object.keys(changesOfB),
      ...Object.keys(changingCalls),
      ...acts.map(([name]) => name),
    ])
    const changes = routes.filter((route) => route.method !== 'GET' && mayRevealRow(route)).map(nameOf)
    expect(changes.filter((name) => !called.has(name) && revealingNothing[name] === undefined)).toEqual([])
  })

  test('no entry refers to a removed route', () => {
    const known = new Set(routes.map(nameOf))
    const named = [
      ...Object.keys(reading),
      ...Object.keys(changesOfB),
      ...Object.keys(revealingNothing),
      ...Object.keys(changingCalls),
      ...acts.map(([name]) => name),
      ...callsChangingNoRecord,
    ]
    expect(named.filter((name) => !known.has(name))).toEqual([])
  })

  test('each marked text is visible somewhere, so that hiding it is meaningful', async () => {
    const found = new Set<string>()
    for (const slug of [world.receipted, world.pledged, world.twin, world.inRun[0]!].map((one) => one.slug)) {
      // oxlint-disable-next-line no-await-in-loop -- one session
      const answer = await world.staff.post(`/api/v4/private-donations/${slug}/reveal/`, {
        reason: 'Rückfrage',
      })
      // oxlint-disable-next-line no-await-in-loop -- one session
      for (const what of await foundIn(answer, markers)) found.add(what)
    }
    for (const id of world.lines) {
      // oxlint-disable-next-line no-await-in-loop -- one session
      const answer = await world.staff.post(`/api/v4/bank-transactions/${id}/reveal/`, {
        reason: 'Rückfrage',
      })
      // oxlint-disable-next-line no-await-in-loop -- one session
      for (const what of await foundIn(answer, markers)) found.add(what)
    }
    // oxlint-disable-next-line no-await-in-loop -- one session
    for (const route of readingRoutes)
      for (const seen of await shownBy(route)) for (const { what } of seen) found.add(what)
    expect(
      [...new Set([...markers, ...ofB].map(({ what }) => what))].filter((what) => !found.has(what)),
    ).toEqual([])
  })
})

const people = [...alone, ...otherAreas, ...withoutPersonalRight]

describe.each(readingRoutes.map((route) => [nameOf(route), route] as const))('%s', (_, route) => {
  // Public routes are checked by people who see a list of their own.
  const isOpen = route.access === 'any_right' || route.access === 'signed_in'
  const callers = people.filter(
    ({ who, rights }) =>
      opensTo(route, rights) && !(isOpen && /^(create|change|delete)_\w+ alone$/.test(who)),
  )
  test.each(callers.map((person) => [person.who, person] as const))(
    'reveals nothing hidden to %s',
    async (_who, person) => {
      expect(await leaksOf(route, person)).toEqual([])
    },
  )

  test.runIf(opensTo(route, moneyRights))('shows a user of company A nothing of company B', async () => {
    expect(await leaksOf(route, userOfA)).toEqual([])
  })
})

describe('an export needs the right to see its list as well', () => {
  const exported = closed.filter(
    ({ access, path }) => access === 'export_data' && !path.startsWith('/api/v4/exports/'),
  )
  test.each(exported.map((route) => [nameOf(route), route] as const))('%s', async (_, route) => {
    const client = await clientOf({ who: 'export_data alone', rights: ['export_data'] })
    const answer = await send(client, route, callsOf(route)[0]!)
    // A hidden run looks like a missing one.
    expect([403, 404]).toContain(answer.status)
  })
})

describe('a call without its right is refused and changes nothing', () => {
  let before: Record<string, string>
  beforeAll(async () => {
    for (const { who, rights } of refusedOnes()) await clientOf({ who, rights })
    await app.services.searches.written()
    before = await databaseChecksums(app.db)
  })
  const guarded = closed.filter(({ access }) => access !== 'signed_in')
  const refusedOnes = (): Person[] => [
    { who: 'no right', rights: [] },
    ...guarded.flatMap(({ access, orAccess }) =>
      access === 'any_right' || access === 'signed_in' ? [] : [lacking(access as Permission, orAccess)],
    ),
  ]

  test.each(guarded.map((route) => [nameOf(route), route] as const))('%s', async (_, route) => {
    const call = { ...callsOf(route)[0], path: callsOf(route)[0]?.path ?? valuesOf(route, world)! }
    const nobody = await send(await clientOf({ who: 'no right', rights: [] }), route, call)
    expect([nobody.status, await foundIn(nobody, [...markers, ...ofB])]).toEqual([403, []])
    if (route.access === 'any_right') return
    const others = await clientOf(lacking(route.access as Permission, route.orAccess))
    const answer = await send(others, route, call)
    expect([answer.status, await foundIn(answer, [...markers, ...ofB])]).toEqual([403, []])
  })

  test('the whole database is unchanged', async () => {
    await app.services.searches.written()
    expect(await databaseChecksums(app.db)).toEqual(before)
  })
})

describe('hidden data cannot be found by search', () => {
  const lists = readingRoutes.filter((route) => takesSearch(route))
  const searchers: [Person, (marker: Marker) => boolean][] = withoutPersonalRight.map((person) => [
    person,
    ({ what, rights }) =>
      /^(name|e-mail|IBAN|account holder)/.test(what) &&
      !rights.some((right) => can({ is_superuser: false, permissions: person.rights }, right)),
  ])

  test.each(lists.map((route) => [nameOf(route), route] as const))('%s', async (_, route) => {
    const found: string[] = []
    const [call] = callsOf(route) as [Call]
    for (const [person, hides] of searchers) {
      if (!opensTo(route, person.rights)) continue
      const client = await clientOf(person)
      const answerTo = async (words: string) => {
        const name = route.path === '/api/v4/search/' ? 'q' : 'search'
        const query = `${name}=${encodeURIComponent(words)}${route.path.endsWith('/export/') ? '&format=csv' : ''}`
        const answer = await send(client, route, { ...call, query })
        return [answer.status, JSON.stringify(answer.body).replaceAll(words, '')]
      }
      const nothing = await answerTo('Xyzzyqwv')
      for (const { what, text } of markers.filter(hides))
        if (JSON.stringify(await answerTo(text)) !== JSON.stringify(nothing))
          found.push(`${what}: ${person.who}`)
    }
    expect(found).toEqual([])
  })
})

function takesSearch({ method, query, path }: Route): boolean {
  if (path === '/api/v4/search/') return true
  if (method !== 'GET' || !query) return false
  const { properties = {} } = z.toJSONSchema(query, { io: 'input', unrepresentable: 'any' })
  return 'search' in properties
}

describe('an act without the right to see personal data', () => {
  test.each(acts)('%s neither reveals nor mails hidden data to %s alone', async (name, rights, callsFor) => {
    const route = routes.find((one) => nameOf(one) === name)!
    const client = await clientOf({ who: `${rights.join()} alone`, rights })
    await app.db.updateTable('emails').set({ state: 'failed' }).execute()
    const last = await app.db
      .selectFrom('emails')
      .select((row) => row.fn.max('id').as('id'))
      .executeTakeFirst()
    const hidden = markers.filter(
      (marker) => !marker.rights.some((right) => can({ is_superuser: false, permissions: rights }, right)),
    )
    const leaks: string[] = []
    for (const call of callsFor(world)) {
      // The person's own input is no secret to them.
      const sent = foldings(JSON.stringify(call.body ?? {}))
      const searched = hidden.filter(({ text }) => !standsIn(text, sent))
      for (const what of await foundIn(await send(client, route, call), searched))
        leaks.push(`answer: ${what}`)
    }
    const mails = await app.db
      .selectFrom('emails')
      .selectAll()
      .where('id', '>', last?.id ?? 0)
      .orderBy('id')
      .execute()
    for (const mail of mails) {
      const told = foldings(JSON.stringify(mail))
      leaks.push(...hidden.filter(({ text }) => standsIn(text, told)).map(({ what }) => `mail: ${what}`))
      // A link or an attachment contains the whole document.
      if (mail.template.startsWith('document_')) leaks.push('mail: the receipt itself')
    }
    expect(leaks).toEqual([])
  })
})

describe('a receipt of a donor', () => {
  const generate = '/api/v4/documents/generate/'
  const print = (mode: string) => ({
    template_slug: receiptTemplate,
    mode,
    targets: [world.inRun[0]!.number],
  })

  const withoutReceipt = () =>
    app.db.selectFrom('fundings').select('number').where('note', '=', 'Noch ohne').executeTakeFirstOrThrow()

  test('is not issued without the right to see the donor', async () => {
    const client = await clientOf({ who: 'create_documents alone', rights: ['create_documents'] })
    const { number } = await withoutReceipt()
    const answer = await client.post(generate, { ...print('final'), targets: [number] })
    expect([answer.status, answer.body.code]).toEqual([403, 'forbidden'])
  })

  test('leaves an event when printed as a test with the right to see the donor', async () => {
    const rights: Permission[] = ['create_documents', 'change_private_donations']
    const client = await clientOf({ who: 'create_documents and change_private_donations', rights })
    const answer = await client.post(generate, {
      ...print('test'),
      targets: [(await withoutReceipt()).number],
    })
    expect(answer.status).toBe(200)
    const events = await app.db
      .selectFrom('audit_events')
      .select('actor_id')
      .where('request_id', '=', answer.headers.get('x-request-id'))
      .orderBy('id')
      .execute()
    expect(events).toEqual([{ actor_id: client.userId }])
  })
})

describe('a user of company A cannot act on data of company B', () => {
  const routeOf = (name: string) => routes.find((route) => nameOf(route) === name)!
  test.each(Object.entries(changesOfB))('%s', async (name, callsFor) => {
    const client = await clientOf({
      ...userOfA,
      who: 'a user of company A who may change settings',
      rights: [...moneyRights, 'change_settings', 'create_settings'],
    })
    await app.db.updateTable('approval_rules').set({ enabled: false }).execute()
    for (const call of callsFor(world)) {
      const before = await databaseChecksums(app.db)
      const answer = await send(client, routeOf(name), call)
      expect([answer.status >= 400, await foundIn(answer, ofB)]).toEqual([true, []])
      expect(await databaseChecksums(app.db)).toEqual(before)
    }
  })
})
