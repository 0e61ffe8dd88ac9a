import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import type { Database } from '#server/db/db.ts'
import { cookieName } from '#server/auth/cookies.ts'
import { openSession } from '#server/auth/session.ts'
import { load, quantile, type Load } from './load.ts'
import { processorClock } from './processor.ts'
import { organizationSearches, projectSearches } from './words.ts'

/** A call; `figures` selects the values on which floor and product must agree, when that is not the whole answer. */
export type Case = { name: string; path: string; figures?: (body: Answer) => unknown }
// oxlint-disable-next-line typescript/no-explicit-any -- answers are compared, not worked with
type Answer = any
/** One server's result in a round; `processor` is milliseconds of CPU time per call, its own and PostgreSQL's. */
type Side = Load & { processor: number }
/**
 * Medians over the rounds; `ratio` is the product's p50 over the floor's, `throughput` the floor's calls per second over
 * the product's.
 */
export type Measured = {
  name: string
  connections: number
  floor: Side
  product: Side
  ratio: number
  throughput: number
}

/** The limit of a passed case: at most this many times the floor, in time and in throughput. */
export const mark = 1.5

const organizations = (query: string) => `/api/v4/organizations/?exclude_status=archived${query}`
const projects = (query: string) => `/api/v4/projects/?exclude_status=archived${query}`

/** Every kind of list call, as the page makes it. */
export function listCases(size: number): Case[] {
  const { rare, common, short } = projectSearches
  const far = Math.min(2000, Math.floor((size * 0.9) / 25) - 1)
  return [
    { name: 'first page', path: projects('') },
    { name: `search “${rare}” (rare)`, path: projects(`&search=${rare}`) },
    { name: `search “${common}” (a fifth)`, path: projects(`&search=${common}`) },
    { name: `search “${short}” (two letters)`, path: projects(`&search=${short}`) },
    {
      name: 'three filters, by title',
      path: projects('&status=complete&review_status=accepted&financing_status=in_financing&ordering=title'),
    },
    {
      name: 'two values each, by organization, descending',
      path: projects(
        '&review_status=needs_review,rejected&funding_type=donation,sponsoring&ordering=-organization',
      ),
    },
    {
      name: 'internal status, by funding type',
      path: projects('&internal_status=besuch&ordering=funding_type'),
    },
    {
      name: 'search and filter, by title',
      path: projects(`&search=${common}&financing_status=in_financing&ordering=title`),
    },
    {
      name: 'relations: complete, in Berlin, without a valid proof',
      path: projects('&status=complete&town=Berlin&proof_status=expired,none'),
    },
    { name: 'relations: with open tasks', path: projects('&open_tasks=has') },
    { name: 'relations: goal and end', path: projects('&goal=100000..500000&ends=today..%2B30') },
    {
      name: 'relations: waiting for two weeks, longest first',
      path: projects('&waiting=..-14&ordering=waiting_since'),
    },
    { name: `page ${far}`, path: projects(`&page=${far}`) },
    { name: `page ${far}, by title`, path: projects(`&page=${far}&ordering=title`) },
    ...organizationCases(Math.min(2000, Math.floor((size * 0.087) / 25) - 1)),
  ]
}

function organizationCases(far: number): Case[] {
  const { rare, common, short } = organizationSearches
  return [
    { name: 'organizations: first page', path: organizations('') },
    { name: `organizations: search “${rare}” (rare)`, path: organizations(`&search=${rare}`) },
    { name: `organizations: search “${common}” (a third)`, path: organizations(`&search=${common}`) },
    { name: `organizations: search “${short}” (two letters)`, path: organizations(`&search=${short}`) },
    {
      name: 'organizations: two filters, by title',
      path: organizations('&review_status=accepted&proof_status=valid&ordering=title'),
    },
    { name: 'organizations: by proof status', path: organizations('&ordering=-proof_status') },
    { name: `organizations: page ${far}`, path: organizations(`&page=${far}`) },
  ]
}

/** Measures product and floor side by side on one filled database: alternating rounds, one case after the other. */
export async function measureLists(database: Database, url: string, options: Rounds): Promise<Measured[]> {
  const cookie = `${cookieName('session', { baseUrl: 'http:' })}=${await superuserSession(database)}`
  const [floor, product] = await Promise.all([
    startServer(here('floor.ts'), url),
    startServer(here('app.ts'), url),
  ])
  try {
    const compare = ({ path, figures }: Case) =>
      compareAnswers(floor.port, product.port, path, cookie, figures)
    const sides = { floor: { ...floor, cookie }, product: { ...product, cookie } }
    return await measureSides(database, sides, { ...options, compare })
  } finally {
    floor.child.kill()
    product.child.kill()
  }
}

type Rounds = {
  cases: readonly Case[]
  connections?: number[]
  rounds: number
  seconds: number
  only?: string | undefined
}
/** A measured server with its session. */
export type MeasuredServer = Server & { cookie: string }

/**
 * Measures the product beside another server, each with its own calls, one case after the other and then all in turn
 * (`mix`); `compare` throws when results cannot be compared.
 */
export async function measureSides(
  database: Database,
  { floor, product }: { floor: MeasuredServer; product: MeasuredServer },
  {
    cases,
    connections: counts = [1, 8, 32],
    rounds,
    seconds,
    only,
    compare,
  }: Rounds & { compare: (one: Case) => Promise<void> },
): Promise<Measured[]> {
  const used = await processorClock(database)
  const measured: Measured[] = []
  const measure = async (name: string, paths: readonly string[]) => {
    for (const connections of counts) {
      const run = async ({ port, child, cookie }: MeasuredServer, time = seconds): Promise<Side> => {
        const before = used(child.pid!)
        const loaded = await load(port, paths, cookie, connections, time)
        return { ...loaded, processor: (used(child.pid!) - before) / loaded.calls }
      }
      await run(floor, seconds / 2)
      await run(product, seconds / 2)
      const pairs: { floor: Side; product: Side }[] = []
      for (let round = 0; round < rounds; round++)
        pairs.push({ floor: await run(floor), product: await run(product) })
      measured.push(summary(name, connections, pairs))
      console.log(row(measured.at(-1)!))
    }
  }
  for (const one of cases) {
    if (only && !one.name.includes(only)) continue
    await compare(one)
    await measure(one.name, [one.path])
  }
  if (!only || mix.includes(only))
    await measure(
      mix,
      cases.map(({ path }) => path),
    )
  return measured
}

const mix = 'mix: all of these in turn'

/** The results as a Markdown table; times in milliseconds. */
export function table(measured: Measured[], [beside, product] = ['floor', 'product']): string {
  return [
    `| Call | Connections | ${beside} p50 / p95 / p99 | ${product} p50 / p95 / p99 | ratio | ${beside} calls/s | ${product} calls/s | ratio | ${beside} processor | ${product} processor | ratio |`,
    '|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|',
    ...measured.map(row),
  ].join('\n')
}

export const passes = ({ ratio, throughput }: Measured) => ratio <= mark && throughput <= mark

function row(result: Measured): string {
  const { name, connections, floor, product, ratio, throughput } = result
  const times = ({ p50, p95, p99 }: Load) => [p50, p95, p99].map(digits).join(' / ')
  const marked = (value: number) => (value <= mark ? value.toFixed(2) : `**${value.toFixed(2)}**`)
  return `| ${name} | ${connections} | ${times(floor)} | ${times(product)} | ${marked(ratio)} | ${digits(floor.perSecond)} | ${digits(product.perSecond)} | ${marked(throughput)} | ${digits(floor.processor)} | ${digits(product.processor)} | ${(product.processor / floor.processor).toFixed(2)} |`
}

const digits = (value: number) =>
  value < 10 ? value.toFixed(2) : value < 100 ? value.toFixed(1) : value.toFixed(0)

function summary(name: string, connections: number, pairs: { floor: Side; product: Side }[]): Measured {
  const median = (of: (pair: (typeof pairs)[number]) => number) =>
    quantile(
      pairs.map(of).sort((a, b) => a - b),
      0.5,
    )
  const loadOf = (side: 'floor' | 'product'): Side => ({
    p50: median((pair) => pair[side].p50),
    p95: median((pair) => pair[side].p95),
    p99: median((pair) => pair[side].p99),
    perSecond: median((pair) => pair[side].perSecond),
    calls: median((pair) => pair[side].calls),
    processor: median((pair) => pair[side].processor),
  })
  return {
    name,
    connections,
    floor: loadOf('floor'),
    product: loadOf('product'),
    ratio: median(({ floor, product }) => product.p50 / floor.p50),
    throughput: median(({ floor, product }) => floor.perSecond / product.perSecond),
  }
}

// A floor with different answers would measure nothing.
async function compareAnswers(
  floor: number,
  product: number,
  path: string,
  cookie: string,
  figures: (body: Answer) => unknown = (body) => body,
): Promise<void> {
  const [expected, actual] = await Promise.all(
    [floor, product].map(async (port) => {
      const response = await fetch(`http://127.0.0.1:${port}${path}`, {
        headers: { cookie, 'accept-language': 'en_US' },
      })
      if (response.status !== 200) throw new Error(`${path}: ${response.status} ${await response.text()}`)
      return figures(await response.json())
    }),
  )
  if (!isDeepStrictEqual(expected, actual))
    throw new Error(
      `floor and product differ in ${path}:\n${JSON.stringify(expected).slice(0, 1500)}\n${JSON.stringify(actual).slice(0, 1500)}`,
    )
}

async function superuserSession({ db }: Database): Promise<string> {
  const now = new Date()
  const columns = {
    user_type: 'staff',
    state: 'active',
    is_superuser: true,
    created_at: now,
    updated_at: now,
  } as const
  const user = await db
    .insertInto('users')
    .values({ username: 'bench', email: 'bench@example.org', ...columns })
    .onConflict((on) => on.column('username').doUpdateSet({ updated_at: now }))
    .returning('id')
    .executeTakeFirstOrThrow()
  return openSession(db, user.id, now)
}

type Server = { port: number; child: ChildProcess }

const here = (file: string) => fileURLToPath(new URL(file, import.meta.url))

/** Starts one of the bench's servers on a database, in the folder of its checkout. */
export async function startServer(file: string, url: string, cwd = process.cwd()): Promise<Server> {
  const child = fork(file, {
    cwd,
    env: { ...process.env, DATABASE_URL: url, NODE_ENV: 'production' },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const [message] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => Promise.reject(new Error(`${file} ended before it was ready`))),
  ])) as [{ port: number }]
  return { port: message.port, child }
}
