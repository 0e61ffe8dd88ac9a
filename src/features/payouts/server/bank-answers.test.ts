import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { type Client, useApp } from '#test/app.ts'
import { pain002, type WrittenAnswer } from '#test/pain002.ts'
import { createPayout, goodIban, setHouseIban } from '#test/payouts.ts'
import { costlyRuns } from '#test/runs.ts'
import { databaseChecksums } from '#test/table-checksums.ts'
import { zip } from '#test/zip.ts'

const app = useApp()
let clerk: Client
beforeEach(async () => {
  await setHouseIban(app.db)
  clerk = await app.as(['change_payouts'])
})

const base = '/api/v4/payouts/'
const original = 'SEPA-2026-0001'
const execute_on = '2026-11-23'
const exportFile = async (slugs: string[], more: object = {}) => {
  const { status, body } = await clerk.post(`${base}sepa-export/`, {
    payout_slugs: slugs,
    execute_on,
    ...more,
  })
  expect(status).toBe(201)
  return body.message_id as string
}
/** Uploads a file unchanged. */
function upload(content: string | Uint8Array<ArrayBuffer>, by = clerk, name = 'answer.xml') {
  const form = new FormData()
  form.append('file', new Blob([content]), name)
  return by.call('POST', `${base}bank-answers/`, { raw: form })
}
const answer = (written: Omit<WrittenAnswer, 'original'> & { original?: string }, by = clerk) =>
  upload(pain002({ original, ...written }), by)
const rows = async (by = clerk) => (await by.get(`${base}?ordering=number`)).body.results
const states = async () => (await rows()).map((row: { state: string }) => row.state)
const statuses = async () =>
  (await rows()).map(
    (row: { bank_said: { status: { status: string } | null } }) => row.bank_said.status?.status,
  )

/** Puts `n` payouts into one file. */
async function inFile(n: number) {
  const payouts = []
  for (let at = 0; at < n; at++) payouts.push(await createPayout(app.db, { amount_cents: 100 * (at + 1) }))
  expect(await exportFile(payouts.map(({ slug }) => slug))).toBe(original)
  return payouts
}

test.each(['03', '10'] as const)(
  'a status report 001.%s shows each payment and reopens rejected ones with the reason',
  async (version) => {
    const [a, b, c] = await inFile(3)
    const said = [
      { id: a!.number, status: 'ACSC' },
      { id: b!.number, status: 'RJCT', reason: 'AC04', words: ['Konto erloschen'] },
    ]
    const { status, body } = await answer({ version, group: 'PART', payments: 3, said })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      message_id: 'BANK-1',
      made_at: '2026-11-21T09:00:00.000Z',
      file: { message_id: original },
      was_known: false,
      payments: 3,
      results: [
        {
          number: a!.number,
          put_back: false,
          kept: null,
          said: { status: 'ACSC', status_display: 'Executed' },
        },
        {
          number: b!.number,
          put_back: true,
          said: {
            status: 'RJCT',
            status_display: 'Refused by the bank',
            reason: 'AC04',
            reason_display: 'The account is closed',
            words: 'Konto erloschen',
          },
        },
      ],
    })
    expect(await states()).toEqual(['exported', 'open', 'exported'])
    expect(await statuses()).toEqual(['ACSC', 'RJCT', undefined])
    const events = await app.db
      .selectFrom('audit_events')
      .select(['object_type', 'object_id', 'before', 'after'])
      .where('action', 'in', ['bank_answer', 'upload'])
      .orderBy('id')
      .execute()
    expect(events).toMatchObject([
      { object_type: 'bank_answer', after: { file: original, message: 'BANK-1', payments: 2 } },
      { object_type: 'payout', object_id: a!.id, after: { status: 'ACSC' } },
      {
        object_type: 'payout',
        object_id: b!.id,
        before: { state: 'exported' },
        after: { state: 'open', status: 'RJCT', reason: 'AC04', file: original },
      },
    ])
    // It goes into the next file like any open payout, and the bank's answer to the first file becomes history.
    expect(await exportFile([b!.slug])).toBe('SEPA-2026-0002')
    expect(await statuses()).toEqual(['ACSC', undefined, undefined])
    expect((await exportFileAgain(c!.slug)).status).toBe(409)
  },
)

const exportFileAgain = (slug: string) =>
  clerk.post(`${base}sepa-export/`, { payout_slugs: [slug], execute_on })

test('a verification of payee changes no state and shows each result with its words', async () => {
  const [a, b, c] = await inFile(3)
  const { body } = await answer({
    group: 'RVCM',
    counts: { RCVC: 1, RVMC: 1, RVNA: 1 },
    said: [
      { id: a!.number, status: 'RVMC', words: ['Stiftung Müller'], name: 'Stiftung Mueller', iban: goodIban },
      { id: c!.number, status: 'RVNA', reason: 'AG03' },
    ],
  })
  expect(body.results.map((one: { said: object }) => one.said)).toMatchObject([
    {
      about: 'verification',
      status: 'RVMC',
      status_display: 'Name almost matches',
      bank_name: 'Stiftung Müller',
    },
    { status: 'RCVC', status_display: 'Name and account match', bank_name: '' },
    { status: 'RVNA', reason: 'AG03', reason_display: 'The bank does not support this' },
  ])
  expect(body.results[1].number).toBe(b!.number)
  expect(await states()).toEqual(['exported', 'exported', 'exported'])
  // People who may not see bank details see the holder's name masked.
  const viewer = await app.as(['view_payouts'])
  expect((await rows(viewer))[0].bank_said.verification).toMatchObject({
    bank_name: 'S•••• M••••',
    status: 'RVMC',
  })
  // The later status of the payment is shown beside the verification.
  await answer({ message: 'BANK-2', made: '2026-11-21T11:00:00Z', batchStatus: 'ACSC' })
  expect((await rows())[0].bank_said).toMatchObject({
    verification: { status: 'RVMC' },
    status: { status: 'ACSC' },
  })
})

test('uploading the same answer twice changes nothing and reports it', async () => {
  const [a] = await inFile(1)
  const written = { said: [{ id: a!.number, status: 'RJCT', reason: 'AC01' }] }
  const first = await answer(written)
  const before = await databaseChecksums(app.db)
  const second = await answer(written)
  expect(second).toMatchObject({ status: 201, body: { ...first.body, was_known: true } })
  expect(await databaseChecksums(app.db)).toEqual(before)
})

test('concurrent uploads of the same answer store it once', async () => {
  const [a] = await inFile(1)
  const written = { said: [{ id: a!.number, status: 'RJCT' }] }
  const both = await Promise.all([answer(written), answer(written)])
  expect(new Set(both.map(({ body }) => body.was_known))).toEqual(new Set([false, true]))
  expect(await app.db.selectFrom('bank_answers').select('id').execute()).toHaveLength(1)
})

describe('the later answer wins, whichever is uploaded first', () => {
  const early = { message: 'BANK-1', made: '2026-11-21T08:00:00Z' }
  const late = { message: 'BANK-2', made: '2026-11-21T08:30:00Z' }
  test.each([
    ['PDNG', 'ACSC', 'exported'],
    ['ACTC', 'RJCT', 'open'],
    ['RJCT', 'ACSC', 'exported'],
  ])('%s, then %s', async (first, second, state) => {
    for (const order of [0, 1]) {
      await app.reset()
      await setHouseIban(app.db)
      clerk = await app.as(['change_payouts'])
      await inFile(1)
      const answers = [
        { ...early, batchStatus: first },
        { ...late, batchStatus: second },
      ]
      const came = order === 0 ? answers : answers.toReversed()
      for (const written of came) expect((await answer(written)).status).toBe(201)
      expect([await states(), await statuses()]).toEqual([[state], [second]])
    }
  })
})

test('a rejected payout that is paid, cancelled or in a later file is reported, not reopened', async () => {
  const [paid, cancelled, later, open] = await inFile(4)
  const act = (path: string, slug: string, more: object) =>
    clerk.post(base + path, { payout_slugs: [slug], ...more })
  expect((await act('mark-paid/', paid!.slug, { paid_on: '2026-11-20' })).status).toBe(200)
  expect((await act('cancel/', cancelled!.slug, { reason: 'Doubled' })).status).toBe(200)
  await exportFile([later!.slug], { again_reason: 'The bank lost it' })
  const before = await app.db.selectFrom('ledger_rows').selectAll().orderBy('id').execute()
  const { body } = await answer({ group: 'RJCT', groupReason: 'AM05', batch: null })
  expect(body.results).toMatchObject([
    { slug: paid!.slug, put_back: false, kept: 'marked_paid' },
    { slug: cancelled!.slug, put_back: false, kept: 'cancelled' },
    { slug: later!.slug, put_back: false, kept: 'in_another_file' },
    { slug: open!.slug, put_back: true, kept: null, said: { reason: 'AM05' } },
  ])
  expect(await states()).toEqual(['marked_paid', 'cancelled', 'exported', 'open'])
  expect(await app.db.selectFrom('ledger_rows').selectAll().orderBy('id').execute()).toEqual(before)
  // The list keeps the bank's answer for the paid one.
  expect((await statuses())[0]).toBe('RJCT')
})

test('a refused upload names the problem and writes nothing', async () => {
  const [a] = await inFile(1)
  const sheet = await createPayout(app.db)
  const typed = await exportFile([sheet.slug], { format: 'xlsx' })
  const before = await databaseChecksums(app.db)
  const said = [{ id: a!.number, status: 'ACSC' }]
  const cases: [object, string][] = [
    [{ original: 'SEPA-2026-0815' }, 'No file for the bank was made here with the message ID SEPA-2026-0815'],
    // Payments of a workbook are typed in, so the bank never saw its message ID.
    [{ original: typed }, `No file for the bank was made here with the message ID ${typed}`],
    [{ batch: 'OTHER', said }, 'The file has no batch OTHER'],
    [{ said: [{ id: 'AZ-2026-0815', status: 'ACSC' }] }, 'The file has no payment AZ-2026-0815'],
    [
      { said, payer: 'DE02120300000000202051' },
      `The answer is about a different paying account than ${original}`,
    ],
    [{ said: [{ ...said[0], amount_cents: 1 }] }, `The answer has a different amount for ${a!.number}`],
    [{ said, made: '2026-11-23T10:00:00Z' }, 'The answer is dated in the future'],
    [{ said, made: 'soon' }, 'The answer lacks CreDtTm (line 3)'],
  ]
  for (const [written, text] of cases) {
    const { status, body } = await answer(written)
    expect([status, body]).toEqual([400, { file: [text] }])
  }
  const statement = '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"/>'
  expect((await upload(statement)).body.file[0]).toMatch(/not a pain\.002.*\(line 1\)$/)
  expect((await upload('no XML at all')).status).toBe(415)
  expect((await upload(`<!DOCTYPE a>${statement}`)).status).toBe(400)
  expect(await databaseChecksums(app.db)).toEqual(before)
})

test('uploading an answer requires the right to make payment files', async () => {
  const [a] = await inFile(1)
  const written = { said: [{ id: a!.number, status: 'RJCT' }] }
  expect((await answer(written, await app.as(['view_payouts', 'change_organizations']))).status).toBe(403)
})

describe("taking over the bank's name", () => {
  const bank_name = 'Förderverein Schule e.V.'
  const path = (slug: string) => `${base}${slug}/take-bank-name/`
  async function closeMatch() {
    const [payout] = await inFile(1)
    await answer({ said: [{ id: payout!.number, status: 'RVMC', words: [bank_name] }] })
    return payout!
  }
  const holders = async () =>
    (await app.db.selectFrom('organizations').select('bank_account_holder').execute()).map(
      (row) => row.bank_account_holder,
    )

  test('makes it the account holder once a second person agrees, whatever the approval rules say', async () => {
    const { slug } = await closeMatch()
    await app.db
      .updateTable('approval_rules')
      .set({ enabled: false })
      .where('act', '=', 'bank_details')
      .execute()
    const proposed = await clerk.post(path(slug), { bank_name })
    expect([proposed.status, await holders()]).toEqual([202, ['']])
    const { id } = proposed.body.approval
    const approve = (by: Client) => by.post(`/api/v4/approvals/${id}/approve/`)
    expect(await approve(clerk)).toMatchObject({ status: 409, body: { code: 'approval_own' } })
    expect((await clerk.post(path(slug), { bank_name })).body.code).toBe('approval_waiting')
    expect((await approve(await app.as('superuser'))).status).toBe(200)
    expect(await holders()).toEqual([bank_name])
    expect((await rows())[0].recipient.name).toBe(bank_name)
    const change = await app.db
      .selectFrom('audit_events')
      .select(['object_type', 'after'])
      .where('action', '=', 'change')
      .executeTakeFirstOrThrow()
    expect(change).toEqual({ object_type: 'organization', after: { bank_account_holder: bank_name } })
    // Nothing is left to propose.
    expect((await clerk.post(path(slug), { bank_name })).status).toBe(200)
  })

  test("sets the title of the project's own account instead", async () => {
    const { slug, project_id } = await closeMatch()
    const { id } = await app.db
      .insertInto('individual_bank_accounts')
      .values({ slug: 'own', title: 'Förderverein', iban: goodIban, created_at: app.clock.now })
      .returning('id')
      .executeTakeFirstOrThrow()
    await app.db
      .updateTable('projects')
      .set({ individual_bank_account_id: id })
      .where('id', '=', project_id)
      .execute()
    const proposed = await clerk.post(path(slug), { bank_name })
    expect(proposed.status).toBe(202)
    const second = await app.as(['change_payouts'])
    const approved = await second.post(`/api/v4/approvals/${proposed.body.approval.id}/approve/`)
    expect(approved.status).toBe(200)
    expect((await rows())[0].recipient.name).toBe(bank_name)
    expect(await holders()).toEqual([''])
  })

  test("is rejected when the bank's answer names another holder or another account", async () => {
    const { slug } = await closeMatch()
    const refused = async (name = bank_name) => (await clerk.post(path(slug), { bank_name: name })).body.code
    expect(await refused('Somebody else')).toBe('no_bank_name')
    await app.db.updateTable('organizations').set({ iban: 'DE02120300000000202051' }).execute()
    expect(await refused()).toBe('no_bank_name')
    await app.db.updateTable('organizations').set({ iban: goodIban }).execute()
    await answer({ message: 'BANK-2', made: '2026-11-21T11:00:00Z', batchStatus: 'RCVC' })
    expect(await refused()).toBe('no_bank_name')
    expect((await clerk.post(path('none'), { bank_name })).status).toBe(404)
    expect((await (await app.as(['change_organizations'])).post(path(slug), { bank_name })).status).toBe(403)
  })

  test('a proposal fails after the bank superseded its answer', async () => {
    const { slug } = await closeMatch()
    const { id } = (await clerk.post(path(slug), { bank_name })).body.approval
    await answer({ message: 'BANK-2', made: '2026-11-21T11:00:00Z', batchStatus: 'RVNM' })
    const second = await app.as(['change_payouts'])
    expect((await second.post(`/api/v4/approvals/${id}/approve/`)).body.code).toBe('no_bank_name')
    expect(await holders()).toEqual([''])
  })
})

test('with any answers in any order, each payout follows its latest answer', async () => {
  const code = fc.constantFrom('RJCT', 'ACSC', 'PDNG', 'ACTC', 'RVMC', 'RCVC', 'RVNM')
  const isAboutName = (status: string) => status.startsWith('R') && status !== 'RJCT'
  const payments = 4
  const written = fc.array(
    fc.record({
      minute: fc.nat(500),
      isVerification: fc.boolean(),
      said: fc.array(fc.option(code), { minLength: payments, maxLength: payments }),
    }),
    { minLength: 1, maxLength: 5 },
  )
  await fc.assert(
    fc.asyncProperty(written, fc.infiniteStream(fc.nat(100)), async (given, picks) => {
      await app.reset()
      await setHouseIban(app.db)
      clerk = await app.as(['change_payouts'])
      const payouts = await inFile(payments)
      const answers = given.map(({ minute, isVerification, said }, n) => ({
        at: minute * 10 + n,
        about: isVerification ? 'verification' : 'status',
        // Each answer is either about the verification or about the payment.
        said: said.map((status) =>
          status === null || isAboutName(status) === isVerification ? status : null,
        ),
      }))
      const upload = (n: number) => {
        const { at, said } = answers[n]!
        return answer({
          message: `BANK-${n}`,
          made: new Date(Date.UTC(2026, 10, 20) + at * 1000).toISOString(),
          group: 'PART',
          said: said.flatMap((status, nth) => (status ? [{ id: payouts[nth]!.number, status }] : [])),
        })
      }
      // Every answer is uploaded once in random order, and some a second time.
      const drawn = answers.map((_, n) => ({ n, place: picks.next().value! }))
      const order = drawn.toSorted((one, other) => one.place - other.place).map(({ n }) => n)
      const again = order.filter(() => picks.next().value! > 60)
      for (const n of [...order, ...again]) expect((await upload(n)).status).toBe(201)
      const latest = (nth: number, about: string) =>
        answers
          .filter((one) => one.about === about && one.said[nth] !== null)
          .toSorted((one, other) => one.at - other.at)
          .at(-1)?.said[nth]
      const list = await rows()
      for (const nth of payouts.keys()) {
        const status = latest(nth, 'status')
        const { state, bank_said } = list[nth]
        expect([bank_said.status?.status, bank_said.verification?.status, state]).toEqual([
          status,
          latest(nth, 'verification'),
          status === 'RJCT' ? 'open' : 'exported',
        ])
      }
      expect((await sql`select from bank_answers`.execute(app.db)).rows).toHaveLength(answers.length)
    }),
    { numRuns: costlyRuns(8) },
  )
})

describe('a ZIP of several answers', () => {
  const part = (name: string, data: string) => ({ name, data: Buffer.from(data) })

  test('stores every answer, and the latest by the bank’s timestamp applies', async () => {
    const [a] = await inFile(1)
    const written = (message: string, made: string, status: string) =>
      pain002({ original, message, made, said: [{ id: a!.number, status }] })
    const archive = zip(
      part('b/later.xml', written('BANK-2', '2026-11-21T10:00:00+01:00', 'RJCT')),
      part('__MACOSX/x', 'nothing'),
      part('earlier.xml', written('BANK-1', '2026-11-21T09:00:00+01:00', 'ACSP')),
    )
    const { status, body } = await upload(archive, clerk, 'answers.zip')
    expect([status, body]).toEqual([201, body])
    expect(body).toMatchObject({
      message_id: 'BANK-1',
      was_known: false,
      results: [{ said: { status: 'ACSP' }, is_superseded: true }],
      others: [
        { message_id: 'BANK-2', was_known: false, results: [{ put_back: true, is_superseded: false }] },
      ],
    })
    expect(await states()).toEqual(['open'])
    const files = await app.db
      .selectFrom('bank_answers')
      .select(['filename', 'content'])
      .orderBy('id')
      .execute()
    expect(files.map(({ filename }) => filename)).toEqual(['earlier.xml', 'b/later.xml'])
    expect(String(files[0]!.content)).toContain('BANK-1')

    const again = (await upload(archive, clerk, 'again.zip')).body
    expect([again.was_known, again.others[0].was_known]).toEqual([true, true])
    expect(await states()).toEqual(['open'])
  })

  test('changes nothing when one of its files is refused, and names that file', async () => {
    const [a] = await inFile(1)
    const good = part('good.xml', pain002({ original, said: [{ id: a!.number, status: 'RJCT' }] }))
    const before = await databaseChecksums(app.db)
    for (const [bad, message] of [
      [part('unknown.xml', pain002({ original: 'SEPA-2026-0009', message: 'BANK-2' })), /^unknown\.xml: /],
      [part('letter.txt', 'Guten Tag'), /^letter\.txt: /],
    ] as const) {
      const { status, body } = await upload(zip(good, bad), clerk, 'answers.zip')
      expect([status, body]).toEqual([400, { file: [expect.stringMatching(message)] }])
    }
    for (const broken of [zip(), Buffer.from('PK\x03\x04 and no more')])
      expect((await upload(broken, clerk, 'answers.zip')).status).toBe(400)
    expect(await databaseChecksums(app.db)).toEqual(before)
  })
})
