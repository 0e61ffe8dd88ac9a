import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { findLedgerDifferences } from '#features/ledger/server/checks.ts'
import { type Client, useApp } from '#test/app.ts'
import { createProject } from '#test/factories.ts'
import { runs } from '#test/runs.ts'
import { databaseChecksums } from '#test/table-checksums.ts'
import type { DonorPair } from '../duplicates-contract.ts'

const app = useApp({ resets: false })
let clerk: Client
let project: { slug: string }
const begin = async () => {
  await app.reset()
  clerk = await app.as(['change_private_donations'])
  project = await createProject(app.db, { title: 'Demenzcafé', needs: [10_000_000] })
}
beforeEach(begin)

const gifts = '/api/v4/private-donations/'
const base = '/api/v4/donors/duplicates/'
const give = async (donor: object, more: object = {}) => {
  const sent = {
    project_slug: project.slug,
    amount_cents: 1_000,
    received_on: '2026-11-19',
    channel: 'cash',
    donor,
  }
  const { status, body } = await clerk.post(gifts, { ...sent, ...more })
  expect(status).toBe(201)
  return body as { slug: string; number: string; donor: { slug: string } }
}
const pairs = async (state = 'open'): Promise<DonorPair[]> =>
  (await clerk.get(`${base}?state=${state}&page_size=100`)).body.results
const merge = (id: number, kept: string) => clerk.post(`${base}${id}/merge/`, { kept })
const undo = (id: number) => clerk.post(`${base}${id}/undo/`, {})
const donorOf = async (slug: string) => (await clerk.get(`${gifts}${slug}/`)).body.donor
async function refused(path: string, body: object) {
  const before = await databaseChecksums(app.db)
  const answer = await clerk.post(`${base}${path}`, body)
  expect(await databaseChecksums(app.db)).toEqual(before)
  return [answer.status, answer.body.code ?? Object.keys(answer.body)]
}

describe('suggestions', () => {
  const berlin = { city: 'Berlin', postal_code: '10115' }
  test.each([
    ['of one e-mail address', { name: 'A', email: 'x@y.org' }, { name: 'Be', email: 'X@y.org' }, ['email']],
    [
      'of one IBAN',
      { name: 'A', iban: 'DE89 3704 0044 0532 0130 00' },
      { name: 'Be', iban: 'DE89370400440532013000' },
      ['iban'],
    ],
    [
      'of one name and postcode, however it is written',
      { name: 'Dr. Jürgen Groß', ...berlin },
      { name: 'Gross, Juergen', postal_code: '10115', email: 'j@g.org' },
      ['name_place'],
    ],
    [
      'of one name and city',
      { name: 'Maria Kern', city: 'Berlin' },
      { name: 'MARIA KERN', city: 'berlin', email: 'm@k.org' },
      ['name_place'],
    ],
    [
      'of one name, as long as nobody says they live elsewhere',
      { name: 'Maria Kern' },
      { name: 'Kern Maria', ...berlin },
      ['similar_name'],
    ],
    [
      'of almost one name',
      { name: 'Wolfgang Lüdenscheidt' },
      { name: 'Wolfgang Lüdenscheid' },
      ['similar_name'],
    ],
  ])('%s', async (_, one, other, reasons) => {
    await give(one)
    await give(other)
    const found = await pairs()
    expect(found.map((pair) => pair.reasons.map(({ code }) => code))).toEqual([reasons])
  })

  test.each([
    ['one name in two cities', { name: 'Hans Müller', city: 'Kiel' }, { name: 'Hans Müller', ...berlin }],
    ['one family name', { name: 'Hans Müller' }, { name: 'Gerda Müller' }],
    ['nothing in common but what neither told', { name: 'Ida Ort' }, { name: 'Ole See' }],
  ])('does not suggest %s', async (_, one, other) => {
    await give({ ...one, email: 'one@example.org' })
    await give({ ...other, email: 'other@example.org' })
    expect(await pairs()).toEqual([])
  })

  test('lists the likeliest pairs first with their gifts, and masks names without the right', async () => {
    await give({ name: 'Ute Blau' })
    await give({ name: 'Ute Blau', email: 'ute@example.org' })
    await give({ name: 'Maria Kern', email: 'kern@example.org', iban: 'DE89370400440532013000' })
    await give({ name: 'M. Kern', email: 'kern@example.org', ...berlin })
    await give({ name: 'M. Kern', email: 'kern@example.org' }, { amount_cents: 500, state: 'pledged' })
    const [first, second] = await pairs()
    expect(first).toMatchObject({
      state: 'open',
      reasons: [{ code: 'email', text: 'Same e-mail address' }],
      donors: [
        { name: 'Maria Kern', iban: 'DE•• •••• •••• 3000', donations: 1, donated_cents: 1_000 },
        { name: 'M. Kern', city: 'Berlin', donations: 2, donated_cents: 1_000, is_masked: false },
      ],
    })
    expect(second!.reasons.map(({ code }) => code)).toEqual(['similar_name'])
    const viewer = await app.as(['view_private_donations'])
    const { body } = await viewer.get(base)
    expect(body.count).toBe(2)
    expect(body.results[0].donors[0]).toMatchObject({ name: 'M•••• K••••', email: '', is_masked: true })
    expect(JSON.stringify(body)).not.toMatch(/Maria|Kern|kern@|Berlin|10115|DE89/)
    expect((await viewer.post(`${base}${first!.id}/merge/`, { kept: 'x' })).status).toBe(403)
  })
})

describe('merging', () => {
  const maria = { name: 'Maria Kern', email: 'maria@example.org' }
  const twin = { name: 'Maria Kern', email: 'kern@example.org', iban: 'DE89370400440532013000', city: 'Kiel' }

  test('moves gifts and pledges, fills unknown fields, and recognizes later gifts under the old name', async () => {
    const kept = await give(maria)
    const gift = await give(twin, { amount_cents: 700 })
    const pledge = await give(twin, { state: 'pledged' })
    const [pair] = await pairs()
    const { status, body } = await merge(pair!.id, kept.donor.slug)
    expect([status, body.state, body.kept]).toEqual([200, 'merged', kept.donor.slug])
    for (const { slug } of [gift, pledge])
      expect(await donorOf(slug)).toMatchObject({
        slug: kept.donor.slug,
        email: 'maria@example.org',
        iban: 'DE•• •••• •••• 3000',
      })
    expect(await pairs()).toEqual([])
    expect(await pairs('merged')).toMatchObject([{ id: pair!.id, kept: kept.donor.slug }])
    expect((await give(twin)).donor.slug).toBe(kept.donor.slug)
    const { body: found } = await clerk.get(`${gifts}?search=kern@example.org`)
    expect(found.count).toBe(4)
    const event = await app.db
      .selectFrom('audit_events')
      .select(['before', 'after'])
      .where('action', '=', 'merge_donors')
      .executeTakeFirstOrThrow()
    expect(event).toEqual({
      before: { donor: gift.donor.slug },
      after: {
        donor: kept.donor.slug,
        donations: [gift.number, pledge.number],
        taken_over: ['iban', 'city'],
        reasons: ['similar_name'],
      },
    })
    const lost = await app.db.selectFrom('donors').selectAll().where('slug', '=', gift.donor.slug).execute()
    expect(lost).toMatchObject([twin])
  })

  test('undoing restores everything, and the pair is suggested again', async () => {
    const kept = await give(maria)
    const gift = await give(twin)
    const third = await give({ name: 'K.', iban: twin.iban })
    const before = await pairs()
    const { id } = before.find(({ donors }) => donors.some(({ slug }) => slug === kept.donor.slug))!
    await merge(id, kept.donor.slug)
    // A donor sharing the merged donor's IBAN is now a suggestion for the kept one.
    expect((await pairs()).map(({ donors }) => donors.map(({ slug }) => slug))).toEqual([
      [kept.donor.slug, third.donor.slug],
    ])
    expect((await undo(id)).body.state).toBe('open')
    expect(await pairs()).toEqual(before)
    expect(await donorOf(gift.slug)).toMatchObject({ slug: gift.donor.slug })
    expect(await donorOf(kept.slug)).toMatchObject({ iban: '' })
    expect(await refused(`${id}/undo/`, {})).toEqual([409, 'donors_decided'])
  })

  test('cannot be undone after a gift under the other name, a change of purpose, or a merge of the kept donor', async () => {
    const kept = await give(maria)
    const gift = await give(twin)
    const [pair] = await pairs()
    await merge(pair!.id, kept.donor.slug)
    const other = await createProject(app.db, { needs: [100_000] })
    const wish = { project_slug: other.slug, reason: 'Wunsch' }
    expect((await clerk.post(`${gifts}${gift.slug}/change-purpose/`, wish)).status).toBe(200)
    await give(twin)
    const third = await give({ name: 'K.', email: maria.email })
    const [next] = await pairs()
    await merge(next!.id, third.donor.slug)
    const answer = await undo(pair!.id)
    expect(answer.body.blocking.map(({ code }: { code: string }) => code)).toEqual([
      'merged',
      'gift_came',
      'purpose_changed',
    ])
    expect(await refused(`${pair!.id}/undo/`, {})).toEqual([409, 'merge_depended_on'])
    expect((await give(twin)).donor.slug).toBe(third.donor.slug)
  })

  test('a decided pair cannot be decided again, and only one of the two can be kept', async () => {
    const one = await give(maria)
    await give(twin)
    const [pair] = await pairs()
    expect(await refused(`${pair!.id}/merge/`, { kept: 'd-nobody' })).toEqual([400, ['kept']])
    expect(await refused(`${pair!.id}/undo/`, {})).toEqual([409, 'donors_decided'])
    expect(await refused('999/merge/', { kept: one.donor.slug })).toEqual([404, 'not_found'])
    expect((await clerk.post(`${base}${pair!.id}/apart/`, {})).body.state).toBe('apart')
    expect(await refused(`${pair!.id}/merge/`, { kept: one.donor.slug })).toEqual([409, 'donors_decided'])
    expect(await refused(`${pair!.id}/apart/`, {})).toEqual([409, 'donors_decided'])
  })

  test('a pair marked as different is never suggested again', async () => {
    await give(maria)
    const { slug } = await give(twin)
    const [pair] = await pairs()
    await clerk.post(`${base}${pair!.id}/apart/`, {})
    await give(maria)
    await give(twin)
    expect(await pairs()).toEqual([])
    const { body } = await clerk.post(`${gifts}${slug}/reveal/`, { reason: 'Rückfrage' })
    expect(body.possible_duplicates).toEqual([])
  })
})

const step = fc.record({
  kind: fc.constantFrom('merge', 'apart', 'undo'),
  which: fc.nat(50),
  second: fc.boolean(),
})
const gift = fc.record({
  name: fc.constantFrom('Maria Kern', 'Kern, Maria', 'Maria Kerner'),
  email: fc.constantFrom('', 'a@example.org', 'b@example.org'),
  iban: fc.constantFrom('', 'DE89370400440532013000'),
  amount_cents: fc.integer({ min: 1, max: 9_000 }),
  pledged: fc.boolean(),
})

test('no sequence of merging, keeping apart and undoing changes a sum or loses a gift', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(gift, { minLength: 2, maxLength: 6 }),
      fc.array(step, { maxLength: 8 }),
      async (given, steps) => {
        await begin()
        for (const { amount_cents, pledged, ...donor } of given)
          await give(donor, { amount_cents, state: pledged ? 'pledged' : 'confirmed' })
        const read = async () => {
          const { totals, count, sum_cents } = (await clerk.get(gifts)).body
          const rows = await app.db
            .selectFrom('ledger_rows')
            .select(['id', 'funding_id', 'amount_cents'])
            .orderBy('id')
            .execute()
          return { totals, count, sum_cents, rows }
        }
        const owners = () => app.db.selectFrom('fundings').select(['id', 'donor_id']).orderBy('id').execute()
        const [before, first] = [await read(), await owners()]
        const merged: number[] = []
        for (const { kind, which, second } of steps) {
          const open = await pairs()
          const pair = open[which % Math.max(open.length, 1)]
          if (kind === 'undo' && merged.length > 0) expect((await undo(merged.pop()!)).status).toBe(200)
          else if (kind === 'merge' && pair) {
            expect((await merge(pair.id, pair.donors[second ? 1 : 0].slug)).status).toBe(200)
            merged.push(pair.id)
          } else if (kind === 'apart' && pair) await clerk.post(`${base}${pair.id}/apart/`, {})
          expect(await read()).toEqual(before)
        }
        for (const id of merged.toReversed()) expect((await undo(id)).status).toBe(200)
        expect(await owners()).toEqual(first)
        expect(await findLedgerDifferences(app.db)).toEqual([])
      },
    ),
    { numRuns: runs(6) },
  )
})
