import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { rolePresets } from '#features/users/presets.ts'
import { createProject } from '#test/factories.ts'
import { textOfPdf } from '#test/pdf.ts'
import {
  certifiableProject,
  generatePath,
  receiptDesk,
  receiptTemplate,
  recordGifts,
} from '#test/receipts.ts'
import { databaseChecksums } from '#test/table-checksums.ts'
import { numbersOf } from './number-gaps.ts'

const desk = receiptDesk([
  'change_private_donations',
  'create_documents',
  'change_documents',
  'delete_documents',
  'view_projects',
  'export_data',
])

const generate = (more: object) =>
  desk.clerk.post(generatePath, { template_slug: receiptTemplate, mode: 'final', ...more })
const issue = async (gift: { slug: string }) => {
  const answer = await generate({ targets: [gift.slug] })
  expect([answer.status, answer.body.code]).toEqual([200, undefined])
  return answer.body.document as { slug: string; number: string; title: string; download_url: string }
}
const withdraw = (document: { slug: string; number: string }, more: object = {}) =>
  desk.clerk.post(`/api/v4/documents/${document.slug}/withdraw/`, {
    reason: 'Wrong donor',
    confirm_number: document.number,
    ...more,
  })
const readRun = async (id: number) => (await desk.clerk.get(`/api/v4/document-runs/${id}/`)).body
const eventsOfPrints = () =>
  desk.app.db
    .selectFrom('audit_events')
    .select('object_title')
    .where('action', '=', 'test_print')
    .orderBy('id')
    .execute()
const rowsOf = async (id: number, query = '') =>
  (await desk.clerk.get(`/api/v4/document-runs/${id}/rows/${query}`)).body.results

describe('one receipt', () => {
  test('contains the legal statements and its number, and prints letters of other alphabets', async () => {
    const [gift] = await recordGifts(desk.clerk, desk.project, [{ amount_cents: 127_505 }])
    const document = await issue(gift!)
    expect(document).toMatchObject({
      type: 'receipt',
      state: 'original',
      source: 'generated',
      number: '2026-0001',
      title: 'Zuwendungsbestätigung_2026-0001.pdf',
      issued_on: '2026-11-21',
      target: { type: 'organization', slug: desk.issuer.slug },
    })
    const { bytes } = await desk.clerk.get(document.download_url)
    const words = await textOfPdf(bytes)
    for (const said of [
      'Nr. 2026-0001',
      'Naturschutzgruppe Hohenfels Am Anger 4 78355 Hohenfels',
      'Ελένη Łukasz Größ Große Straße 12 70173 İstanbul',
      '1.275,05 €',
      'eintausendzweihundertfünfundsiebzig Euro und fünf Cent',
      '22.04.2026',
      'Finanzamtes Singen, StNr. 18165/04712, vom 15.01.2025 für den letzten Veranlagungszeitraum 2020 bis 2022',
      'nur zur Förderung von Naturschutz und Landschaftspflege verwendet wird',
      '§ 10b Abs. 4 EStG',
      '§ 63 Abs. 5 AO',
    ])
      expect(words).toContain(said)
    const folder = mkdtempSync(join(tmpdir(), 'almoner-receipt-'))
    try {
      writeFileSync(join(folder, 'r.pdf'), bytes)
      const raw = Buffer.from(bytes).toString('latin1')
      expect(raw).toMatch(/\/Lang/)
      expect(raw).not.toMatch(/\/AcroForm/)
      expect(qpdf(join(folder, 'r.pdf'))).toMatch(/No syntax or stream encoding errors|not installed/)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })

  test('certifies a gift whose purpose was changed for the day and year it was received', async () => {
    const [gift] = await recordGifts(desk.clerk, desk.project, [{ received_on: '2025-12-30' }])
    const other = await createProject(desk.app.db, {
      title: 'Amphibienzaun',
      organization_id: desk.issuer.id,
      needs: [1_000_000],
    })
    const moved = await desk.clerk.post(`/api/v4/private-donations/${gift!.slug}/change-purpose/`, {
      project_slug: other.slug,
      reason: 'Wunsch',
    })
    expect(moved.body).toMatchObject({ received_on: '2025-12-30', project: { title: 'Amphibienzaun' } })
    const { bytes } = await desk.clerk.get((await issue(moved.body)).download_url)
    expect(await textOfPdf(bytes)).toContain('30.12.2025')
  })

  test('a thank-you letter carries the slip for a gift of up to €300, and none for a larger one', async () => {
    const gifts = await recordGifts(desk.clerk, desk.project, [
      { amount_cents: 30_000 },
      { amount_cents: 30_001 },
    ])
    const made = await Promise.all(
      gifts.map(async ({ slug }) => {
        const answer = await generate({ template_slug: 'standard-thank-you', targets: [slug] })
        expect([answer.status, answer.body.code]).toEqual([200, undefined])
        return answer.body.document as { slug: string; download_url: string }
      }),
    )
    const slugs = made.map(({ slug }) => slug)
    const letters = await Promise.all(
      made.map(async ({ download_url }) => textOfPdf((await desk.clerk.get(download_url)).bytes)),
    )
    for (const said of [
      'zusammen mit der Buchungsbestätigung Ihrer Bank (zum Beispiel dem Kontoauszug) als Zuwendungsnachweis (§ 50 Abs. 4 Satz 1 Nr. 2 EStDV)',
      'Naturschutzgruppe Hohenfels, Am Anger 4, 78355 Hohenfels: 300,00 € am 22.04.2026',
      'Finanzamtes Singen, StNr. 18165/04712, vom 15.01.2025 für den letzten Veranlagungszeitraum 2020 bis 2022',
      'nur zur Förderung von Naturschutz und Landschaftspflege verwendet wird',
      'um eine Spende, nicht um einen Mitgliedsbeitrag',
    ])
      expect(letters[0]).toContain(said)
    expect(letters[1]).toContain('300,01 €')
    for (const slug of slugs)
      // oxlint-disable-next-line no-await-in-loop -- in their order
      await desk.clerk.post(`/api/v4/documents/${slug}/send/`, {
        email: 'eleni@example.org',
        language: 'sie_DE',
      })
    await desk.app.runJobs()
    const mails = await desk.app.db.selectFrom('emails').select('text_body').orderBy('id').execute()
    expect(mails.map(({ text_body }) => text_body?.includes('gilt dieser Beleg zusammen mit'))).toEqual([
      true,
      false,
    ])
    expect(letters[1]).not.toContain('Beleg für das Finanzamt')
  })

  test('a test print has its mark and no number; only the event that it was printed is kept', async () => {
    const [gift] = await recordGifts(desk.clerk, desk.project, [{}])
    const before = await databaseChecksums(desk.app.db)
    const answer = await generate({ targets: [gift!.slug], mode: 'test' })
    expect(answer.body).toMatchObject({ document: null, run: null })
    const words = await textOfPdf(Buffer.from(answer.body.pdf, 'base64'))
    expect(words).toContain('TEST')
    expect(words).not.toContain('2026-00')
    expect(words).toContain('Ελένη Łukasz Größ')
    expect(await eventsOfPrints()).toEqual([{ object_title: gift!.number }])
    const { audit_events: _, ...after } = await databaseChecksums(desk.app.db)
    const { audit_events: __, ...known } = before
    expect(after).toEqual(known)
    expect((await issue(gift!)).number).toBe('2026-0001')
  })

  test('a test print names an invented donor for people who see donors masked, and leaves no event', async () => {
    const [gift] = await recordGifts(desk.clerk, desk.project, [{}])
    const reader = await desk.app.as(['create_documents', 'view_private_donations'])
    const body = { template_slug: receiptTemplate, targets: [gift!.slug] }
    const answer = await reader.post(generatePath, { ...body, mode: 'test' })
    const words = await textOfPdf(Buffer.from(answer.body.pdf, 'base64'))
    expect(words).toContain('Erika Musterfrau')
    expect(words).not.toMatch(/Größ|Große Straße/)
    expect(await eventsOfPrints()).toEqual([])
    const final = await reader.post(generatePath, { ...body, mode: 'final' })
    expect([final.status, final.body.permission]).toEqual([403, 'change_private_donations'])
    const stranger = await desk.app.as(['create_documents'])
    for (const path of [generatePath, `${generatePath}preview/`]) {
      const sent = { ...body, ...(path === generatePath && { mode: 'test' }) }
      const refused = await stranger.post(path, sent)
      expect([refused.status, refused.body.permission]).toEqual([403, 'view_private_donations'])
    }
  })

  test('is not returned again under its idempotency key after the right to see donors is lost', async () => {
    const [gift] = await recordGifts(desk.clerk, desk.project, [{}])
    const ask = (mode: string) =>
      desk.clerk.post(
        generatePath,
        { template_slug: receiptTemplate, mode, targets: [gift!.slug] },
        { headers: { 'idempotency-key': `key-${mode}` } },
      )
    const words = async (answer: { body: { pdf: string } }) =>
      textOfPdf(Buffer.from(answer.body.pdf, 'base64'))
    expect(await words(await ask('test'))).toContain('Größ')
    const issued = await ask('final')
    expect((await ask('final')).body).toEqual(issued.body)
    const kept = await desk.app.db.selectFrom('idempotency_keys').select('key').execute()
    expect(kept).toEqual([{ key: 'key-final' }])
    await desk.app.db
      .updateTable('user_permissions')
      .set({ permission: 'view_private_donations' })
      .where('user_id', '=', desk.clerk.userId)
      .where('permission', '=', 'change_private_donations')
      .execute()
    const refused = await ask('final')
    expect([refused.status, refused.body.code]).toEqual([403, 'idempotency_rights'])
    expect((await ask('test')).body.pdf).toBeUndefined()
  })

  test('is issued, opened and withdrawn by the role of accounting', async () => {
    const { permissions } = rolePresets.find(({ key }) => key === 'accounting')!
    const accountant = await desk.app.as([...permissions])
    const [gift] = await recordGifts(accountant, desk.project, [{}])
    const wanted = { template_slug: receiptTemplate, mode: 'final', targets: [gift!.slug] }
    const made = await accountant.post(generatePath, wanted)
    expect([made.status, made.body.code]).toEqual([200, undefined])
    const { document } = made.body
    expect((await accountant.get(document.download_url)).status).toBe(200)
    const withdrawn = await accountant.post(`/api/v4/documents/${document.slug}/withdraw/`, {
      reason: 'Wrong donor',
      confirm_number: document.number,
    })
    expect(withdrawn.status).toBe(200)
  })

  test('a receipt is listed with its donor, masked for people who may not see donors', async () => {
    const [gift] = await recordGifts(desk.clerk, desk.project, [{}])
    await issue(gift!)
    const listed = async (reader: typeof desk.clerk) => {
      const [row] = (await reader.get('/api/v4/documents/')).body.results
      return [row.name, row.donor]
    }
    expect(await listed(desk.clerk)).toEqual(['Donation receipt 2026-0001', 'Ελένη Łukasz Größ'])
    const reader = await desk.app.as(['view_documents'])
    expect(await listed(reader)).toEqual(['Donation receipt 2026-0001', 'Ε•••• Ł•••• G••••'])
  })

  test('a receipt is opened, sent and printed again only by people who may see donors', async () => {
    const [gift] = await recordGifts(desk.clerk, desk.project, [{}])
    const document = await issue(gift!)
    const reader = await desk.app.as(['change_documents', 'view_private_donations'])
    const base = `/api/v4/documents/${document.slug}/`
    const send = { email: 'wer@example.org', language: 'sie_DE' }
    for (const answer of [
      await reader.get(`${base}download/`),
      await reader.get(`${base}view/`),
      await reader.get(`${base}reprint/`),
      await reader.get(`${base}links/`),
      await reader.post(`${base}send/`, send),
    ])
      expect([answer.status, answer.body.permission]).toEqual([403, 'change_private_donations'])
    expect((await reader.get(base)).status).toBe(200)
    expect((await desk.clerk.get(`${base}download/`)).status).toBe(200)
  })

  test('a refused receipt lists every reason and uses no number', async () => {
    const [poor, good] = await recordGifts(desk.clerk, desk.project, [
      { received_on: '2025-01-14', donor: { street: '', city: '' } },
      {},
    ])
    const answer = await generate({ targets: [poor!.slug] })
    expect([answer.status, answer.body.code]).toEqual([409, 'receipt_refused'])
    expect(answer.body.detail).toBe(
      'No document can be made: No proof on 14.01.2025; Donor’s address is missing',
    )
    expect(answer.body.blocking.map((one: { code: string }) => one.code)).toEqual([
      'no_proof_on_gift_day',
      'address_missing',
    ])
    expect((await issue(good!)).number).toBe('2026-0001')
    const again = await generate({ targets: [good!.slug] })
    expect([again.status, again.body.detail]).toEqual([
      409,
      'No document can be made: Certified by 2026-0001',
    ])
  })

  test('wrong fields are refused at the field', async () => {
    const [gift] = await recordGifts(desk.clerk, desk.project, [{}])
    const wrong = async (more: object) => (await generate({ targets: [gift!.slug], ...more })).body
    expect(await wrong({ template_slug: 'nothing' })).toEqual({ template_slug: [expect.any(String)] })
    expect(await wrong({ issue_day: '2026-11-22' })).toEqual({ issue_day: [expect.any(String)] })
    expect(await wrong({ targets: ['nobody'] })).toEqual({ targets: ['nobody is not known'] })
    expect(await wrong({ targets: undefined })).toEqual({ targets: [expect.any(String)] })
    expect(await wrong({ selection: { slugs: ['x'] } })).toEqual({ selection: [expect.any(String)] })
  })
})

describe('withdrawal and reprint', () => {
  test('a withdrawn receipt keeps its number for ever; the gift can get a new receipt', async () => {
    const [gift] = await recordGifts(desk.clerk, desk.project, [{}])
    const first = await issue(gift!)
    const other = await withdraw(first, { confirm_number: '2026-0002' })
    expect([other.status, other.body]).toEqual([
      400,
      { confirm_number: ['This is not the number of the receipt'] },
    ])
    expect((await withdraw(first, { reason: '' })).status).toBe(400)
    expect((await withdraw(first)).body).toMatchObject({ state: 'withdrawn', number: '2026-0001' })
    expect((await withdraw(first)).body.code).toBe('receipt_withdrawn')
    expect((await issue(gift!)).number).toBe('2026-0002')
    const log = await desk.clerk.get('/api/v4/document-logs/?search=2026-0001')
    expect(log.body.results.map((row: { action: string }) => row.action)).toEqual(['withdraw', 'generate'])
  })

  test('a reprint has the same number and words under ZWEITSCHRIFT, of a withdrawn one under ZURÜCKGEZOGEN', async () => {
    const [gift] = await recordGifts(desk.clerk, desk.project, [{}])
    const document = await issue(gift!)
    await desk.app.db.updateTable('organizations').set({ title: 'Another name' }).execute()
    const again = async () =>
      textOfPdf((await desk.clerk.get(`/api/v4/documents/${document.slug}/reprint/`)).bytes)
    const words = await again()
    expect(words).toContain('ZWEITSCHRIFT')
    expect(words).toContain('Nr. 2026-0001')
    expect(words).toContain('Naturschutzgruppe Hohenfels')
    await withdraw(document)
    expect(await again()).toContain('ZURÜCKGEZOGEN')
  })

  test('the database allows no change to a receipt except its withdrawal', async () => {
    const [gift] = await recordGifts(desk.clerk, desk.project, [{}])
    await issue(gift!)
    await expect(desk.app.db.deleteFrom('receipts').execute()).rejects.toThrow('only withdrawn')
    await expect(desk.app.db.updateTable('receipts').set({ place: 7 }).execute()).rejects.toThrow(
      'only withdrawn',
    )
    await expect(desk.app.db.updateTable('receipt_gifts').set({ amount_cents: 1 }).execute()).rejects.toThrow(
      'only withdrawn',
    )
  })
})

describe('a gift with a receipt', () => {
  test('is not refunded, charged back or given to another project before it is withdrawn', async () => {
    const other = await certifiableProject(desk.app.db)
    const [gift] = await recordGifts(desk.clerk, desk.project, [{}])
    const document = await issue(gift!)
    const calls: [string, object][] = [
      ['refund', {}],
      ['charge-back', {}],
      ['change-purpose', { project_slug: other.project.slug }],
    ]
    for (const [call, more] of calls) {
      const before = await databaseChecksums(desk.app.db)
      const path = `/api/v4/private-donations/${gift!.slug}/${call}/`
      const answer = await desk.clerk.post(path, { reason: 'Asked for', ...more })
      expect([answer.status, answer.body]).toMatchObject([
        409,
        {
          code: 'receipt_issued',
          detail: 'Withdraw receipt 2026-0001 first.',
          blocking: [{ slug: document.slug, title: '2026-0001' }],
        },
      ])
      expect(await databaseChecksums(desk.app.db)).toEqual(before)
    }
    await withdraw(document)
    const refund = await desk.clerk.post(`/api/v4/private-donations/${gift!.slug}/refund/`, {
      reason: 'Asked for',
    })
    expect(refund.status).toBe(200)
  })
})

describe('a run', () => {
  test('issues what it can, refuses the rest with all reasons, and packs the files', async () => {
    const gifts = await recordGifts(desk.clerk, desk.project, [
      {},
      { amount_cents: 500 },
      { donor: { street: '' } },
      { received_on: '2025-01-14' },
    ])
    const selection = { query: '', exclude: [gifts[0]!.slug], expected_count: 3 }
    const { body: preview } = await desk.clerk.post(`${generatePath}preview/`, {
      template_slug: receiptTemplate,
      selection,
    })
    expect(preview).toMatchObject({
      gifts: 3,
      can: 1,
      can_cents: 500,
      cannot: 2,
      causes: [
        { code: 'no_proof_on_gift_day', count: 1, organization: 'Naturschutzgruppe Hohenfels' },
        { code: 'address_missing', count: 1, text: 'Donor’s address is missing' },
      ],
    })
    const changed = await generate({ selection: { ...selection, expected_count: 4 } })
    expect([changed.status, changed.body.code]).toEqual([409, 'selection_changed'])
    const { body } = await generate({ targets: gifts.map(({ slug }) => slug) })
    expect(await readRun(body.run.id)).toMatchObject({ state: 'queued', total: 4, issued: 0, left: 2 })
    await desk.app.runJobs()
    expect(await readRun(body.run.id)).toMatchObject({
      state: 'done',
      issued: 2,
      issued_cents: 4500,
      refused: 2,
      left: 0,
      numbers: [{ first: '2026-0001', last: '2026-0002', count: 2, gaps: [] }],
    })
    const rows = await rowsOf(body.run.id, '?state=refused')
    expect(rows.map((row: { reasons: { text: string }[] }) => row.reasons.map(({ text }) => text))).toEqual([
      ['No proof on 14.01.2025'],
      ['Donor’s address is missing'],
    ])
    const zip = await desk.clerk.get(`/api/v4/document-runs/${body.run.id}/zip/`)
    expect(zip.headers.get('content-type')).toBe('application/zip')
    const names = Buffer.from(zip.bytes).toString('latin1')
    for (const number of ['2026-0001', '2026-0002']) expect(names).toContain(`_${number}.pdf`)
    const csv = await desk.clerk.get(`/api/v4/document-runs/${body.run.id}/list/`)
    expect(Buffer.from(csv.bytes).toString()).toContain('No proof on 14.01.2025')
    const blind = await desk.app.as(['view_documents', 'export_data', 'view_projects'])
    for (const end of ['', 'rows/', 'zip/', 'list/']) {
      const refused = await blind.get(`/api/v4/document-runs/${body.run.id}/${end}`)
      expect([refused.status, refused.body.permission]).toEqual([403, 'view_private_donations'])
    }
    const reader = await desk.app.as(['view_documents', 'view_private_donations'])
    const masked = (await reader.get(`/api/v4/document-runs/${body.run.id}/rows/`)).body.results
    expect(masked[0].donor).toBe('Ε•••• Ł•••• G••••')
  })

  test('is cancelled and resumed: a receipt issued meanwhile stays, and the rest take the next numbers', async () => {
    const gifts = await recordGifts(desk.clerk, desk.project, [{}, {}, {}])
    const { body } = await generate({ targets: gifts.map(({ slug }) => slug) })
    const path = `/api/v4/document-runs/${body.run.id}/`
    expect((await desk.clerk.post(`${path}cancel/`, {})).body.state).toBe('cancelled')
    expect((await desk.clerk.post(`${path}cancel/`, {})).body.code).toBe('generation_not_running')
    await desk.app.runJobs()
    expect(await readRun(body.run.id)).toMatchObject({ state: 'cancelled', issued: 0, left: 3 })
    expect((await issue(gifts[1]!)).number).toBe('2026-0001')
    expect((await desk.clerk.post(`${path}continue/`, {})).body.state).toBe('queued')
    await desk.app.runJobs()
    expect(await readRun(body.run.id)).toMatchObject({ state: 'done', issued: 2, refused: 1 })
    expect((await rowsOf(body.run.id, '?state=refused'))[0].reasons[0].text).toBe('Certified by 2026-0001')
    expect(await numbersOf(desk.app.db)).toMatchObject([{ last: '2026-0003', count: 3, gaps: [] }])
  })

  test('stops when the right to see donors is revoked, and resumes only for a person who has it', async () => {
    const gifts = await recordGifts(desk.clerk, desk.project, [{}, { amount_cents: 500 }])
    const body = { template_slug: receiptTemplate, mode: 'final', targets: gifts.map(({ slug }) => slug) }
    const { run } = (await desk.clerk.post(generatePath, body)).body
    await desk.app.db
      .updateTable('user_permissions')
      .set({ permission: 'view_private_donations' })
      .where('user_id', '=', desk.clerk.userId)
      .where('permission', '=', 'change_private_donations')
      .execute()
    await desk.app.runJobs()
    expect(await readRun(run.id)).toMatchObject({
      state: 'failed',
      issued: 0,
      left: 2,
      lacks: 'change_private_donations',
    })
    const path = `/api/v4/document-runs/${run.id}/`
    const refused = await desk.clerk.post(`${path}continue/`, {})
    expect([refused.status, refused.body.permission]).toEqual([403, 'change_private_donations'])
    expect((await readRun(run.id)).state).toBe('failed')
    expect((await desk.clerk.get(`${path}zip/`)).status).toBe(403)

    // Somebody else goes on with it in their own name: the run is theirs from then on.
    const other = await desk.app.as(['create_documents', 'change_private_donations'])
    expect((await other.post(`${path}continue/`, {})).status).toBe(200)
    await desk.app.runJobs()
    const done = (await (await desk.app.as('superuser')).get(path)).body
    expect(done).toMatchObject({ state: 'done', issued: 2, lacks: null })
  })

  test('names with unprintable letters are refused, and their number is reused', async () => {
    const gifts = await recordGifts(desk.clerk, desk.project, [{ donor: { name: '王小明' } }, {}])
    const { body } = await generate({ targets: gifts.map(({ slug }) => slug) })
    await desk.app.runJobs()
    expect(await readRun(body.run.id)).toMatchObject({
      issued: 1,
      causes: [{ code: 'letters_missing', count: 1 }],
      numbers: [{ first: '2026-0001', last: '2026-0001', gaps: [] }],
    })
    const told = await rowsOf(body.run.id, '?state=refused')
    expect(told[0].reasons).toEqual([
      { code: 'letters_missing', text: 'Characters that cannot be printed: 王 小 明' },
    ])
  })

  test('collective receipts: one per donor and year, the annex with the same total', async () => {
    const donor = { email: 'eleni@example.org' }
    const gifts = await recordGifts(desk.clerk, desk.project, [
      { amount_cents: 1500, donor },
      { amount_cents: 2500, received_on: '2026-07-01', donor },
      { received_on: '2025-12-30', donor },
    ])
    const { body } = await desk.clerk.post(generatePath, {
      template_slug: 'standard-collective-receipt',
      mode: 'final',
      targets: gifts.map(({ slug }) => slug),
    })
    await desk.app.runJobs()
    const rows = await rowsOf(body.run.id)
    expect(rows.map((row: { amount_cents: number }) => row.amount_cents).sort()).toEqual([4000, 4000])
    const documents = (await desk.clerk.get('/api/v4/documents/?search=Sammelbest')).body.results
    const texts = await Promise.all(
      documents.map(async (one: { download_url: string }) =>
        textOfPdf((await desk.clerk.get(one.download_url)).bytes),
      ),
    )
    const both = texts.find((words) => words.includes('01.07.2026'))!
    for (const said of [
      '15,00 €',
      '25,00 €',
      'Summe 40,00 €',
      'vierzig Euro',
      '01.01.2026 bis 21.11.2026',
      'keine weiteren Bestätigungen',
    ])
      expect(both).toContain(said)
    expect((await generate({ targets: [gifts[0]!.slug] })).body.code).toBe('receipt_refused')
  })

  test('a lost number is found as a gap', async () => {
    const gifts = await recordGifts(desk.clerk, desk.project, [{}, {}])
    await issue(gifts[0]!)
    await desk.app.db
      .updateTable('number_series')
      .set({ last: 2 })
      .where('name', 'like', 'receipt:%')
      .execute()
    await issue(gifts[1]!)
    expect(await numbersOf(desk.app.db)).toMatchObject([{ gaps: ['2026-0002'] }])
  })
})

test('letters and agreements have no number', async () => {
  const [gift] = await recordGifts(desk.clerk, desk.project, [{}])
  const make = async (template_slug: string, target: string) => {
    const { status, body } = await generate({ template_slug, targets: [target] })
    expect([status, body.document?.number]).toEqual([200, null])
    return textOfPdf((await desk.clerk.get(body.document.download_url)).bytes)
  }
  const thanks = await make('standard-thank-you', gift!.slug)
  expect(thanks).toContain('Guten Tag Ελένη Łukasz Größ')
  const agreement = await make('standard-funding-agreement', desk.project.slug)
  expect(agreement).toContain('40,00 € (in Worten: vierzig Euro)')
})

function qpdf(file: string): string {
  try {
    return execFileSync('qpdf', ['--check', file]).toString()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 'not installed'
    throw error
  }
}
