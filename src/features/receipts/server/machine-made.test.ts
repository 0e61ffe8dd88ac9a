import { describe, expect, test } from 'vitest'
import { givenTemplate, templatesPath, wholeMapping } from '#test/document-templates.ts'
import { officialForm } from '#test/make-form.ts'
import { picturesOfPdf, textOfPdf } from '#test/pdf.ts'
import { generatePath, receiptDesk, receiptTemplate, recordGifts } from '#test/receipts.ts'
import {
  announcement,
  givenAnnouncement,
  givenSignature,
  machinePath,
  signaturePath,
} from '#test/signatures.ts'

// Receipts without a hand signature (R 10b.1 (4) EStR).

const desk = receiptDesk([
  'change_organizations',
  'change_private_donations',
  'create_documents',
  'change_documents',
  'create_document_templates',
  'change_document_templates',
  'view_document_templates',
  'view_projects',
])
const path = () => machinePath(desk.issuer.slug)
const state = async () => (await desk.clerk.get(path())).body
const issue = async (gift: { slug: string }, template_slug = receiptTemplate) => {
  const answer = await desk.clerk.post(generatePath, { template_slug, mode: 'final', targets: [gift.slug] })
  expect([answer.status, answer.body]).toEqual([200, answer.body])
  const { bytes } = await desk.clerk.get(answer.body.document.download_url)
  const pdf = Buffer.from(bytes)
  return {
    ...(answer.body.document as { slug: string; number: string; pages: number }),
    words: await textOfPdf(pdf),
    pictures: (await picturesOfPdf(pdf)).length,
  }
}
const unmet = (conditions: { key: string; met: boolean }[]) =>
  conditions.flatMap(({ key, met }) => (met ? [] : [key]))
const sentence =
  'maschinell erstellt und ist ohne eigenhändige Unterschrift gültig. Das Verfahren wurde dem Finanzamt Singen am 12.03.2026 angezeigt (R 10b.1 Abs. 4 EStR)'

describe('a receipt', () => {
  test('carries signature and announcement once all six conditions hold, and so does its reprint', async () => {
    expect((await state()).is_machine_made).toBe(false)
    await givenAnnouncement(desk.clerk, desk.issuer.slug)
    const lacking = await state()
    expect([lacking.is_machine_made, unmet(lacking.conditions)]).toEqual([false, ['signature']])
    await givenSignature(desk.clerk, desk.issuer.slug)
    const whole = await state()
    expect([whole.is_machine_made, unmet(whole.conditions)]).toEqual([true, []])
    const [gift] = await recordGifts(desk.clerk, desk.project, [{}])
    const receipt = await issue(gift!)
    expect([receipt.pages, receipt.pictures]).toEqual([1, 1])
    expect(receipt.words).toContain(sentence)
    expect((await desk.clerk.call('DELETE', path())).status).toBe(204)
    const { bytes } = await desk.clerk.get(`/api/v4/documents/${receipt.slug}/reprint/`)
    expect(await textOfPdf(Buffer.from(bytes))).toContain(sentence)
    expect(await picturesOfPdf(Buffer.from(bytes))).toHaveLength(1)
  })

  test('is signed by hand without an announcement, with another signatory announced, and after it ended', async () => {
    await givenSignature(desk.clerk, desk.issuer.slug)
    const gifts = await recordGifts(desk.clerk, desk.project, [{}, {}, {}])
    const isByHand = async (at: number) => {
      const { words, pictures } = await issue(gifts[at]!)
      expect([words.includes('maschinell'), pictures]).toEqual([false, 0])
      expect(words).toContain('(Ort, Datum und Unterschrift des Zuwendungsempfängers)')
    }
    await isByHand(0)
    await givenAnnouncement(desk.clerk, desk.issuer.slug, { signatory: 'Grace Hopper' })
    expect(unmet((await state()).conditions)).toEqual(['signature'])
    await isByHand(1)
    await givenAnnouncement(desk.clerk, desk.issuer.slug)
    await desk.clerk.call('DELETE', path())
    await isByHand(2)
  })

  test('on an uploaded template is machine-made only with all legal statements and both places', async () => {
    await givenSignature(desk.clerk, desk.issuer.slug)
    await givenAnnouncement(desk.clerk, desk.issuer.slug)
    const templateWith = async (tokens: readonly string[], leftOut: readonly string[] = []) => {
      const { slug } = await givenTemplate(desk.clerk, {}, { bytes: await officialForm(leftOut) })
      const version = `${templatesPath}${slug}/versions/1/`
      const { fields, placed } = wholeMapping('donation_receipt')
      const more = tokens.map((token, at) => ({
        id: `more${at}`,
        page: 1,
        token,
        format: token === 'signature' ? ('image' as const) : ('lines' as const),
        size: { from: 5, to: 10 },
        x: 380,
        y: 100 + at * 120,
        width: 180,
        height: 100,
      }))
      const body = { fields, placed: [...placed, ...more], version: 1 }
      const mapped = await desk.clerk.call('PATCH', `${version}fields/`, { body })
      expect([mapped.status, mapped.body]).toEqual([200, mapped.body])
      const active = await desk.clerk.call('POST', `${version}activate/`)
      expect([active.status, active.body]).toEqual([200, active.body])
      return slug
    }
    const gifts = await recordGifts(desk.clerk, desk.project, [{}, {}, {}])
    const half = await issue(gifts[0]!, await templateWith(['signature']))
    expect([half.words.includes('maschinell'), half.pictures]).toEqual([false, 0])
    const whole = await issue(gifts[1]!, await templateWith(['signature', 'announced']))
    expect([whole.words.includes('maschinell erstellt'), whole.pictures]).toEqual([true, 1])
    const short = await issue(gifts[2]!, await templateWith(['signature', 'announced'], ['§ 63 Abs. 5']))
    expect([short.words.includes('maschinell'), short.pictures]).toEqual([false, 0])
  })
})

describe('the announcement', () => {
  test('is refused in the future and where a text is missing, and each change leaves an event', async () => {
    const later = await desk.clerk.post(path(), { ...announcement, announced_on: '2026-11-22' })
    expect([later.status, Object.keys(later.body)]).toEqual([400, ['announced_on']])
    const empty = await desk.clerk.post(path(), { ...announcement, procedure_kept: ' ' })
    expect([empty.status, Object.keys(empty.body)]).toEqual([400, ['procedure_kept']])
    await givenAnnouncement(desk.clerk, desk.issuer.slug)
    await givenAnnouncement(desk.clerk, desk.issuer.slug, { tax_office: 'Konstanz' })
    expect((await state()).announcement).toMatchObject({ tax_office: 'Konstanz', announced_on: '2026-03-12' })
    await desk.clerk.call('DELETE', path())
    const events = await desk.app.db
      .selectFrom('audit_events')
      .select(['action', 'before', 'after'])
      .where('action', 'in', ['announce_receipts', 'end_announcement'])
      .orderBy('id')
      .execute()
    const [singen, konstanz] = ['Singen', 'Konstanz'].map(
      (office) => `${office} · 12.03.2026 · Ada Byron · Ordner Verfahren 2026`,
    )
    expect(events).toEqual([
      { action: 'announce_receipts', before: { announcement: null }, after: { announcement: singen } },
      { action: 'announce_receipts', before: { announcement: singen }, after: { announcement: konstanz } },
      { action: 'end_announcement', before: { announcement: konstanz }, after: { announcement: null } },
    ])
    const kept = await desk.app.db.selectFrom('receipt_announcements').select('ended_at').execute()
    expect(kept.every(({ ended_at }) => ended_at !== null)).toBe(true)
  })

  test('its letter names tax office, tax number, signatory and the six conditions', async () => {
    await givenSignature(desk.clerk, desk.issuer.slug)
    const { status, bytes } = await desk.clerk.get(`${path()}letter/`)
    expect(status).toBe(200)
    const words = await textOfPdf(Buffer.from(bytes))
    for (const said of [
      'Finanzamt Singen',
      'Steuernummer: 18165/04712',
      'R 10b.1 Abs. 4 EStR',
      'Verzicht auf Erstattung von Aufwendungen sind davon ausgenommen',
      ...[1, 2, 3, 4, 5, 6].map((at) => `${at}. `),
      '(Ada Byron)',
      'Hohenfels, 21.11.2026',
    ])
      expect(words).toContain(said)
    expect(words).not.toContain('7. ')
  })

  test('is closed to people without the right to change organizations', async () => {
    const reader = await desk.app.as(['view_organizations', 'view_documents'])
    for (const [method, at] of [
      ['GET', ''],
      ['POST', ''],
      ['DELETE', ''],
      ['GET', 'letter/'],
      ['GET', 'reconciliation/'],
    ] as const)
      expect((await reader.call(method, `${path()}${at}`)).status).toBe(403)
  })
})

test('a receipt that differs from its gifts is named, and receipts are signed by hand until it is withdrawn', async () => {
  await givenSignature(desk.clerk, desk.issuer.slug)
  await givenAnnouncement(desk.clerk, desk.issuer.slug)
  const gifts = await recordGifts(desk.clerk, desk.project, [
    { amount_cents: 4000 },
    { amount_cents: 2500 },
    {},
  ])
  const first = await issue(gifts[0]!)
  await issue(gifts[1]!)
  const sums = async () => (await desk.clerk.get(`${path()}reconciliation/`)).body
  const agreed = { year: 2026, receipts: 2, receipts_cents: 6500, gifts: 2 }
  expect(await sums()).toEqual({
    years: [{ ...agreed, gifts_cents: 6500, difference_cents: 0 }],
    differing: [],
  })
  // Simulates a partial refund reported by a provider.
  await desk.app.db
    .updateTable('fundings')
    .set({ returned_cents: 1000 })
    .where('slug', '=', gifts[0]!.slug)
    .execute()
  expect(await sums()).toEqual({
    years: [{ ...agreed, gifts_cents: 5500, difference_cents: 1000 }],
    differing: [
      { number: first.number, document_slug: first.slug, certified_cents: 4000, gifts_cents: 3000 },
    ],
  })
  expect(unmet((await state()).conditions)).toEqual(['sums'])
  expect((await issue(gifts[2]!)).pictures).toBe(0)
  const withdrawn = await desk.clerk.post(`/api/v4/documents/${first.slug}/withdraw/`, {
    reason: 'Paid back in part',
    confirm_number: first.number,
  })
  expect(withdrawn.status).toBe(200)
  expect((await state()).is_machine_made).toBe(true)
})

test('a signature that is taken away ends machine-made receipts', async () => {
  await givenSignature(desk.clerk, desk.issuer.slug)
  await givenAnnouncement(desk.clerk, desk.issuer.slug)
  await desk.clerk.call('DELETE', signaturePath(desk.issuer.slug))
  expect(unmet((await state()).conditions)).toEqual(['signature'])
})
