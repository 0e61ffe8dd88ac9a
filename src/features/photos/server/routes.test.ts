import sharp from 'sharp'
import { beforeEach, describe, expect, test } from 'vitest'
import { sweepContents } from '#features/documents/server/sweep.ts'
import { type Client, cookiesOf, useApp } from '#test/app.ts'
import { createOrganization, createProject } from '#test/factories.ts'
import { givenPhotos, photosPath, picture, uploadPhoto } from '#test/photos.ts'
import { headOfFile, streamUpload } from '#test/stream-upload.ts'

const app = useApp()
let staff: Client
let project: { id: number; slug: string; title: string }
beforeEach(async () => {
  staff = await app.as('superuser')
  project = await createProject(app.db, { title: 'Nistkästen' })
})

const list = async (slug = project.slug) => (await staff.get(photosPath(slug))).body
const names = async (slug = project.slug) =>
  (await list(slug)).map((photo: { filename: string; is_title: boolean }) =>
    photo.is_title ? `${photo.filename}*` : photo.filename,
  )
const bytesOf = async (url: string) => {
  const answer = await fetch(app.base + url, { headers: { cookie: cookiesOf(staff.token).cookie } })
  return { answer, bytes: Buffer.from(await answer.arrayBuffer()) }
}
const events = () =>
  app.db
    .selectFrom('audit_events')
    .select(['action', 'before', 'after'])
    .where('object_type', '=', 'project')
    .orderBy('id')
    .execute()

describe('adding', () => {
  test('answers 201 with the photo and lists it as the title photo; the next one follows it', async () => {
    const answer = await uploadPhoto(staff, project.slug, {
      name: 'C:\\Bilder\\Fest ä.jpg',
      alt: ' Ein Fest ',
    })
    const address = `${photosPath(project.slug)}${answer.body.id}/`
    const photo = {
      id: expect.any(Number),
      url: `${address}file/`,
      thumb_url: `${address}thumb/`,
      is_title: true,
      alt: 'Ein Fest',
      position: 1,
      filename: 'Fest ä.jpg',
      width: 120,
      height: 80,
      version: 1,
    }
    expect([answer.status, answer.body]).toEqual([201, photo])
    await givenPhotos(staff, project.slug, 'b.jpg')
    expect(await list()).toMatchObject([photo, { position: 2, is_title: false, filename: 'b.jpg' }])
    expect(await events()).toMatchObject([
      { action: 'add_photo', before: { photo: null }, after: { photo: 'Fest ä.jpg', alt: 'Ein Fest' } },
      { action: 'add_photo', after: { photo: 'b.jpg' } },
    ])
  })

  test('location, camera and other metadata are gone from the stored bytes', async () => {
    const secret = 'Hinterhof-Kamera 4711'
    const bytes = await sharp(await picture({ width: 900, height: 600 }))
      .withExif({
        IFD0: { Make: secret, Artist: secret, ImageDescription: secret },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '50/1 43/1 0/1', GPSLongitudeRef: 'E' },
      })
      .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/"><r>${secret}</r></x:xmpmeta>`)
      .withIccProfile('p3')
      .jpeg()
      .toBuffer()
    const hostile = Buffer.concat([bytes, Buffer.from(`<script>${secret}</script>`)])
    expect(hostile.includes(secret)).toBe(true)
    const before = await sharp(hostile).metadata()
    expect([before.exif, before.xmp, before.icc].map(Boolean)).toEqual([true, true, true])
    const { body } = await uploadPhoto(staff, project.slug, { bytes: hostile })
    for (const url of [body.url, body.thumb_url]) {
      const { bytes: kept } = await bytesOf(url)
      for (const trace of [secret, 'Exif', 'GPS', 'http://ns.adobe.com', 'xmpmeta', 'ICC_PROFILE', '<script'])
        expect(kept.includes(trace), trace).toBe(false)
      const { exif, xmp, icc, iptc, orientation } = await sharp(kept).metadata()
      expect([exif, xmp, icc, iptc, orientation]).toEqual(Array(5).fill(undefined))
    }
  })

  test('a photo taken sideways is turned upright, and a large one is scaled down to display size', async () => {
    const sideways = await sharp(await picture({ width: 3000, height: 1500 }))
      .withMetadata({ orientation: 6 })
      .toBuffer()
    const { body } = await uploadPhoto(staff, project.slug, { bytes: sideways })
    expect([body.width, body.height]).toEqual([1200, 2400])
    const small = await sharp((await bytesOf(body.thumb_url)).bytes).metadata()
    expect([small.format, small.width, small.height]).toEqual(['webp', 320, 640])
  })

  test('a transparent picture stays transparent in a PNG; an opaque PNG becomes a JPEG', async () => {
    const glass = await picture({ format: 'png', colour: { r: 200, g: 0, b: 0, alpha: 0.5 } })
    const wall = await picture({ format: 'webp', colour: { r: 0, g: 0, b: 200, alpha: 1 } })
    const kept = []
    for (const bytes of [glass, wall]) {
      const { body } = await uploadPhoto(staff, project.slug, { bytes })
      const { answer, bytes: stored } = await bytesOf(body.url)
      kept.push([answer.headers.get('content-type'), (await sharp(stored).stats()).isOpaque])
    }
    expect(kept).toEqual([
      ['image/png', false],
      ['image/jpeg', true],
    ])
  })

  test('the same photo is refused with the name of the existing one; another project may have it', async () => {
    await uploadPhoto(staff, project.slug, { name: 'a.jpg' })
    const again = await uploadPhoto(staff, project.slug, { name: 'b.jpg' })
    expect([again.status, again.body.detail]).toEqual([409, 'The project has this photo already: a.jpg'])
    const other = await createProject(app.db)
    expect((await uploadPhoto(staff, other.slug)).status).toBe(201)
  })

  test('a project keeps at most thirty photos, even with concurrent uploads', async () => {
    const [photo] = await givenPhotos(staff, project.slug, 'a.jpg')
    const row = await app.db
      .selectFrom('photos')
      .selectAll()
      .where('id', '=', photo.id)
      .executeTakeFirstOrThrow()
    const { id: _, ...values } = row
    await app.db
      .insertInto('photos')
      .values(
        Array.from({ length: 28 }, (__, at) => ({
          ...values,
          is_title: false,
          position: at + 2,
          sha256: String(at).padStart(64, '0'),
        })),
      )
      .execute()
    const answers = await Promise.all(
      ['#111111', '#222222', '#333333'].map(async (colour) =>
        uploadPhoto(staff, project.slug, { bytes: await picture({ colour }) }),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 400, 400])
    expect(answers.find(({ status }) => status === 400)!.body).toEqual({
      file: ['A project has at most 30 photos. Delete one first.'],
    })
    expect(await list()).toHaveLength(30)
  })
})

describe('refusing', () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  const hostile: [string, () => Promise<Buffer>, string][] = [
    ['an SVG called .jpg', async () => svg, 'not_a_photo'],
    ['a GIF', () => picture({ format: 'gif' }), 'not_a_photo'],
    ['a TIFF', () => picture({ format: 'tiff' }), 'not_a_photo'],
    ['a PDF', async () => Buffer.from('%PDF-1.7\n'), 'not_a_photo'],
    ['nothing', async () => Buffer.alloc(0), 'not_a_photo'],
    [
      'a script behind the beginning of a JPEG',
      async () => Buffer.from('\xff\xd8\xff<script>', 'latin1'),
      'unreadable',
    ],
    [
      'a WebP of noise',
      async () => Buffer.from(`RIFF\x10\0\0\0WEBP${'x'.repeat(40)}`, 'latin1'),
      'unreadable',
    ],
    [
      'a JPEG that was cut off',
      async () => (await picture({ width: 1500, height: 900 })).subarray(0, 3000),
      'unreadable',
    ],
    // 10,001 × 5,000 equal pixels make a file of a few kilobytes.
    [
      'more than 50 megapixels',
      () => picture({ width: 10_001, height: 5000, format: 'png' }),
      'too_many_pixels',
    ],
  ]
  const reasons: Record<string, string> = {
    not_a_photo: 'Fest.jpg is not a JPEG, PNG or WebP, whatever its name says.',
    unreadable: 'Fest.jpg cannot be read. Save it again as a JPEG.',
    too_many_pixels: 'Fest.jpg has more than 50 megapixels. Save it smaller.',
  }

  test.each(hostile)('%s', async (_, bytes, reason) => {
    const answer = await uploadPhoto(staff, project.slug, { bytes: await bytes() })
    expect([answer.status, answer.body.code, answer.body.reason]).toEqual([
      415,
      'invalid_file_type',
      reasons[reason],
    ])
    expect(await list()).toEqual([])
    expect(await events()).toEqual([])
  })

  test('an upload over 10 MB, as soon as it exceeds the limit', async () => {
    const url = `${app.base}${photosPath(project.slug)}`
    const megabyte = 1024 * 1024
    const piece = Buffer.alloc(256 * 1024, 0x41)
    const first = `${headOfFile('a.webp')}RIFF0000WEBP`
    const streamed = await streamUpload(staff, url, { first, piece, most: 400 * megabyte })
    expect(streamed.status).toBe(413)
    expect(streamed.sent).toBeLessThan(40 * megabyte)
    // A declared length above the limit is refused before any bytes of the file arrive.
    const said = await streamUpload(staff, url, { first, piece, most: 0, length: 500 * megabyte })
    expect(said.status).toBe(413)
  })

  test('a person who may not change projects is refused, and an unknown project is not found', async () => {
    const [photo] = await givenPhotos(staff, project.slug, 'a.jpg')
    const reader = await app.as(['view_projects'])
    const refused = await uploadPhoto(reader, project.slug, { bytes: await picture({ colour: '#123456' }) })
    expect([refused.status, refused.body.permission]).toEqual([403, 'change_projects'])
    expect((await reader.get(photosPath(project.slug))).body).toHaveLength(1)
    expect((await reader.get(photo.thumb_url)).status).toBe(200)
    const stranger = await app.as(['view_organizations'])
    expect((await stranger.get(photo.url)).status).toBe(403)
    const other = await createProject(app.db)
    expect((await staff.get(`${photosPath(other.slug)}${photo.id}/file/`)).status).toBe(404)
    expect((await uploadPhoto(staff, 'nobody')).status).toBe(404)
  })
})

test('a picture is served under its type, cannot run scripts, and is checked against its hash', async () => {
  const [photo] = await givenPhotos(staff, project.slug, 'a.jpg')
  for (const [url, type] of [
    [photo.url, 'image/jpeg'],
    [photo.thumb_url, 'image/webp'],
  ]) {
    const { answer } = await bytesOf(url)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': type,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
      'cache-control': 'no-store',
    })
  }
  const { sha256 } = await app.db.selectFrom('photos').select('sha256').executeTakeFirstOrThrow()
  await app.services.files.contents.remove(sha256)
  const damaged = await staff.get(photo.url)
  expect([damaged.status, damaged.body.code]).toEqual([409, 'file_damaged'])
})

describe('ordering, describing, deleting', () => {
  test('an order is saved as given; one that names other photos is refused with the current ones', async () => {
    const [a, b, c] = await givenPhotos(staff, project.slug, 'a.jpg', 'b.jpg', 'c.jpg')
    const order = (ids: number[]) => staff.call('PUT', `${photosPath(project.slug)}order/`, { body: { ids } })
    const answer = await order([c.id, a.id, b.id])
    expect(answer.body.map(({ id, position }: { id: number; position: number }) => [id, position])).toEqual([
      [c.id, 1],
      [a.id, 2],
      [b.id, 3],
    ])
    expect(await names()).toEqual(['c.jpg', 'a.jpg*', 'b.jpg'])
    for (const ids of [[a.id], [a.id, b.id, b.id], [a.id, b.id, c.id, 999_999]]) {
      const refused = await order(ids)
      expect([refused.status, refused.body.code, refused.body.current.length]).toEqual([
        409,
        'photos_changed',
        3,
      ])
    }
    expect((await events()).at(-1)).toMatchObject({
      action: 'order_photos',
      before: { photo_order: 'a.jpg, b.jpg, c.jpg' },
      after: { photo_order: 'c.jpg, a.jpg, b.jpg' },
    })
  })

  test('one photo is the title photo; choosing another one needs a version and is audited', async () => {
    const [a, b] = await givenPhotos(staff, project.slug, 'a.jpg', 'b.jpg')
    const change = (id: number, body: object) =>
      staff.call('PATCH', `${photosPath(project.slug)}${id}/`, { body })
    expect((await change(b.id, { is_title: true, version: 1 })).body).toMatchObject({
      is_title: true,
      version: 2,
    })
    expect(await names()).toEqual(['a.jpg', 'b.jpg*'])
    const stale = await change(b.id, { alt: 'Chor', version: 1 })
    expect([stale.status, stale.body.code, stale.body.current.version]).toEqual([409, 'edit_conflict', 2])
    expect((await change(a.id, { is_title: false, version: 1 })).status).toBe(400)
    expect((await change(a.id, { alt: 'x'.repeat(301), version: 1 })).body).toHaveProperty('alt')
    expect((await change(a.id, { alt: 'Chor', version: 1 })).body.alt).toBe('Chor')
    const said = (await events()).slice(2)
    expect(said).toEqual([
      {
        action: 'change_photo',
        before: { photo: 'b.jpg', title_photo: 'a.jpg' },
        after: { title_photo: 'b.jpg' },
      },
      { action: 'change_photo', before: { photo: 'a.jpg', alt: '' }, after: { alt: 'Chor' } },
    ])
    const history = await staff.get(`/api/v4/project/${project.slug}/history/`)
    expect(history.body.results[0]).toMatchObject({
      action: 'change_photo',
      can_undo: false,
      undo_refusal: null,
    })
  })

  test('deleting the title photo passes the title on; the sweep removes its bytes and keeps those still named', async () => {
    const later = new Date(Date.now() + 48 * 3_600_000)
    const [a, b] = await givenPhotos(staff, project.slug, 'a.jpg', 'b.jpg')
    // Removes leftovers of other tests.
    await sweepContents(app.db, app.services.files.contents, later)
    expect((await staff.call('DELETE', `${photosPath(project.slug)}${a.id}/`)).status).toBe(204)
    expect(await names()).toEqual(['b.jpg*'])
    expect((await staff.get(a.url)).status).toBe(404)
    expect(await sweepContents(app.db, app.services.files.contents, later)).toBe(2)
    expect((await staff.get(b.url)).status).toBe(200)
    expect((await staff.get(b.thumb_url)).status).toBe(200)
  })
})

test('a duplicate copies the photos with alt texts, order and title; deleting one leaves the original', async () => {
  const [a, b] = await givenPhotos(staff, project.slug, 'a.jpg', 'b.jpg')
  const at = photosPath(project.slug)
  await staff.call('PATCH', `${at}${b.id}/`, { body: { alt: 'Chor', is_title: true, version: 1 } })
  await staff.call('PUT', `${at}order/`, { body: { ids: [b.id, a.id] } })
  const { body } = await staff.post('/api/v4/projects/duplicate/', { project_slugs: [project.slug] })
  const { slug } = body.duplicated[0]
  const copies = await list(slug)
  expect(await names(slug)).toEqual(['b.jpg*', 'a.jpg'])
  expect(copies[0]).toMatchObject({ alt: 'Chor', version: 1 })
  expect((await bytesOf(copies[0].url)).bytes).toEqual((await bytesOf(b.url)).bytes)
  await staff.call('DELETE', `${photosPath(slug)}${copies[0].id}/`)
  await sweepContents(app.db, app.services.files.contents, new Date(Date.now() + 48 * 3_600_000))
  expect((await staff.get(b.url)).status).toBe(200)
  expect(await names()).toEqual(['b.jpg*', 'a.jpg'])
})

describe('the public preview', () => {
  test('shows the photos of public projects, and no others, to anyone who has the address', async () => {
    const organization = await createOrganization(app.db)
    const shown = await createProject(app.db, { organization_id: organization.id })
    const hidden = await createProject(app.db, { organization_id: organization.id, review_status: 4 })
    const [photo] = await givenPhotos(staff, shown.slug, 'a.jpg')
    const [internal] = await givenPhotos(staff, hidden.slug, 'b.jpg')
    await staff.call('PATCH', `${photosPath(shown.slug)}${photo.id}/`, {
      body: { alt: '"><b>Chor', version: 1 },
    })
    const everybody = app.signedOut()
    const page = await everybody.get(
      `/organization/${organization.slug}/?preview_token=${organization.preview_token}`,
    )
    const [, address] = /<img src="([^"]*)"/.exec(page.body)!
    expect(page.body).toContain('alt="&quot;&gt;&lt;b&gt;Chor"')
    expect(page.body).not.toContain(`/photos/${internal.id}/`)
    const seen = await everybody.get(address!.replaceAll('&amp;', '&'))
    expect([seen.status, seen.headers.get('content-type')]).toEqual([200, 'image/webp'])
    const at = (id: number, token: string) =>
      `/organization/${organization.slug}/photos/${id}/?preview_token=${token}`
    for (const url of [
      at(photo.id, 'wrong'),
      at(photo.id, ''),
      at(internal.id, organization.preview_token),
      at(999_999, organization.preview_token),
    ])
      expect((await everybody.get(url)).status, url).toBe(404)
  })
})
