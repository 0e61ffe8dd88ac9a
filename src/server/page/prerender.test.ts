import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, afterEach, expect, test } from 'vitest'
import type { PageToRender } from '#shared/lists/first-page.ts'
import { type Prerenderer, startPrerenderer } from './prerender.ts'

const folder = mkdtempSync(join(tmpdir(), 'almoner-prerender-'))
const module = pathToFileURL(join(folder, 'prerender.mjs'))
/** Does what the address says. */
writeFileSync(
  module,
  `export const prerender = async ({ href, width }) => {
    if (href === '/throw') throw new Error('no page')
    if (href === '/exit') process.exit(1)
    if (href === '/loop') while (true);
    if (href === '/wait') await new Promise(() => undefined)
    if (href === '/env') return JSON.stringify(process.env)
    return href + ' at ' + width
  }`,
)
afterAll(() => rmSync(folder, { recursive: true }))

let prerenderer: Prerenderer | undefined
const said: string[] = []
afterEach(async () => {
  await prerenderer?.close()
  said.length = 0
})

function start(options: Partial<Parameters<typeof startPrerenderer>[0]> = {}) {
  const render = (href: string) => prerenderer!.render({ href, width: 1440 } as PageToRender)
  const log = ({ msg }: { msg: string }) => void said.push(msg)
  prerenderer = startPrerenderer({ module, silentMs: 60_000, log, ...options })
  return render
}

test('pages are rendered side by side, each with its own answer', async () => {
  const render = start()
  expect(await Promise.all(['/a', '/b', '/c'].map(render))).toEqual([
    '/a at 1440',
    '/b at 1440',
    '/c at 1440',
  ])
  expect(said).toEqual([])
})

test('a page beyond five waiting ones is left out', async () => {
  const render = start()
  const answers = await Promise.all(['/a', '/b', '/c', '/d', '/e', '/f'].map(render))
  expect(answers.map((html) => html !== undefined)).toEqual([true, true, true, true, true, false])
  expect(await render('/g')).toBe('/g at 1440')
})

test('a page that cannot be rendered is left out and logged; the next one is rendered', async () => {
  const render = start()
  expect(await render('/throw')).toBeUndefined()
  expect(said).toEqual(['page not rendered: Error: no page'])
  expect(await render('/a')).toBe('/a at 1440')
})

test('a thread that does not answer is terminated, and a new one renders the next page', async () => {
  const render = start({ silentMs: 500 })
  expect(await render('/loop')).toBeUndefined()
  await prerenderer!.close()
  expect(await start()('/a')).toBe('/a at 1440')
})

test('when a thread ends, its pending pages are skipped, and a new one renders the next page', async () => {
  const render = start()
  expect(await Promise.all([render('/wait'), render('/exit')])).toEqual([undefined, undefined])
  expect(await render('/a')).toBe('/a at 1440')
})

test('when the module cannot be loaded, the next thread starts after a pause', async () => {
  const broken = pathToFileURL(join(folder, 'broken.mjs'))
  writeFileSync(broken, 'throw new Error("broken build")')
  let render = start({ module: broken })
  expect([await render('/a'), await render('/a')]).toEqual([undefined, undefined])
  expect(said).toEqual(['the thread that renders pages ended: Error: broken build'])

  await prerenderer!.close()
  render = start({ module: broken, pauseMs: 0 })
  expect(await render('/a')).toBeUndefined()
  writeFileSync(broken, 'export const prerender = async ({ href }) => href')
  await expect.poll(() => render('/a')).toBe('/a')
})

test("the thread gets none of the server's environment variables", async () => {
  expect(Object.keys(process.env).length).toBeGreaterThan(0)
  expect(await start()('/env')).toBe('{}')
})

test('nothing is rendered after closing or without a built page', async () => {
  const render = start()
  await prerenderer!.close()
  expect(await render('/a')).toBeUndefined()
  expect(startPrerenderer({ module: new URL('nothing.js', module), log: () => undefined })).toBeUndefined()
})
