import { fireEvent, waitFor } from '@testing-library/dom'
import { expect, test } from 'vitest'
import type { Client, TestApp } from '#test/app.ts'
import { createProject } from '#test/factories.ts'
import { eachOnNewPage, openPage } from '#test/page.tsx'
import { photosPath, picture } from '#test/photos.ts'
import { addPhoto } from '../server/change.ts'
import { movePhoto } from './usePhotoOrder.ts'

// A project's photos in the real app: reordering by keyboard, and failed saves.

let app: TestApp
let staff: Client
let slug: string
eachOnNewPage(
  async (given) => {
    app = given
    staff = await app.as('superuser')
    ;({ slug } = await createProject(app.db))
    // Bypasses HTTP: once a page is open, `FormData` is jsdom's, which `fetch` cannot send.
    const actor = { id: staff.userId, name: 'Test' }
    const place = {
      db: app.db,
      contents: app.services.files.contents,
      context: { actor, now: app.clock.now },
      writeOnce: async <T,>(_tx: unknown, _sha256: string, write: () => Promise<T>) => ({
        value: await write(),
        repeated: false,
      }),
    }
    for (const [name, colour] of [
      ['a.jpg', '#112233'],
      ['b.jpg', '#223344'],
      ['c.jpg', '#334455'],
    ] as const)
      await addPhoto(
        place,
        slug,
        { bytes: await picture({ colour }), filename: name, mimetype: 'image/jpeg', fields: {} },
        '',
      )
  },
  { now: new Date().toISOString() },
)

const address = () => `/site-admin/project/${slug}/update/`
const handles = () => [...document.querySelectorAll<HTMLButtonElement>('.photo-handle')]
const shown = () =>
  handles().map((handle) => handle.getAttribute('aria-label')?.split(' ')[1]?.replace(':', ''))
const handleOf = (name: string) =>
  handles().find((handle) => handle.getAttribute('aria-label')!.includes(name))!
const stored = async () =>
  (await staff.get(photosPath(slug))).body.map(({ filename }: { filename: string }) => filename)

test('each of several consecutive key presses shows at once, and the last order is saved', async () => {
  const page = await openPage(app, staff, address())
  await waitFor(() => expect(shown()).toEqual(['a.jpg', 'b.jpg', 'c.jpg']))
  for (const [key, order] of [
    ['ArrowRight', ['b.jpg', 'a.jpg', 'c.jpg']],
    ['ArrowDown', ['b.jpg', 'c.jpg', 'a.jpg']],
    ['ArrowRight', ['b.jpg', 'c.jpg', 'a.jpg']],
    ['Home', ['a.jpg', 'b.jpg', 'c.jpg']],
    ['End', ['b.jpg', 'c.jpg', 'a.jpg']],
  ] as const) {
    fireEvent.keyDown(handleOf('a.jpg'), { key })
    await waitFor(() => expect(shown()).toEqual(order))
    expect(document.activeElement?.getAttribute('aria-label')).toContain('a.jpg')
  }
  await waitFor(async () => expect(await stored()).toEqual(['b.jpg', 'c.jpg', 'a.jpg']))
  expect(page.made.filter(({ method }) => method === 'PUT').length).toBeGreaterThan(0)
})

test('an order changed by others meanwhile is refused and shown as it is now', async () => {
  const page = await openPage(app, staff, address())
  await waitFor(() => expect(shown()).toHaveLength(3))
  const [first] = (await staff.get(photosPath(slug))).body
  await staff.call('DELETE', `${photosPath(slug)}${first.id}/`)
  fireEvent.keyDown(handles()[2]!, { key: 'Home' })
  await page.found('[role=alert]', /Photos were added or removed meanwhile/)
  await waitFor(() => expect(shown()).toEqual(['b.jpg', 'c.jpg']))
})

test('a person who may not change the project sees the photos and the missing right', async () => {
  const reader = await app.as(['view_projects'])
  await openPage(app, reader, address())
  await waitFor(() => expect(shown()).toHaveLength(3))
  const [handle] = handles()
  expect(handle!.getAttribute('aria-disabled')).toBe('true')
  expect(handle!.getAttribute('aria-description')).toContain('change_projects')
  fireEvent.keyDown(handle!, { key: 'End' })
  expect(shown()).toEqual(['a.jpg', 'b.jpg', 'c.jpg'])
})

test('moved() puts one of several photos at another place, never beyond the ends', () => {
  const photos = [{ id: 1 }, { id: 2 }, { id: 3 }]
  const ids = (...given: Parameters<typeof movePhoto>) => movePhoto(...given).map(({ id }) => id)
  expect(ids(photos, 1, 'later')).toEqual([2, 1, 3])
  expect(ids(photos, 3, 0)).toEqual([3, 1, 2])
  expect(ids(photos, 2, 99)).toEqual([1, 3, 2])
  expect(movePhoto(photos, 1, 'earlier')).toBe(photos)
  expect(movePhoto(photos, 3, 'later')).toBe(photos)
  expect(movePhoto(photos, 9, 0)).toBe(photos)
})
