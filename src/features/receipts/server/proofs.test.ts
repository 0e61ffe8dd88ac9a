import { expect, test } from 'vitest'
import { givenDocument } from '#test/documents.ts'
import { receiptDesk, receiptTemplate, recordGifts } from '#test/receipts.ts'

// § 63 (5) AO, to the day: a notice counts for five years, a finding after § 60a for three and until the first notice.

const desk = receiptDesk([
  'change_organizations',
  'change_private_donations',
  'create_documents',
  'change_documents',
  'view_projects',
])
const proofIs = (exemption_kind: 'notice' | 'art60a', exemption_date: string) =>
  desk.app.db
    .updateTable('organizations')
    .set({ exemption_kind, exemption_date, exemption_ends_on: null })
    .where('id', '=', desk.issuer.id)
    .execute()
/** Reasons that keep the gift from being certified on a day. */
const reasons = async (gift: { slug: string }, issue_day: string) => {
  const body = { template_slug: receiptTemplate, targets: [gift.slug], issue_day }
  const answer = await desk.clerk.post('/api/v4/documents/generate/preview/', body)
  expect([answer.status, answer.body]).toEqual([200, answer.body])
  return answer.body.causes.map(({ code }: { code: string }) => code)
}

test.each([
  ['notice', '2021-11-20'],
  ['art60a', '2023-11-20'],
] as const)('%s of %s still counts on the last day of its years, and not on the next', async (kind, day) => {
  await proofIs(kind, day)
  const [gift] = await recordGifts(desk.clerk, desk.project, [{}])
  expect(await reasons(gift!, '2026-11-20')).toEqual([])
  expect(await reasons(gift!, '2026-11-21')).toEqual(['proof_ended'])
})

test('a finding after § 60a counts until the first notice: the record must name the notice from then on', async () => {
  const of = { target_type: 'organization', target_id: desk.issuer.id }
  await proofIs('art60a', '2024-06-01')
  await givenDocument(desk.clerk, {
    type: 'exemption_notice',
    kind: 'art60a',
    ...of,
    issued_on: '2024-06-01',
  })
  await givenDocument(desk.clerk, { type: 'exemption_notice', ...of, issued_on: '2026-06-10' })
  const gifts = await recordGifts(desk.clerk, desk.project, [
    { received_on: '2026-06-09' },
    { received_on: '2026-06-10' },
  ])
  expect(await reasons(gifts[0]!, '2026-11-20')).toEqual([])
  // Simulates somebody setting the record back by hand: the receipt would then name the finding.
  await proofIs('art60a', '2024-06-01')
  expect(await reasons(gifts[1]!, '2026-11-20')).toEqual(['art60a_replaced'])
  expect(await reasons(gifts[0]!, '2026-06-09')).toEqual([])
})
