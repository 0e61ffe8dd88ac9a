import { expect, test } from 'vitest'
import { useApp } from '#test/app.ts'
import { createOrganization, createProject } from '#test/factories.ts'
import type { LockedPayout } from '#features/ledger/server/payouts.ts'
import { createPayout } from '#test/payouts.ts'
import { certain, suggest } from '../suggest.ts'
import { candidatesFor, type StoredLine } from './candidates.ts'

const app = useApp({ resets: false })

const things = [
  'Kletterwand',
  'Schulgarten',
  'Demenzcafé',
  'Streuobstwiese',
  'Lastenrad',
  'Wetterstation',
  'Bücherbus',
  'Jugendorchester',
  'Fußballplatz',
  'Theaterwerkstatt',
  'Nachbarschaftsküche',
  'Kräuterbeet',
  'Radwerkstatt',
  'Spielplatz',
  'Notunterkunft',
  'Sprachcafé',
  'Tierheim',
  'Rettungsboot',
  'Naturlehrpfad',
  'Mehrgenerationenhaus',
]
const places = [
  'Lindenau',
  'Hohenfels',
  'Talheim',
  'Wiesengrund',
  'Weiher',
  'Grünau',
  'Überlingen',
  'Sankt Josef',
  'Eichstätt',
  'Mühlbach',
]

/** A seeded random generator, so that failures are reproducible. */
function dice(seed: number) {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const lost = (text: string) =>
  text
    .replaceAll('ä', 'ae')
    .replaceAll('ö', 'oe')
    .replaceAll('ü', 'ue')
    .replaceAll('Ü', 'Ue')
    .replaceAll('ß', 'ss')
    .replaceAll('é', 'e')
const dropped = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '')
function slip(text: string, roll: (below: number) => number): string {
  const words = text.split(' ')
  const longest = words.reduce((best, word, at) => (word.length > words[best]!.length ? at : best), 0)
  const word = words[longest]!
  const at = 1 + roll(word.length - 2)
  const kinds = [
    word.slice(0, at) + word.slice(at + 1),
    word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2),
    `${word.slice(0, at)}x${word.slice(at + 1)}`,
  ]
  words[longest] = kinds[roll(kinds.length)]!
  return words.join(' ')
}

test('for 500 generated lines the first suggestion is right in at least 95 %, and none is automatically matched wrongly', async () => {
  const projects: { slug: string; title: string }[] = []
  for (const [at, thing] of things.entries()) {
    for (const [nth, place] of places.entries()) {
      if ((at + nth) % 2 === 1) continue
      const organization = await createOrganization(app.db, { title: `Verein ${place} ${at}` })
      projects.push(
        await createProject(app.db, { organization_id: organization.id, title: `${thing} ${place}` }),
      )
    }
  }
  const payouts: (LockedPayout & { name: string })[] = []
  for (let nth = 0; nth < 60; nth++) {
    // Every third amount occurs three times, so that the amount alone identifies nothing.
    const organization = { title: `Förderverein ${places[nth % 10]} ${things[nth % 20]}` }
    payouts.push({
      ...(await createPayout(app.db, {
        title: `Werk ${nth} ${things[(nth * 7) % 20]}`,
        amount_cents: 10_000 + 100 * Math.floor(nth / 3),
        organization,
      })),
      name: organization.title,
    })
  }
  const roll = dice(20_261_120)
  const made = Array.from({ length: 500 }, (_, nth): { line: StoredLine; target: string } => {
    const shared = {
      id: nth,
      bank_account_id: 1,
      iban: '',
      name: 'Renate Albers',
      reference: '',
      booking: '',
    }
    if (nth % 5 === 4) {
      const payout = payouts[roll(payouts.length)]!
      const kind = roll(3)
      const name = kind === 1 ? lost(payout.name).toUpperCase() : dropped(payout.name)
      const text =
        kind === 0
          ? `SEPA ${payout.number}`
          : kind === 1
            ? `Auszahlung ${payout.number.replaceAll('-', ' ')}`
            : 'Auszahlung'
      const by = kind === 2 ? `${text} ${slip(payout.project_title, roll)}` : text
      return { line: { ...shared, amount_cents: -payout.amount_cents, name, text: by }, target: payout.slug }
    }
    const project = projects[roll(projects.length)]!
    const texts = [
      `SPENDE ${project.title.toUpperCase()}`,
      `Spende für ${lost(project.title)} danke`,
      dropped(project.title).toLowerCase(),
      `Sammelueberweisung ${slip(project.title, roll)}`,
      slip(lost(project.title), roll),
      `SVWZ ${project.title.slice(0, 7)} ${project.title.slice(7)} VIELEN DANK`,
    ]
    return {
      line: { ...shared, amount_cents: 1000 + roll(50_000), text: texts[roll(texts.length)]! },
      target: project.slug,
    }
  })
  const candidates = await candidatesFor(
    app.db,
    made.map(({ line }) => line),
  )
  const wrong = made.filter(({ line, target }, at) => suggest(line, candidates[at]!)[0]?.slug !== target)
  expect(
    wrong.length,
    wrong
      .slice(0, 10)
      .map(({ line }) => line.text)
      .join('\n'),
  ).toBeLessThanOrEqual(25)
  const byThemselves = made.flatMap(({ line, target }, at) => {
    const found = certain(line, candidates[at]!)
    return found ? [found.slug === target] : []
  })
  expect(byThemselves.length).toBeGreaterThan(30)
  expect(byThemselves).not.toContain(false)
})

test('reasons show which criteria are met', async () => {
  const payout = await createPayout(app.db, {
    amount_cents: 777,
    organization: { title: 'Musikverein Harmonie' },
  })
  const line = {
    id: 1,
    bank_account_id: 1,
    iban: '',
    name: 'MUSIKVEREIN HARMONIE',
    reference: '',
    booking: '',
    amount_cents: -777,
    text: `SEPA ${payout.number}`,
  }
  const [candidates] = await candidatesFor(app.db, [line])
  const [first] = suggest(line, candidates!)
  expect(first).toMatchObject({ target_type: 'payout', slug: payout.slug, score: 100 })
  expect(first!.why).toEqual([
    { reason: 'reference', met: true },
    { reason: 'amount', met: true },
    { reason: 'iban', met: false },
    { reason: 'name', met: true },
  ])
  // A number next to another one, or with another amount, is not certain.
  expect(certain(line, candidates!)?.slug).toBe(payout.slug)
  expect(certain({ ...line, text: `${line.text} AZ-2026-9999` }, candidates!)).toBeUndefined()
  expect(certain({ ...line, amount_cents: -778 }, candidates!)).toBeUndefined()
})

test('recognizes the bank’s own fees, and transfers between own accounts', async () => {
  await app.db
    .insertInto('bank_accounts')
    .values({ slug: 'second', title: 'Second', iban: 'DE02120300000000202051', created_at: app.clock.now })
    .execute()
  const shared = { bank_account_id: 1, iban: '', name: 'Sparkasse', reference: '', booking: '', text: '' }
  const lines = [
    { ...shared, id: 1, amount_cents: -1290, text: 'Entgeltabrechnung 10/2026' },
    { ...shared, id: 2, amount_cents: -500_000, iban: 'DE02120300000000202051' },
  ]
  const candidates = await candidatesFor(app.db, lines)
  expect(lines.map((line, at) => suggest(line, candidates[at]!)[0]?.target_type)).toEqual([
    'fees',
    'bank_account',
  ])
})

test('a project is found by its current words, also after renaming it or its organization, but not when archived', async () => {
  const organization = await createOrganization(app.db, { title: 'Segelclub Nordwind' })
  const project = await createProject(app.db, { organization_id: organization.id, title: 'Optimistenjollen' })
  const shared = { id: 1, bank_account_id: 1, iban: '', name: 'A', reference: '', booking: '' }
  const found = async (text: string) => {
    const [candidates] = await candidatesFor(app.db, [{ ...shared, amount_cents: 100, text }])
    return candidates!.some(({ slug }) => slug === project.slug)
  }
  const change = (values: object) =>
    app.db.updateTable('projects').set(values).where('id', '=', project.id).execute()
  expect(await found('Spende Optimistenjolen')).toBe(true)
  expect([await found('Katamaran'), await found('Suedwind')]).toEqual([false, false])
  await change({ title: 'Katamarane' })
  await app.db
    .updateTable('organizations')
    .set({ title: 'Segelclub Südwind' })
    .where('id', '=', organization.id)
    .execute()
  expect([await found('Katamaran'), await found('Suedwind')]).toEqual([true, true])
  expect(await found('Optimistenjollen')).toBe(false)
  await change({ status: 3 })
  expect(await found('Katamaran')).toBe(false)
})

test('a payout’s IBAN counts as seen only if the line’s IBAN is that of its organization', async () => {
  const iban = 'DE75512108001245126199'
  const payout = await createPayout(app.db, { amount_cents: 888, organization: { title: 'Chor', iban } })
  const line = {
    id: 1,
    bank_account_id: 1,
    name: '',
    reference: '',
    booking: '',
    text: '',
    amount_cents: -888,
  }
  const seen = async (by: string) => {
    const [candidates] = await candidatesFor(app.db, [{ ...line, iban: by }])
    return candidates!.find(({ slug }) => slug === payout.slug)?.iban_seen
  }
  expect([await seen(iban), await seen('DE02120300000000202051'), await seen('')]).toEqual([
    true,
    false,
    false,
  ])
})

test("a merged donor's gift is suggested by either name", async () => {
  const project = await createProject(app.db, {})
  const now = app.clock.now
  const donor = async (name: string, merged_into_id: number | null = null) =>
    (
      await app.db
        .insertInto('donors')
        .values({ slug: name, name, merged_into_id, created_at: now })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id
  const kept = await donor('Henrike Vossberg')
  await donor('Rike Vosberg-Lahm', kept)
  const { slug } = await app.db
    .insertInto('fundings')
    .values({
      slug: 'g-kept',
      number: 'PS-2026-7777',
      project_id: project.id,
      funding_type: 1,
      amount_cents: 4_321,
      pledged_cents: 4_321,
      state: 'pledged',
      received_on: '2026-11-20',
      channel: 'bank_transfer',
      donor_id: kept,
      source: 'by_hand',
      note: '',
      created_at: now,
    })
    .returning('slug')
    .executeTakeFirstOrThrow()
  const shared = { id: 1, bank_account_id: 1, iban: '', reference: '', booking: '', text: 'danke' }
  for (const name of ['Henrike Vossberg', 'Rike Vosberg-Lahm']) {
    const [candidates] = await candidatesFor(app.db, [{ ...shared, amount_cents: 4_321, name }])
    expect(candidates!.map((one) => one.slug)).toContain(slug)
  }
})
