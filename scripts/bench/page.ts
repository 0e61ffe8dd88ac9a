/**
 * npm run bench:page [-- --runs 3 --only demo --no-loads --no-lighthouse]: measures how soon the first list page shows its
 * rows and reacts to clicks at 4 × CPU slowdown, in a fresh browser (cold), again in the same tab and in a new one (warm),
 * with the demo data and with 100,000 projects, beside a bare React page with ready-made rows; how soon the screen changes
 * at each step of six journeys, without slowdown; then Lighthouse. Measurements alternate, so that other load on the
 * machine affects all of them. Exits with 1 when a mark is missed. Needs a built page (npm run build).
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { serveFloor } from './page-floor.ts'
import { lighthouse, type Score } from './page-lighthouse.ts'
import { caches, type Load, loadAgain, type Loads, slowdown } from './page-load.ts'
import { runSteps, type Step, stepMarks } from './page-steps.ts'
import { generatedDatabase, type Product, productOn } from './product.ts'

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '3' },
    only: { type: 'string' },
    loads: { type: 'boolean', default: true },
    lighthouse: { type: 'boolean', default: true },
  },
  allowNegative: true,
})
const runs = Number(values.runs)
const marks = { cold: 1_300, warm: 800, requests: 12, phone: 92, desktop: 97 }
const list = '/site-admin/projects/'
const folder = mkdtempSync(join(tmpdir(), 'almoner-page-'))
const products: Product[] = []

type Subject = Pick<Product, 'cookie' | 'prepare'> & { name: string; url: string }

try {
  const subjects: Subject[] = []
  const add = async (name: string, env: Record<string, string>) => {
    const product = await productOn(folder, env)
    products.push(product)
    subjects.push({ ...product, name, url: product.base + list })
  }
  if (values.only !== 'large') await add('demo data', {})
  if (values.only !== 'demo')
    await add('100,000 projects', { DATABASE_URL: await generatedDatabase('bench_page', 100_000), DEMO: '0' })
  const floor = await serveFloor(join(folder, 'floor'), await rowsOf(subjects[0]!))
  const bare: Subject = { name: 'bare React', url: floor.base, prepare: async () => undefined, cookie: '' }
  if (values.loads) await measureLoads([bare, ...subjects])
  floor.close()
  for (const subject of subjects) await measureSteps(subject)
  if (values.lighthouse) await measureScores(subjects)
  console.log(
    `load average ${loadavg()
      .map((value) => value.toFixed(1))
      .join(' ')}`,
  )
} finally {
  for (const product of products) await product.close()
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 500 })
}

async function measureLoads(subjects: Subject[]): Promise<void> {
  const measured = new Map<Subject, Loads[]>(subjects.map((subject) => [subject, []]))
  for (let run = 0; run < runs; run++)
    for (const [subject, loads] of measured) loads.push(await loadAgain(subject.url, subject.prepare))
  console.log(`first list page, ${slowdown} × CPU slowdown, median of ${runs}:`)
  console.log(
    '| page | cache | rows visible, ms | × floor | usable, ms | requests before, in all | kB | long tasks, longest, blocked ms |',
  )
  console.log('| --- | --- | --: | --: | --: | --: | --: | --: |')
  const floors = measured.get(subjects[0]!)!
  for (const [{ name }, loads] of measured)
    for (const cache of caches) {
      const mark = cache === 'cold' ? marks.cold : marks.warm
      const of = (key: keyof Load, from = loads) => median(from.map((load) => load[cache][key]))
      const ratio = of('rows') / of('rows', floors)
      const tasks = `${of('longTasks')}, ${of('longest')}, ${of('blocked')}`
      const asked = `${of('beforeRows')}, ${of('requests')}`
      console.log(
        `| ${name} | ${cache} | ${of('rows')} | ${ratio.toFixed(2)} | ${of('usable')} | ${asked} | ${Math.round(of('bytes') / 1000)} | ${tasks} |`,
      )
      if (name !== 'bare React' && (of('rows') > mark || of('beforeRows') > marks.requests))
        process.exitCode = 1
    }
}

/** Fails when the median first change of a step is later than the middle mark. */
async function measureSteps({ name, url, prepare }: Subject): Promise<void> {
  const rounds: Step[][] = []
  for (let run = 0; run < runs; run++) rounds.push(await runSteps(new URL(url).origin, prepare))
  console.log(`steps, ${name}, no slowdown, median of ${runs}:`)
  console.log('| journey | step | first change, ms | worst | mark | there, ms |')
  console.log('| --- | --- | --: | --: | --: | --: |')
  for (const [at, { journey, step }] of rounds[0]!.entries()) {
    const of = (key: 'first' | 'there') => rounds.map((steps) => steps[at]![key])
    const first = median(of('first'))
    const mark = stepMarks.find((within) => first <= within)
    console.log(
      `| ${journey} | ${step} | ${first} | ${Math.max(...of('first'))} | ${mark ? `≤ ${mark}` : 'missed'} | ${median(of('there'))} |`,
    )
    if (first > stepMarks[1]) process.exitCode = 1
  }
}

async function measureScores(subjects: Subject[]): Promise<void> {
  console.log(`Lighthouse, median of ${runs}:`)
  console.log('| page | device | score | largest paint, ms | layout shift | blocked, ms |')
  console.log('| --- | --- | --: | --: | --: | --: |')
  for (const { name, url, cookie } of subjects)
    for (const device of ['phone', 'desktop'] as const) {
      const scores: Score[] = []
      for (let run = 0; run < runs; run++) scores.push(await lighthouse(url, cookie, device))
      const of = (key: keyof Score) => median(scores.map((score) => score[key]))
      console.log(
        `| ${name} | ${device} | ${of('score')} | ${of('lcp')} | ${of('cls').toFixed(3)} | ${of('blocked')} |`,
      )
      if (of('score') < marks[device]) process.exitCode = 1
    }
}

function median(numbers: number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]!
}

async function rowsOf({ url, cookie }: Subject): Promise<string> {
  const answer = await fetch(new URL('/api/v4/projects/?exclude_status=archived', url), {
    headers: { cookie },
  })
  if (!answer.ok) throw new Error(`the list answered ${answer.status}`)
  return answer.text()
}
