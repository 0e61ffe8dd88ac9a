import type { Locator, Page } from '@playwright/test'
import { picture } from '../photos.ts'
import { call, makeProject } from './calls.ts'
import { expect, expectFits, test } from './signed-in.ts'

// Photos of a project in a browser: chosen, refused, ordered by mouse and key, described, enlarged, deleted; on a
// desktop and on a phone, in English and in German.

type Photo = { filename: string; is_title: boolean; alt: string }

const colours = ['#2a7f62', '#b4552d', '#2d5fb4', '#8a2d7f']
const file = async (name: string, at = 0, width = 800) => ({
  name,
  mimeType: 'image/jpeg',
  buffer: await picture({ width, height: 600, colour: colours[at]! }),
})
const open = (page: Page, slug: string) => page.goto(`/site-admin/project/${slug}/update/`)
const choose = (page: Page, files: Awaited<ReturnType<typeof file>>[]) =>
  page.locator('input[type=file][name=photos]').setInputFiles(files)
const stored = async (page: Page, slug: string) =>
  (await call<Photo[]>(page, 'GET', `/api/v3/projects/${slug}/photos/`)).map(({ filename }) => filename)
const tiles = (page: Page) => page.locator('li.photo')
const centre = async (locator: Locator) => {
  const { x, y, width, height } = (await locator.boundingBox())!
  return { x: x + width / 2, y: y + height / 2 }
}

/** Dropped or pasted files, which no key and no mouse of a test can produce. */
async function bring(
  page: Page,
  kind: 'dragover' | 'dragleave' | 'drop' | 'paste',
  files: Awaited<ReturnType<typeof file>>[],
): Promise<void> {
  const given = files.map(({ name, mimeType, buffer }) => ({
    name,
    mimeType,
    base64: buffer.toString('base64'),
  }))
  await page.evaluate(`(() => {
    const data = new DataTransfer()
    for (const { name, mimeType, base64 } of ${JSON.stringify(given)})
      data.items.add(
        new File([Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0))], name, { type: mimeType }),
      )
    const more = { bubbles: true, cancelable: true }
    document.activeElement.dispatchEvent(
      ${JSON.stringify(kind)} === 'paste'
        ? new ClipboardEvent('paste', { ...more, clipboardData: data })
        : new DragEvent(${JSON.stringify(kind)}, { ...more, dataTransfer: data }),
    )
  })()`)
}

test('photos are added, refused with a reason, described, ordered by mouse and by key, and deleted', async ({
  page,
}) => {
  const { slug } = await makeProject(page, `Fotos ${Date.now().toString(36)}`)
  await open(page, slug)
  const section = page.getByRole('region', { name: 'Photos' })
  await expect(section.getByText('No photos yet')).toBeVisible()
  await choose(page, [
    await file('a.jpg', 0),
    { ...(await file('film.jpg')), buffer: Buffer.from('<svg onload="alert(1)">') },
    await file('b.jpg', 1),
    await file('c.jpg', 2),
  ])
  await expect(tiles(page)).toHaveCount(3)
  await expect(section.getByRole('alert')).toContainText(
    'film.jpg is not a JPEG, PNG or WebP, whatever its name says.',
  )
  await section.getByRole('button', { name: 'Dismiss: film.jpg' }).click()
  await choose(page, [await file('again.jpg', 0)])
  await expect(section.getByRole('alert')).toContainText('The project has this photo already: a.jpg')
  await section.getByRole('button', { name: 'Dismiss: again.jpg' }).click()
  await expect(tiles(page).first()).toContainText('Title photo')

  // By key: the focus stays on the moving handle.
  const handle = section.getByRole('button', { name: 'Move a.jpg: arrow keys' })
  await handle.focus()
  await page.keyboard.press('ArrowRight')
  await expect(section.getByText('a.jpg is now photo 2 of 3.')).toBeAttached()
  await expect(handle).toBeFocused()
  await page.keyboard.press('End')
  await expect.poll(() => stored(page, slug)).toEqual(['b.jpg', 'c.jpg', 'a.jpg'])
  await expect(handle).toBeFocused()

  // By mouse: cancelled by Escape, then dropped at the front.
  const from = await centre(handle)
  const first = await centre(tiles(page).first())
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(first.x, first.y, { steps: 8 })
  await expect(tiles(page).first()).toHaveAttribute('data-dragged', 'true')
  await page.keyboard.press('Escape')
  await page.mouse.up()
  await expect(tiles(page).locator('[data-photo]').first()).toHaveAttribute(
    'aria-label',
    'Move b.jpg: arrow keys',
  )
  const again = await centre(handle)
  await page.mouse.move(again.x, again.y)
  await page.mouse.down()
  await page.mouse.move(first.x, first.y, { steps: 8 })
  await page.mouse.up()
  await expect.poll(() => stored(page, slug)).toEqual(['a.jpg', 'b.jpg', 'c.jpg'])

  await section.getByRole('button', { name: 'Actions: b.jpg' }).click()
  await page.getByRole('menuitem', { name: 'Describe…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Describe: b.jpg' })
  await dialog.getByLabel('Description').fill('The choir on the stairs')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toHaveCount(0)
  await section.getByRole('button', { name: 'Actions: The choir on the stairs' }).click()
  await page.getByRole('menuitem', { name: 'Make it the title photo' }).click()
  await expect(tiles(page).nth(1)).toContainText('Title photo')

  await section.getByRole('button', { name: 'Show large: The choir on the stairs' }).click()
  const large = page.getByRole('dialog', { name: 'The choir on the stairs' })
  await expect(large.getByRole('img', { name: 'The choir on the stairs' })).toBeVisible()
  await expect(large.getByText('Photo 2 of 3')).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('dialog', { name: 'c.jpg' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await section.getByRole('button', { name: 'Actions: c.jpg' }).click()
  await page.getByRole('menuitem', { name: 'Delete…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(tiles(page)).toHaveCount(2)
  expect(await stored(page, slug)).toEqual(['a.jpg', 'b.jpg'])
})

test('on a phone, in German, photos stand side by side and are moved from a named menu', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const { slug } = await makeProject(page, `Fotos ${Date.now().toString(36)}`)
  await call(page, 'PATCH', '/api/v4/users/profile/', { language: 'sie_DE' })
  await open(page, slug)
  const section = page.getByRole('region', { name: 'Fotos' })
  await choose(page, [await file('a.jpg', 0), await file('b.jpg', 3)])
  await expect(tiles(page)).toHaveCount(2)
  await choose(page, [
    { ...(await file('kaputt.jpg')), buffer: Buffer.from('\xff\xd8\xff kaputt', 'latin1') },
  ])
  await expect(section.getByRole('alert')).toContainText('Speichern Sie das Foto noch einmal als JPEG.')
  const [left, right] = [await centre(tiles(page).first()), await centre(tiles(page).nth(1))]
  expect(Math.abs(left.y - right.y)).toBeLessThan(2)
  await section.getByRole('button', { name: 'Aktionen: b.jpg' }).click()
  await page.getByRole('menuitem', { name: 'Ganz nach vorn' }).click()
  await expect.poll(() => stored(page, slug)).toEqual(['b.jpg', 'a.jpg'])
  await expectFits(page)
})

test('photos are dropped on the page and pasted where no field has the focus', async ({ page }) => {
  const { slug } = await makeProject(page, `Fotos ${Date.now().toString(36)}`)
  await open(page, slug)
  const section = page.getByRole('region', { name: 'Photos' })
  const zone = section.locator('.drop')
  await expect(zone).toBeVisible()
  const files = await Promise.all([file('a.jpg', 0), file('b.jpg', 1)])

  await bring(page, 'dragover', files)
  await expect(zone).toHaveAttribute('data-over', 'true')
  await bring(page, 'dragleave', [])
  await expect(zone).not.toHaveAttribute('data-over')
  await bring(page, 'dragover', files)
  await bring(page, 'drop', files)
  await expect(zone).not.toHaveAttribute('data-over')
  await expect(tiles(page)).toHaveCount(2)

  // A picture pasted into a field belongs to the field.
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await page.getByLabel('Title', { exact: true }).focus()
  await bring(page, 'paste', [await file('c.jpg', 2)])
  await page.getByLabel('Title', { exact: true }).blur()
  await bring(page, 'paste', [await file('d.jpg', 3)])
  await expect(tiles(page)).toHaveCount(3)
  expect(await stored(page, slug)).toEqual(['a.jpg', 'b.jpg', 'd.jpg'])
})

test.describe('by thumb', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test('a photo is dragged by its handle, and the page does not scroll', async ({ page }) => {
    const { slug } = await makeProject(page, `Fotos ${Date.now().toString(36)}`)
    await open(page, slug)
    await choose(page, [await file('a.jpg', 0), await file('b.jpg', 1), await file('c.jpg', 2)])
    await expect(tiles(page)).toHaveCount(3)
    const handle = page.getByRole('button', { name: 'Move a.jpg: arrow keys' })
    await handle.scrollIntoViewIfNeeded()
    const from = await centre(handle)
    const scrolled = await page.evaluate<number>('scrollY')
    const client = await page.context().newCDPSession(page)
    const touch = (type: string, ...points: { x: number; y: number }[]) =>
      client.send('Input.dispatchTouchEvent', { type, touchPoints: points } as never)
    /** In small steps, as a thumb moves. */
    const slide = async (to: { x: number; y: number }) => {
      for (let step = 1; step <= 8; step += 1)
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        await touch('touchMove', {
          x: from.x + ((to.x - from.x) * step) / 8,
          y: from.y + ((to.y - from.y) * step) / 8,
        })
    }
    // Across the photos to the last one.
    const last = await centre(tiles(page).nth(2))
    await touch('touchStart', from)
    await slide(last)
    await expect(tiles(page).nth(2)).toHaveAttribute('data-dragged', 'true')
    await touch('touchEnd')
    await expect.poll(() => stored(page, slug)).toEqual(['b.jpg', 'c.jpg', 'a.jpg'])
    expect(await page.evaluate<number>('scrollY')).toBe(scrolled)
    await expect(page.getByText('a.jpg is now photo 3 of 3.')).toBeAttached()
  })
})

test('the public preview shows the photos, the title photo over its whole width', async ({ page }) => {
  const made = await makeProject(page, `Fotos ${Date.now().toString(36)}`)
  const { organization } = await call<{ organization: { slug: string } }>(
    page,
    'GET',
    `/api/v4/project/${made.slug}/`,
  )
  const project = await call<{ version: number }>(page, 'PATCH', `/api/v4/project/${made.slug}/`, {
    status: 2,
    version: made.version,
  })
  await call(page, 'POST', `/api/v4/project/${made.slug}/review/`, {
    kind: 'review',
    outcome: 2,
    version: project.version,
  })
  await open(page, made.slug)
  await choose(page, [await file('a.jpg', 0), await file('b.jpg', 1)])
  await expect(tiles(page)).toHaveCount(2)
  const { preview_token } = await call<{ preview_token: string }>(
    page,
    'GET',
    `/api/v4/organization/${organization.slug}/`,
  )
  await page.goto(`/organization/${organization.slug}/?preview_token=${preview_token}`)
  await expect(page.locator('.photos img')).toHaveCount(2)
  const shown = await page.locator('.photos img').evaluateAll((all) =>
    Promise.all(
      all.map(async (image) => {
        await (image as unknown as { decode: () => Promise<void> }).decode()
        return true
      }),
    ),
  )
  expect(shown).toEqual([true, true])
})
