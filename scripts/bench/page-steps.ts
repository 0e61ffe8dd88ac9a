import { type BrowserContext, chromium, type Locator, type Page } from '@playwright/test'
import { chromiumFlags, chromiumPath } from '#test/e2e/browser.ts'

/** One step: milliseconds from the press to the first change on the screen, and to its goal. */
export type Step = { journey: string; step: string; first: number; there: number }

/** Grades of a first change: immediate, quick, still felt as one's own action; slower ones are a wait. */
export const stepMarks = [50, 100, 200] as const

type StepAction = {
  step: string
  /** The pressed element; hovered first, as a person does. */
  press: Locator
  key?: string
  /** True in the page once the step's goal is visible. */
  there: string
}
type Journey = { journey: string; start: string; steps: (page: Page) => StepAction[] }

const titleLinks = (page: Page) => page.locator('tbody [data-row-title]')
const shows = (selector: string) => `document.querySelector(${JSON.stringify(selector)}) !== null`
const onPage = (path: string, selector: string) =>
  `location.pathname === ${JSON.stringify(path)} && !document.querySelector('[aria-busy="true"]') && ${shows(selector)}`
const place = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: false }).first()
const rowsShown = 'tbody [data-row-title]'

/** Six common journeys of a working day. */
const journeys: readonly Journey[] = [
  {
    journey: 'look into rows',
    start: '/site-admin/projects/',
    steps: (page) => [
      {
        step: 'row to peek',
        press: titleLinks(page).nth(1),
        key: 'Space',
        there: `document.querySelector('.peek h2')?.textContent === document.querySelectorAll('tbody [data-row-title]')[1].textContent`,
      },
      {
        step: 'next row',
        press: titleLinks(page).nth(1),
        key: 'j',
        there: `document.querySelector('.peek h2')?.textContent === document.querySelectorAll('tbody [data-row-title]')[2].textContent`,
      },
    ],
  },
  {
    journey: 'to a record and back',
    start: '/site-admin/projects/',
    steps: (page) => [
      { step: 'list to record', press: titleLinks(page).nth(3), there: shows('.record h1, .record-head h1') },
      {
        step: 'back',
        press: page.locator('body'),
        key: 'back',
        there: onPage('/site-admin/projects/', rowsShown),
      },
    ],
  },
  {
    journey: 'tab to tab',
    start: '/site-admin/projects/',
    steps: (page) => [
      { step: 'open', press: titleLinks(page).nth(3), there: shows('.record-tabs') },
      ...['Money', 'Documents', 'History'].map((name) => ({
        step: name,
        press: page.locator('.record-tabs').getByRole('link', { name, exact: false }),
        there: `document.querySelector('.record-tabs [aria-current]')?.textContent.startsWith(${JSON.stringify(name)}) && !document.querySelector('.record [aria-busy="true"], .record .spinner')`,
      })),
    ],
  },
  {
    journey: 'view to view',
    start: '/site-admin/projects/',
    steps: (page) =>
      ['Needs review', 'Overdue', 'All'].map((name) => ({
        step: name,
        press: page.locator('.view-tabs').getByRole('link', { name, exact: false }).first(),
        there: `document.querySelector('.view-tabs [aria-current]')?.textContent.startsWith(${JSON.stringify(name)}) && !document.querySelector('main [aria-busy="true"]')`,
      })),
  },
  {
    journey: 'through a list',
    start: '/site-admin/projects/',
    steps: (page) => [
      {
        step: 'next page',
        press: page.getByRole('button', { name: 'Next page' }),
        there: `new URLSearchParams(location.search).get('page') === '2' && !document.querySelector('main [aria-busy="true"]')`,
      },
      {
        step: 'sort',
        press: page.locator('th.cell-title .sort'),
        there: `new URLSearchParams(location.search).has('ordering') && !document.querySelector('main [aria-busy="true"]')`,
      },
    ],
  },
  {
    journey: 'from place to place',
    start: '/site-admin/',
    steps: (page) => [
      { step: 'Projects', press: place(page, 'Projects'), there: onPage('/site-admin/projects/', rowsShown) },
      {
        step: 'Organizations',
        press: place(page, 'Organizations'),
        there: onPage('/site-admin/organizations/', rowsShown),
      },
      { step: 'Documents', press: place(page, 'Documents'), there: shows('main h1') },
      { step: 'Dashboard', press: place(page, 'Dashboard'), there: onPage('/site-admin/', 'main h1') },
    ],
  },
]

/** Takes every journey once, in a browser with warm caches, as on any day but the first. */
export async function runSteps(
  base: string,
  prepare: (context: BrowserContext) => Promise<void>,
): Promise<Step[]> {
  const browser = await chromium.launch({ executablePath: await chromiumPath(), args: chromiumFlags })
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    await prepare(context)
    await context.addInitScript(watch)
    const page = await context.newPage()
    const taken: Step[] = []
    // The first round only warms the browser's caches.
    for (const round of [0, 1]) {
      for (const { journey, start, steps } of journeys) {
        await page.goto(base + start)
        await page.waitForLoadState('networkidle')
        for (const doing of steps(page)) {
          const { first, there } = await runStep(page, doing)
          if (round === 1) taken.push({ journey, step: doing.step, first, there })
        }
      }
    }
    return taken
  } finally {
    await browser.close()
  }
}

/** How long the pointer hovers before the press: preloading has started by then. */
const restMs = 150
const mostLooks = 300

async function runStep(
  page: Page,
  { press, key, there }: StepAction,
): Promise<{ first: number; there: number }> {
  if (key === undefined) await press.hover()
  else if (key !== 'back') await press.focus()
  await page.waitForTimeout(restMs)
  await page.evaluate(`almonerStep.begin(() => ${there})`)
  if (key === 'back') await page.evaluate('almonerStep.press(performance.now()), history.back()')
  else if (key === undefined) await press.click()
  else await page.keyboard.press(key)
  // The page's policy forbids `waitForFunction`.
  for (let looks = 0; !(await page.evaluate('almonerStep.there !== undefined')); looks++) {
    if (looks === mostLooks) throw new Error(`the step does not end: ${there}`)
    await page.waitForTimeout(20)
  }
  const {
    start,
    first,
    there: shown,
  } = await page.evaluate<{ start: number; first: number; there: number }>('({ ...almonerStep })')
  await page.waitForLoadState('networkidle')
  return { first: Math.round(first - start), there: Math.round(shown - start) }
}

// Runs in the page: the time of a press, of the first change on the screen, and of the goal.
const watch = `
  window.almonerStep = {
    begin(isThere) {
      Object.assign(this, { isThere, start: undefined, first: undefined, there: undefined })
    },
    press(at) {
      if (this.isThere) this.start ??= at
    },
    look() {
      if (this.start === undefined) return
      const painted = (note) => requestAnimationFrame(() => setTimeout(() => note(performance.now())))
      if (this.first === undefined) {
        this.first = Infinity
        painted((at) => (this.first = at))
      }
      if (this.there === undefined && this.isThere()) {
        this.isThere = () => false
        painted((at) => (this.there = at))
      }
    },
  }
  for (const kind of ['click', 'keydown'])
    addEventListener(kind, ({ timeStamp }) => almonerStep.press(timeStamp), { capture: true })
  new MutationObserver(() => almonerStep.look()).observe(document, {
    childList: true,
    subtree: true,
    attributes: true,
    characterData: true,
  })`
