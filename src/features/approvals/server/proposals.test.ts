import { beforeEach, describe, expect, test } from 'vitest'
import { sql } from 'kysely'
import type { GuardedAct } from '#shared/approvals.ts'
import type { Permission } from '#shared/permissions.ts'
import { type Answer, type Client, useApp } from '#test/app.ts'
import { createGift, createOrganization, createProject } from '#test/factories.ts'
import { makeCompany } from '#test/money.ts'
import { createPayout, goodIban } from '#test/payouts.ts'
import { databaseChecksums } from '#test/table-checksums.ts'

// An act above its limit needs a second person; nothing moves before the approval.

const app = useApp()
let staff: Client
beforeEach(async () => void (staff = await app.as('superuser')))

const otherIban = 'DE02120300000000202051'

type Proposed = {
  act: GuardedAct
  right: Permission
  /** Creates the act's target and returns a function that performs the act for a given number of cents. */
  arrange: () => Promise<(client: Client, key?: string) => Promise<Answer>>
  /** The sum it moves. */
  cents: number
}

let counter = 0
async function company(granted_cents = 10_000_000) {
  const slug = `giver-${++counter}`
  return makeCompany(app.db, { slug, title: `Giver ${counter}`, granted_cents })
}

async function funded(cents: number) {
  const project = await createProject(app.db, { needs: [5_000_000] })
  const { slug } = await company()
  const sent = { project_slug: project.slug, company_slug: slug, amount_cents: cents }
  expect((await staff.post('/api/v4/projects/fund-internally/', sent)).status).toBe(201)
  return project
}

async function donated(cents: number): Promise<string> {
  const project = await createProject(app.db, { needs: [5_000_000] })
  const answer = await staff.post('/api/v4/private-donations/', {
    project_slug: project.slug,
    amount_cents: cents,
    received_on: '2026-11-20',
    channel: 'bank_transfer',
    donor: { name: 'Erika Geheim', email: 'erika@example.org', iban: otherIban },
  })
  expect(answer.status).toBe(201)
  return answer.body.slug
}

const withKey = (key?: string) => (key ? { headers: { 'idempotency-key': key } } : {})

const acts: Record<string, Proposed> = {
  'internal funding': {
    act: 'fund',
    right: 'fund_projects',
    cents: 100_000,
    arrange: async () => {
      const project = await createProject(app.db, { needs: [5_000_000] })
      const { slug } = await company()
      const body = { project_slug: project.slug, company_slug: slug, amount_cents: 100_000, note: 'Ja' }
      return (client, key) => client.post('/api/v4/projects/fund-internally/', body, withKey(key))
    },
  },
  defunding: {
    act: 'defund',
    right: 'defund_projects',
    cents: 100_000,
    arrange: async () => {
      const project = await funded(100_000)
      const body = { project_slug: project.slug, confirm_title: project.title, reason: 'Irrtum' }
      return (client, key) => client.post('/api/v4/projects/defund-internally/', body, withKey(key))
    },
  },
  refunding: {
    act: 'refund',
    right: 'change_private_donations',
    cents: 100_000,
    arrange: async () => {
      const slug = await donated(100_000)
      const body = { reason: 'Auf Wunsch' }
      return (client, key) => client.post(`/api/v4/private-donations/${slug}/refund/`, body, withKey(key))
    },
  },
  unmarking: {
    act: 'unmark',
    right: 'change_payouts',
    cents: 100_000,
    arrange: async () => {
      const paid = { amount_cents: 50_000, paid_on: '2026-11-19' }
      const payouts = [await createPayout(app.db, paid), await createPayout(app.db, paid)]
      const body = { payout_slugs: payouts.map(({ slug }) => slug), reason: 'Verklickt' }
      return (client, key) => client.post('/api/v4/payouts/unmark/', body, withKey(key))
    },
  },
  'cancelling, of a selection': {
    act: 'cancel',
    right: 'change_payouts',
    cents: 100_000,
    arrange: async () => {
      await createPayout(app.db, { amount_cents: 100_000 })
      const selection = { query: 'state=open', expected_count: 1 }
      return (client, key) =>
        client.post('/api/v4/payouts/cancel/', { selection, reason: 'Falsch' }, withKey(key))
    },
  },
  'an organization’s IBAN': {
    act: 'bank_details',
    right: 'change_organizations',
    cents: 100_000,
    arrange: async () => {
      const organization = await createOrganization(app.db, { iban: goodIban })
      const project = await createProject(app.db, { organization_id: organization.id, needs: [5_000_000] })
      await createGift(app.db, project, 100_000)
      const { version } = (await staff.get(`/api/v4/organization/${organization.slug}/`)).body
      return (client) =>
        client.patch(`/api/v4/organization/${organization.slug}/`, { iban: otherIban, version })
    },
  },
  'an individual account’s IBAN': {
    act: 'bank_details',
    right: 'change_settings',
    cents: 100_000,
    arrange: async () => {
      const { slug, project } = await onAccount()
      await createGift(app.db, project, 100_000)
      return (client) =>
        client.patch(`/api/v4/individual-bank-accounts/${slug}/`, { iban: otherIban, version: 1 })
    },
  },
  'another account for a project': {
    act: 'bank_details',
    right: 'change_projects',
    cents: 100_000,
    arrange: async () => {
      const { slug } = await onAccount()
      const project = await createProject(app.db, { needs: [5_000_000] })
      await createGift(app.db, project, 100_000)
      const { version } = (await staff.get(`/api/v4/project/${project.slug}/`)).body
      const body = { individual_bank_account: slug, version }
      return (client) => client.patch(`/api/v4/project/${project.slug}/`, body)
    },
  },
  'the house’s own account': {
    act: 'bank_details',
    right: 'change_settings',
    cents: 100_000,
    arrange: async () => {
      await createPayout(app.db, { amount_cents: 100_000 })
      return (client) => client.patch('/api/v4/bank-accounts/main/', { iban: otherIban, version: 1 })
    },
  },
}

async function onAccount() {
  const title = `Account ${++counter}`
  const { slug } = (await staff.post('/api/v4/individual-bank-accounts/', { title, iban: goodIban })).body
  const { id } = await app.db
    .selectFrom('individual_bank_accounts')
    .select('id')
    .where('slug', '=', slug)
    .executeTakeFirstOrThrow()
  const project = await createProject(app.db, { individual_bank_account_id: id, needs: [5_000_000] })
  return { slug: slug as string, project }
}

const rule = (act: GuardedAct, from_cents: number) =>
  app.db.updateTable('approval_rules').set({ enabled: true, from_cents }).where('act', '=', act).execute()

const waiting = () => app.db.selectFrom('approvals').selectAll().where('state', '=', 'waiting').execute()

/** All tables except those that a proposal itself writes. */
async function everythingElse() {
  const whole = await databaseChecksums(app.db)
  return Object.fromEntries(
    Object.entries(whole).filter(
      ([table]) => !/^(approval|audit_|idempotency_keys|users$|user_permissions$)/.test(table),
    ),
  )
}

describe.each(Object.entries(acts))('%s', (_, { act, right, arrange, cents }) => {
  test('rule off: done at once', async () => {
    const doIt = await arrange()
    const answer = await doIt(await app.as([right]))
    expect([answer.status < 300 && answer.status !== 202, await waiting()]).toEqual([true, []])
  })

  test('a cent below the sum: done at once', async () => {
    const doIt = await arrange()
    await rule(act, cents + 1)
    const answer = await doIt(await app.as([right]))
    expect([answer.status < 300 && answer.status !== 202, await waiting()]).toEqual([true, []])
  })

  test.each([
    ['at the sum', 0],
    ['above it', -1],
  ])(
    '%s: waits and moves nothing, then a second person approves it once; the proposer cannot',
    async (_when, more) => {
      const doIt = await arrange()
      await rule(act, cents + more)
      const before = await everythingElse()
      const proposer = await app.as([right])
      const proposed = await doIt(proposer)
      expect(proposed.status).toBe(202)
      const { approval } = proposed.body
      expect(approval).toMatchObject({ act, amount_cents: cents, expires_at: '2026-11-28T09:00:00.000Z' })
      expect(await everythingElse()).toEqual(before)

      const path = `/api/v4/approvals/${approval.id}/`
      const own = await proposer.post(`${path}approve/`)
      expect([own.status, own.body.code]).toEqual([409, 'approval_own'])
      const second = await app.as([right])
      const seen = await second.get(path)
      expect(seen.body).toMatchObject({ state: 'waiting', may_decide: true, is_mine: false })
      expect(seen.body.effects.length).toBeGreaterThan(0)
      expect(seen.body.effects.join()).not.toContain('approvals.')
      expect(seen.body.effects.join()).not.toContain('{')
      const approved = await second.post(`${path}approve/`)
      expect([approved.status, approved.body.state]).toEqual([200, 'approved'])
      expect(await everythingElse()).not.toEqual(before)
      // Approving again reports that the proposal is decided.
      const again = await second.post(`${path}approve/`)
      expect([again.status, again.body.code]).toEqual([409, 'approval_decided'])
    },
  )

  test('a duplicate proposal is refused', async () => {
    const doIt = await arrange()
    await rule(act, 0)
    const first = await doIt(await app.as([right]))
    const second = await doIt(await app.as([right]))
    expect([second.status, second.body.code]).toEqual([409, 'approval_waiting'])
    expect(second.body.blocking[0].slug).toBe(String(first.body.approval.id))
    expect(await waiting()).toHaveLength(1)
  })

  test('a person without the right is refused and creates no proposal', async () => {
    const doIt = await arrange()
    await rule(act, 0)
    const answer = await doIt(await app.as(['view_statistics']))
    expect([answer.status, await waiting()]).toEqual([403, []])
  })
})

test('an act that would be refused is refused at once and creates no proposal', async () => {
  await rule('fund', 0)
  const project = await createProject(app.db, { needs: [5_000] })
  const { slug } = await company()
  const answer = await staff.post('/api/v4/projects/fund-internally/', {
    project_slug: project.slug,
    company_slug: slug,
    amount_cents: 5_001,
  })
  expect([answer.status, answer.body.code, await waiting()]).toEqual([409, 'exceeds_missing', []])
})

test('the same idempotency key returns the same proposal, and is refused for another body', async () => {
  await rule('refund', 0)
  const path = `/api/v4/private-donations/${await donated(100_000)}/refund/`
  const refund = (reason: string) => staff.post(path, { reason }, withKey('key-1'))
  const first = await refund('Auf Wunsch')
  const again = await refund('Auf Wunsch')
  expect([first.status, again.status, again.body]).toEqual([202, 202, first.body])
  const other = await refund('Ein anderer Grund')
  expect([other.status, other.body.code]).toEqual([422, 'idempotency_reused'])
  expect(await waiting()).toHaveLength(1)
})

test('many small actions of one person on one day are summed; another day or person starts a new sum', async () => {
  await rule('refund', 100_000)
  const clerk = await app.as(['change_private_donations'])
  const refund = async (client: Client, amount_cents: number) => {
    const slug = await donated(60_000)
    const body = { amount_cents, reason: 'Auf Wunsch' }
    return (await client.post(`/api/v4/private-donations/${slug}/refund/`, body)).status
  }
  expect(await refund(clerk, 60_000)).toBe(200)
  expect(await refund(clerk, 39_999)).toBe(200)
  expect(await refund(clerk, 1)).toBe(202)
  expect(await refund(await app.as(['change_private_donations']), 60_000)).toBe(200)
  app.clock.now = new Date('2026-11-22T09:00:00Z')
  const tomorrow = await app.asUser(clerk.userId)
  staff = await app.asUser(staff.userId)
  expect(await refund(tomorrow, 60_000)).toBe(200)
  app.clock.now = new Date('2026-11-21T09:00:00Z')
})

test('fundings of one person on one day count together for the same project, not for others', async () => {
  await rule('fund', 100_000)
  const clerk = await app.as(['fund_projects'])
  const { slug } = await company()
  const [one, other] = [
    await createProject(app.db, { needs: [5_000_000] }),
    await createProject(app.db, { needs: [5_000_000] }),
  ]
  const fund = async (project: { slug: string }, amount_cents: number) =>
    (
      await clerk.post('/api/v4/projects/fund-internally/', {
        project_slug: project.slug,
        company_slug: slug,
        amount_cents,
      })
    ).status
  expect([await fund(one, 60_000), await fund(other, 60_000)]).toEqual([201, 201])
  expect([await fund(one, 40_000), await fund(other, 39_999)]).toEqual([202, 201])
})

test('a save without new bank details needs no second person', async () => {
  await rule('bank_details', 0)
  const organization = await createOrganization(app.db, { iban: goodIban })
  const path = `/api/v4/organization/${organization.slug}/`
  const grouped = goodIban.replace(/(.{4})/g, '$1 ')
  const answer = await staff.patch(path, { title: 'Neu', iban: grouped, version: 1 })
  expect([answer.status, answer.body.title]).toEqual([200, 'Neu'])
  const project = await createProject(app.db)
  const saved = await staff.patch(`/api/v4/project/${project.slug}/`, { title: 'Auch neu', version: 1 })
  expect(saved.status).toBe(200)
})

test('a proposed selection keeps its rows, even when its query later finds others', async () => {
  await rule('cancel', 0)
  const doIt = await acts['cancelling, of a selection']!.arrange()
  const { approval } = (await doIt(await app.as(['change_payouts']))).body
  const first = await app.db.selectFrom('payouts').select('id').executeTakeFirstOrThrow()
  const later = await createPayout(app.db, { amount_cents: 700_000 })
  expect((await staff.post(`/api/v4/approvals/${approval.id}/approve/`)).status).toBe(200)
  const states = await app.db.selectFrom('payouts').select(['id', 'state']).orderBy('id').execute()
  expect(states).toEqual([
    { id: first.id, state: 'cancelled' },
    { id: later.id, state: 'open' },
  ])
})

test('proposal, approval and executed act are audited, the last two with the same request and actor', async () => {
  await rule('defund', 0)
  const doIt = await acts.defunding!.arrange()
  const proposed = await doIt(await app.as(['defund_projects']))
  const approved = await staff.post(`/api/v4/approvals/${proposed.body.approval.id}/approve/`)
  const { rows } = await sql<{ action: string; request_id: string; actor_id: number }>`
    select action, request_id, actor_id from audit_events
    where action in ('propose', 'approve', 'defund') order by id`.execute(app.db)
  const request = approved.headers.get('x-request-id')
  expect(rows.map(({ action }) => action)).toEqual(['propose', 'defund', 'approve'])
  expect(rows.slice(1).map(({ request_id, actor_id }) => [request_id, actor_id])).toEqual([
    [request, staff.userId],
    [request, staff.userId],
  ])
})
