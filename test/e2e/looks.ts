import { AxeBuilder } from '@axe-core/playwright'
import type { Locator, Page } from '@playwright/test'
import axe, { type Result } from 'axe-core'
import { expect, expectLoaded, resize } from './signed-in.ts'

// Looks for accessibility findings, best practices included: `every-page.spec.ts` looks at every page, the files
// `accessible-*.spec.ts` at what pages show besides: dialogs, errors, results, phones.

/** For `shown`: a dialog, or part of one by its text. */
export const dialog =
  (name?: string | RegExp, text?: string | RegExp) =>
  (page: Page): Locator => {
    const found = page.getByRole('dialog', name === undefined ? {} : { name })
    return text === undefined ? found : found.getByText(text)
  }
/** For `shown`: a text on the page. */
export const text = (words: string | RegExp) => (page: Page) => page.getByText(words)
type Role = 'button' | 'link' | 'menuitem' | 'checkbox' | 'option'
const find = (within: Page | Locator, name: string | RegExp, role: Role) =>
  within.getByRole(role, { name, exact: typeof name === 'string' && role === 'button' }).first()

/** For `open`: presses the first button of this name, or what has another role. */
export const press =
  (name: string | RegExp, role: Role = 'button') =>
  (page: Page): Promise<void> =>
    find(page, name, role).click()
/** For `open`: the same in the dialog that opens. */
export const pressInside =
  (name: string | RegExp, role: Role = 'button') =>
  (page: Page): Promise<void> =>
    find(page.getByRole('dialog').last(), name, role).click()
/** Buttons, forms and regions have labels too. */
const labelled = (within: Page | Locator, label: string | RegExp) =>
  within.getByLabel(label).and(within.locator('input, textarea, select')).first()
/** For `open`: fills the first field of this label. */
export const fill = (label: string | RegExp, value: string) => (page: Page) =>
  labelled(page, label).fill(value)
/** For `open`: the same in the dialog that opens. */
export const fillInside = (label: string | RegExp, value: string) => (page: Page) =>
  labelled(page.getByRole('dialog').last(), label).fill(value)
/** For `open`: one key. */
export const key = (name: string) => (page: Page) => page.keyboard.press(name)
/** For `open`: waits for what a next step needs. */
export const until = (seen: (page: Page) => Locator) => (page: Page) => seen(page).first().waitFor()
/** For `open`: several steps, one after another. */
export const steps =
  (...all: ((page: Page) => Promise<unknown>)[]) =>
  async (page: Page): Promise<void> => {
    // oxlint-disable-next-line no-await-in-loop -- one after another
    for (const step of all) await step(page)
  }

/** What one look shows; `shown` is visible in no other state. */
export type State = {
  name: string
  /** An address below `/site-admin/`, or with a slash below the server's; without it, the state follows from the one before it. */
  address?: string
  /** Steps from the page to the state. */
  open?: (page: Page) => Promise<unknown>
  shown: (page: Page) => Locator
  /** True: a second look shows it on a phone, whose width changes its layout. */
  alsoOnPhone?: true
}

/** Visits the states in turn; a fault names its state. A state that did not come up is a fault too. */
export async function faultsOf(page: Page, states: readonly State[]): Promise<string[]> {
  const faults: string[] = []
  page.setDefaultTimeout(20_000)
  for (const { name, address, open, shown, alsoOnPhone } of states)
    try {
      if (address !== undefined) {
        await page.goto(address.startsWith('/') ? address : `/site-admin/${address}`)
        await expectLoaded(page)
      }
      await open?.(page)
      await expect(shown(page).first()).toBeVisible()
      faults.push(...(await look(page)).map((fault) => `${name}, ${fault}`))
      if (alsoOnPhone)
        faults.push(...(await onPhone(page, shown)).map((fault) => `${name} on a phone, ${fault}`))
    } catch (error) {
      faults.push(`${name}: ${String(error)}`)
    }
  return faults
}

async function onPhone(page: Page, shown: State['shown']): Promise<string[]> {
  const size = page.viewportSize()!
  try {
    await resize(page, 390, 844)
    await expect(shown(page).first()).toBeVisible()
    return await look(page)
  } finally {
    await page.setViewportSize(size)
    await expect(page.locator('.side')).toBeVisible()
  }
}

/**
 * Findings on the screen: by all rules in the light theme, only by contrast in the dark, since the theme changes nothing
 * but colours. Behind a modal dialog nothing is measured: it is inert, and another look's.
 */
export async function look(page: Page): Promise<string[]> {
  const isModal = await page.evaluate<boolean>(`document.querySelector('${modal}') !== null`)
  const followsTheme = (await page.locator('html[data-color-scheme]').count()) > 0
  const faults: string[] = []
  for (const [colorScheme, rules] of [
    ['light', 'all'],
    ['dark', 'contrast'],
  ] as const) {
    await page.emulateMedia({ colorScheme })
    if (followsTheme) await expect(page.locator('html')).toHaveAttribute('data-color-scheme', colorScheme)
    const found = await findings(page, rules, isModal ? modal : undefined)
    faults.push(...found.map((fault) => `${colorScheme}: ${fault}`))
  }
  await page.emulateMedia({ colorScheme: 'light' })
  return faults
}
const modal = 'dialog:modal'

/**
 * Waits until nothing fades or moves: half-faded text has half its contrast. An ending animation may start another one;
 * one whose element is removed rejects; endless ones are ignored. Each round waits a frame: a replaced animation may have
 * finished and still count as running until then, and the page would hang.
 */
const settled = `(async () => {
  const passing = () =>
    document.getAnimations().filter(
      ({ effect, playState }) => playState === 'running' && effect.getComputedTiming().endTime !== Infinity,
    )
  while (passing().length > 0) {
    await Promise.allSettled(passing().map(({ finished }) => finished))
    await new Promise(requestAnimationFrame)
  }
})()`

/**
 * Rows and cards that look like those before them: not among the first six of their list, and with no kind of element
 * that an earlier one lacks. A look hides them: contrast takes three quarters of its time, and axe-core checks every
 * element against every excluded row.
 */
const repeated = `[...document.querySelectorAll('tbody, :has(> .list-card), :has(> .brief-card)')].flatMap((list) => {
  const known = new Set()
  return [...list.children].filter((row, at) => {
    const kinds = [row, ...row.querySelectorAll('*')].map(
      ({ tagName, className, dataset }) => [tagName, className, dataset.tone, row.className, row.dataset.selected].join(' '),
    )
    const isNew = kinds.some((kind) => !known.has(kind))
    for (const kind of kinds) known.add(kind)
    return at >= 6 && !isNew
  })
})`

const options = {
  all: {
    resultTypes: ['violations' as const],
    // Still experimental: the visible text of a control must be part of its name, so that voice control finds it.
    rules: { 'label-content-name-mismatch': { enabled: true } },
  },
  contrast: {
    resultTypes: ['violations' as const],
    runOnly: { type: 'rule' as const, values: ['color-contrast'] },
  },
}

/** Findings on the page, or in its matching parts, once nothing moves: `rule: elements`. */
async function findings(page: Page, rules: keyof typeof options, within?: string): Promise<string[]> {
  await page.evaluate(settled)
  const violations =
    page.frames().length === 1 || within
      ? await run(page, rules, within)
      : (await new AxeBuilder({ page }).options(options[rules]).analyze()).violations
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`)
}

async function run(page: Page, rules: keyof typeof options, within?: string): Promise<Result[]> {
  if (!(await page.evaluate(`'axe' in globalThis`))) await page.evaluate(axe.source)
  return page.evaluate<Result[]>(`(async () => {
    const rows = ${repeated}
    const shown = rows.map(({ style }) => style.display)
    for (const { style } of rows) style.display = 'none'
    try {
      return (await axe.run(${within ? `'${within}'` : 'document'}, ${JSON.stringify(options[rules])})).violations
    } finally {
      rows.forEach(({ style }, at) => (style.display = shown[at]))
    }
  })()`)
}
