import { beforeAll, describe, expect, test } from 'vitest'
import { contracts } from '#app/contracts.ts'
import type { Permission } from '#shared/permissions.ts'
import type { Route } from '#shared/route.ts'
import { type Answer, type Client, useApp } from './app.ts'
import { changingCalls, type ChangingCall } from './changing-calls.ts'
import { foldings, standsIn } from './answer-texts.ts'
import { createUser } from './factories.ts'
import { snapshotTables } from './table-snapshot.ts'
import {
  foundIn,
  isHiddenFrom,
  lacking,
  moneyRights,
  opensTo,
  type Person,
  withoutPersonalRight,
} from './people.ts'
import { createMarkedWorld, type Marker, markersOfB, markersOfWorld, type World } from './marked-world.ts'
import { addressOf } from './hidden-data-calls.ts'

// Changing routes on the marked world, each call from the same rows: staff succeed; people without the right are
// refused; no answer reveals hidden data; and a refused call leaves every table unchanged.

const routes: Route[] = Object.values(contracts).flatMap((contract) =>
  Object.values(contract as Record<string, Route>),
)
const routeOf = (name: string) => routes.find((route) => `${route.method} ${route.path}` === name)!

const app = useApp({ resets: false })
let world: World
let kept: Awaited<ReturnType<typeof snapshotTables>>
let markers: Marker[]
let ofB: Marker[]
const clients = new Map<string, Client>()

beforeAll(async () => {
  world = await createMarkedWorld(app)
  await app.db.updateTable('approval_rules').set({ enabled: false }).execute()
  for (const person of everybody()) clients.set(person.who, await newClient(person))
  kept = await snapshotTables(app.db)
  markers = markersOfWorld()
  ofB = markersOfB()
})

const nobody: Person = { who: 'somebody without any right', rights: [] }

/** The callers of a route, in order. */
function callersOf(route: Route, { also = [] }: ChangingCall): Person[] {
  const { access, orAccess } = route
  if (access === 'signed_in') return [nobody]
  const opening = [access, orAccess].filter(
    (one): one is Permission => one !== undefined && one !== 'any_right',
  )
  const few = opening.map((one): Person => {
    const rights = [...new Set([one, ...also])]
    return { who: `${rights.join(' and ')} alone`, rights }
  })
  const ofCompanyA: Person = {
    who: `a user of company A with ${[...opening, ...also].join(' and ')}`,
    rights: [...new Set([...moneyRights, ...opening, ...also])],
    ofCompanyA: true,
  }
  const others = withoutPersonalRight.filter(({ rights }) => opensTo(route, rights))
  return [nobody, lacking(access as Permission, orAccess), ...few, ...others, ofCompanyA]
}

function everybody(): Person[] {
  const all = Object.entries(changingCalls).flatMap(([name, calls]) =>
    calls.flatMap((call) => callersOf(routeOf(name), call)),
  )
  return [...new Map(all.map((person) => [person.who, person])).values()]
}

async function newClient({ rights, ofCompanyA }: Person): Promise<Client> {
  const account = ofCompanyA ? { user_type: 'company', company_id: world.companyA.id } : {}
  const { id } = await createUser(app.db, { rights: [...rights], now: app.clock.now, ...account })
  return app.asUser(id)
}

/** Whether the last call may have changed rows. */
let isChanged = false

/**
 * Makes a call from the marked rows; returns what was sent, the answer, and whether a refusal left all rows unchanged.
 */
async function made(route: Route, { arrange, isPlain }: ChangingCall, client: Client) {
  if (isChanged) await kept.putBack()
  isChanged = true
  const sent = await arrange({ app, staff: world.staff, w: world, userId: client.userId })
  await app.services.searches.written()
  const before = isPlain ? kept.kept : await kept.contents()
  const answer: Answer = await client.call(
    route.method,
    addressOf(route, sent),
    sent.raw ? { raw: sent.raw } : { body: sent.body ?? {} },
  )
  if (answer.status < 400) return { sent, answer, isSame: true }
  await app.services.searches.written()
  const isSame = JSON.stringify(await kept.contents()) === JSON.stringify(before)
  isChanged = !isPlain || !isSame
  return { sent, answer, isSame }
}

const table = Object.entries(changingCalls).flatMap(([name, calls]) =>
  calls.map((call, at) => [name, at + 1, call] as const),
)

describe.each(table)('%s, call %i', (name, _, call) => {
  const route = routeOf(name)

  test('succeeds for staff with all rights', async () => {
    const { answer } = await made(route, call, world.staff)
    expect([answer.status < 300, answer.body]).toEqual([true, answer.body])
  })

  test.each(callersOf(route, call).map((person) => [person.who, person] as const))(
    'reveals nothing hidden to %s',
    async (who, person) => {
      const { sent, answer, isSame } = await made(route, call, clients.get(who)!)
      expect(answer.status).toBeLessThan(500)
      if (!opensTo(route, person.rights)) expect(answer.status).toBe(403)
      if (route.wholeHouse && person.ofCompanyA)
        expect([answer.status, answer.body.code]).toEqual([403, 'company_user'])
      // A person may read back their own input.
      const written = foldings(JSON.stringify([sent.path, sent.body]))
      const hidden = [...markers, ...ofB].filter(
        (marker) => isHiddenFrom(person, marker, ofB) && !standsIn(marker.text, written),
      )
      expect([await foundIn(answer, hidden), isSame]).toEqual([[], true])
    },
  )
})
