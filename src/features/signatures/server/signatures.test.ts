import { beforeEach, describe, expect, test } from 'vitest'
import sharp from 'sharp'
import { type Client, useApp } from '#test/app.ts'
import { givenTemplate, templatesPath, wholeMapping } from '#test/document-templates.ts'
import { officialForm } from '#test/make-form.ts'
import { picturesOfPdf } from '#test/pdf.ts'
import { givenPhotos, picture, uploadPhoto } from '#test/photos.ts'
import { certifiableProject, generatePath, recordGifts } from '#test/receipts.ts'
import {
  givenAnnouncement,
  givenSignature,
  handwriting,
  signatureForm,
  signaturePath,
} from '#test/signatures.ts'
import type { TemplateKind } from '#features/document-templates/tokens.ts'
import { sweepContents } from '#features/documents/server/sweep.ts'

const app = useApp()
let staff: Client
let issuer: { id: number; slug: string }
let project: { id: number; slug: string }
beforeEach(async () => {
  staff = await app.as('superuser')
  ;({ issuer, project } = await certifiableProject(app.db))
})

const upload = (bytes: Uint8Array, signatory?: string) =>
  staff.call('POST', signaturePath(issuer.slug), { raw: signatureForm(bytes, signatory) })
const known = async () => (await staff.get(signaturePath(issuer.slug))).body.signature
const box = { x: 300, y: 100, width: 120, height: 40 }

/** A usable template with a place for a picture with this token. */
async function templateWith(kind: TemplateKind, token: string, others: readonly object[] = []) {
  const { slug } = await givenTemplate(staff, { kind }, { bytes: await officialForm() })
  const path = `${templatesPath}${slug}/versions/1/`
  const { fields, placed } = wholeMapping(kind)
  const place = { id: 'picture', page: 1, token, format: 'image' as const, size: { from: 7, to: 10 }, ...box }
  const mapped = await staff.call('PATCH', `${path}fields/`, {
    body: { fields, placed: [...placed, place, ...others], version: 1 },
  })
  expect([mapped.status, mapped.body]).toEqual([200, mapped.body])
  expect((await staff.call('POST', `${path}activate/`)).status).toBe(200)
  return { slug, path }
}
const make = async (template_slug: string, targets: string[]) => {
  const answer = await staff.post(generatePath, { template_slug, mode: 'final', targets })
  expect([answer.status, answer.body]).toEqual([200, answer.body])
  return answer.body.document as { slug: string; download_url: string }
}
const bytesOf = async (address: string) => Buffer.from((await staff.get(address)).bytes)

describe('a signature', () => {
  test('is stored with a transparent background for one organization, and each read leaves an event', async () => {
    expect(await known()).toBeNull()
    const answer = await upload(await handwriting())
    expect([answer.status, answer.body]).toEqual([
      200,
      expect.objectContaining({
        signatory: 'Ada Byron',
        width: expect.any(Number),
        height: expect.any(Number),
      }),
    ])
    expect(answer.body.width / answer.body.height).toBeCloseTo(300 / 80, 0)
    const file = await staff.get(`${signaturePath(issuer.slug)}file/`)
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'image/png'])
    const { channels, isOpaque } = await sharp(Buffer.from(file.bytes)).stats()
    expect([channels.length, isOpaque]).toEqual([4, false])
    const events = await app.db
      .selectFrom('audit_events')
      .select(['action', 'object_type'])
      .where('action', 'in', ['set_signature', 'read'])
      .orderBy('id')
      .execute()
    expect(events.map(({ action, object_type }) => [action, object_type])).toEqual([
      ['set_signature', 'organization'],
      ['read', 'signature'],
    ])
  })

  test.each([
    ['no picture', Buffer.from('%PDF-1.7 not a picture'), 'is not a JPEG, PNG or WebP'],
    ['white paper', undefined, 'Nothing dark can be seen'],
    ['cut off', 'half', 'cannot be read'],
  ])('%s is refused with its reason, and the previous signature stays', async (_, given, said) => {
    await givenSignature(staff, issuer.slug)
    const bytes =
      given === 'half'
        ? (await handwriting({ format: 'png' })).subarray(0, 700)
        : (given ?? (await picture({ colour: '#ffffff', format: 'png' })))
    const answer = await upload(bytes as Buffer, 'Somebody Else')
    expect([answer.status, JSON.stringify(answer.body)]).toEqual([415, expect.stringContaining(said)])
    expect(await known()).toMatchObject({ signatory: 'Ada Byron' })
  })

  test('without a name is refused at its field', async () => {
    const answer = await upload(await handwriting(), '')
    expect([answer.status, Object.keys(answer.body)]).toEqual([400, ['signatory']])
  })
})

describe('on documents', () => {
  test('a signature fits its place undistorted; after its removal reprints keep it, new receipts do not', async () => {
    await givenSignature(staff, issuer.slug)
    await givenAnnouncement(staff, issuer.slug)
    const said = { id: 'said', page: 1, token: 'announced', format: 'lines', size: { from: 5, to: 10 } }
    const place = { ...said, x: 380, y: 300, width: 180, height: 100 }
    const { slug } = await templateWith('donation_receipt', 'signature', [place])
    const gifts = await recordGifts(staff, project, [{}, { donor: { name: 'Ada Byron' } }])
    const { slug: document, download_url } = await make(slug, [gifts[0]!.slug])
    const [found, ...others] = await picturesOfPdf(await bytesOf(download_url))
    expect(others).toEqual([])
    expect(found!.width).toBeLessThanOrEqual(box.width + 0.01)
    expect(found!.height).toBeLessThanOrEqual(box.height + 0.01)
    expect(found!.width / found!.height).toBeCloseTo(300 / 80, 0)
    // The picture is centred in its place.
    expect(found!.x + found!.width / 2).toBeCloseTo(box.x + box.width / 2, 1)
    expect(found!.y + found!.height / 2).toBeCloseTo(box.y + box.height / 2, 1)

    const reprint = `/api/v4/documents/${document}/reprint/`
    const first = await bytesOf(reprint)
    expect((await staff.call('DELETE', signaturePath(issuer.slug))).status).toBe(204)
    expect(await known()).toBeNull()
    await sweepContents(app.db, app.services.files.contents, new Date(Date.now() + 3 * 86_400_000))
    expect((await bytesOf(reprint)).equals(first)).toBe(true)
    expect(await picturesOfPdf(first)).toHaveLength(1)
    const { download_url: next } = await make(slug, [gifts[1]!.slug])
    expect(await picturesOfPdf(await bytesOf(next))).toEqual([])
  })

  test('a signature on no receipt is deleted for good, with its bytes', async () => {
    await givenSignature(staff, issuer.slug)
    const { sha256 } = await app.db.selectFrom('signatures').select('sha256').executeTakeFirstOrThrow()
    const { contents } = app.services.files
    const later = new Date(Date.now() + 3 * 86_400_000)
    await sweepContents(app.db, contents, later)
    expect(await contents.has(sha256)).toBe(true)
    await givenSignature(staff, issuer.slug, await handwriting({ ink: { width: 200, height: 90 } }))
    await sweepContents(app.db, contents, later)
    expect(await contents.has(sha256)).toBe(false)
    expect(await app.db.selectFrom('signatures').select('id').execute()).toHaveLength(1)
  })

  test('a thank-you letter shows the project’s title photo, reduced to print resolution', async () => {
    const { slug } = await templateWith('thank_you', 'photo')
    const gifts = await recordGifts(staff, project, [{}])
    const none = await make(slug, [gifts[0]!.slug])
    expect(await picturesOfPdf(await bytesOf(none.download_url))).toEqual([])
    await uploadPhoto(staff, project.slug, { bytes: await picture({ width: 3000, height: 1500 }) })
    await givenPhotos(staff, project.slug, 'second.jpg')
    const one = await make(slug, [gifts[0]!.slug])
    const bytes = await bytesOf(one.download_url)
    const [photo, ...others] = await picturesOfPdf(bytes)
    expect(others).toEqual([])
    expect([photo!.width, photo!.height]).toEqual([80, 40].map((side) => expect.closeTo(side, 0)))
    expect(photo!.dots[0]).toBeLessThanOrEqual(500)
    const same = await make(slug, [gifts[0]!.slug])
    expect((await bytesOf(same.download_url)).equals(bytes)).toBe(true)
  })

  test('a test print of the template shows a placeholder for the signature', async () => {
    const { path } = await templateWith('donation_receipt', 'signature')
    expect(await picturesOfPdf(await bytesOf(`${path}preview/`))).toHaveLength(1)
  })
})
