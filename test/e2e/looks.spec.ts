import { look } from './looks.ts'
import { expect, test } from './signed-in.ts'

// Shows that `look` reports faults: each test opens a page that has some.

const page = (body: string, style = '') =>
  `<!doctype html><html lang="en"><title>Faults</title><style>body { color: #222; background: #fff } ${style}</style><main><h1>Faults</h1>${body}</main></html>`
const pale = '<p id="pale" style="color: #bbb">Pale</p>'
const grounds = '.dark { background: #333 } .above { position: absolute; top: 0; background: #333 }'

test('a look finds a missing name, and low contrast caused by the text colour or by the background', async ({
  page: at,
}) => {
  const sound = page('<p>Text</p>'.repeat(9) + '<label>Name <input /></label>')
  await at.setContent(sound)
  expect(await look(at)).toEqual([])

  await at.setContent(page('<p>Text</p>'.repeat(9) + '<input />' + pale))
  expect(await look(at)).toEqual([
    'light: color-contrast: #pale',
    'light: label: input',
    'dark: color-contrast: #pale',
  ])

  // The same colour as the text before them, on other grounds.
  const behind =
    '<p>Text</p>'.repeat(9) + '<div class="dark"><p id="within">Text</p></div><p class="above">Text</p>'
  await at.setContent(page(behind, grounds))
  const found = await look(at)
  expect(found.filter((fault) => fault.startsWith('light: color-contrast'))).toEqual([
    'light: color-contrast: #within, .above',
  ])
})

test('a look in the dark theme finds low contrast that exists only there', async ({ page: at }) => {
  const style =
    '@media (prefers-color-scheme: dark) { body { background: #111; color: #eee } .only { color: #333 } }'
  await at.setContent(page('<p>Text</p>'.repeat(9) + '<p class="only">Text</p>', style))
  expect(await look(at)).toEqual(['dark: color-contrast: .only'])
})
