import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type Client, type TestApp, testApp } from '../../../../../test/app.ts'
import { textOfPdf } from '../../../../../test/pdf.ts'
import { certifiableProject, generatePath, giveTo, receiptTemplate } from '../../../../../test/receipts.ts'
import { renderer } from '../../render/in-process.ts'
import { numbersOf } from './numbers.ts'
import { workOnRun } from './runs.ts'

let app: TestApp
let clerk: Client
let project: { id: number; slug: string }
let issuer: { id: number; slug: string }
beforeAll(async () => void (app = await testApp()))
afterAll(() => app.close())
beforeEach(async () => {
  await app.reset()
  clerk = await app.as(['change_private_donations', 'create_documents', 'change_documents'])
  ;({ project, issuer } = await certifiableProject(app.db))
})
afterEach(() => vi.restoreAllMocks())

const generate = (gifts: readonly { slug: string }[], key?: string) =>
  clerk.post(
    generatePath,
    { template_slug: receiptTemplate, mode: 'final', targets: gifts.map(({ slug }) => slug) },
    key === undefined ? {} : { headers: { 'idempotency-key': key } },
  )

/** What happens while a document is drawn; answers how many were. */
function whileDrawing(happens: (nth: number) => Promise<unknown>) {
  const draw = renderer.draw
  let drawn = 0
  vi.spyOn(renderer, 'draw').mockImplementation(async (drawing) => {
    await happens(++drawn)
    return draw(drawing)
  })
  return () => drawn
}

test('while a receipt is drawn nothing is locked, not even its number', async () => {
  const gifts = await giveTo(clerk, project, [{}, {}, {}])
  await generate([gifts[0]!])
  const free: number[] = []
  whileDrawing(async () => {
    const { rows } = await sql<{ id: number }>`
      select organizations.id from organizations, fundings, projects, number_series
      where organizations.id = ${issuer.id} and fundings.project_id = projects.id and projects.id = ${project.id}
        and number_series.name = ${`receipt:${issuer.id}`}
      for update nowait`.execute(app.db)
    free.push(rows.length)
  })
  expect((await generate([gifts[1]!])).body.document.number).toBe('2026-0002')
  const { body } = await generate(gifts)
  await app.runJobs()
  expect((await clerk.get(`/api/v4/document-runs/${body.run.id}/`)).body).toMatchObject({ issued: 1 })
  expect(free).toEqual([3, 3])
})

test('what changes while it is drawn is drawn anew, with the same number', async () => {
  const [gift] = await giveTo(clerk, project, [{}])
  const drawn = whileDrawing(async (nth) => {
    if (nth === 1) await app.db.updateTable('donors').set({ street: 'Neue Gasse 7' }).execute()
  })
  const { document } = (await generate([gift!])).body
  expect(drawn()).toBe(2)
  expect(document.number).toBe('2026-0001')
  const words = await textOfPdf((await clerk.get(document.download_url)).bytes)
  expect(words).toContain('Neue Gasse 7')
  expect(words).not.toContain('Große Straße')
  expect(await numbersOf(app.db)).toMatchObject([{ count: 1, gaps: [] }])
})

test('a gift that stops to be certifiable while it is drawn gets no receipt and takes no number', async () => {
  const [gift, other] = await giveTo(clerk, project, [{}, {}])
  whileDrawing(async (nth) => {
    if (nth === 1) await app.db.updateTable('organizations').set({ tax_number: '' }).execute()
  })
  const refused = await generate([gift!])
  expect([refused.status, refused.body.code]).toEqual([409, 'receipt_refused'])
  await app.db.updateTable('organizations').set({ tax_number: '18165/04712' }).execute()
  expect((await generate([other!])).body.document.number).toBe('2026-0001')
})

test('a call that is repeated with its key is answered with the first receipt', async () => {
  const [gift] = await giveTo(clerk, project, [{}])
  const key = randomUUID()
  const first = await generate([gift!], key)
  const again = await generate([gift!], key)
  expect(first.body.document.number).toBe('2026-0001')
  expect([again.status, again.body]).toEqual([200, first.body])
})

test('three that work on one run at once make each receipt once', async () => {
  const gifts = await giveTo(
    clerk,
    project,
    Array.from({ length: 12 }, () => ({})),
  )
  const { body } = await generate(gifts)
  await sql`update generation_runs set state = 'running', started_at = now()`.execute(app.db)
  const { signal } = new AbortController()
  const place = { services: app.services, db: app.db, today: '2026-11-21', signal }
  await Promise.all(Array.from({ length: 3 }, () => workOnRun(place, body.run.id)))
  expect((await clerk.get(`/api/v4/document-runs/${body.run.id}/`)).body).toMatchObject({
    state: 'done',
    issued: 12,
    numbers: [{ last: '2026-0012', count: 12, gaps: [] }],
  })
})

test('thirty at once of one issuer wait without a connection; whose turn is too late is told to come back', async () => {
  const gifts = await giveTo(
    clerk,
    project,
    Array.from({ length: 30 }, () => ({})),
  )
  let lost = 0
  const removed = () => void lost++
  app.services.database.pool.on('remove', removed)
  // Slower than drawing is: the last ones would wait for longer than a call may.
  whileDrawing(() => sleep(400))
  const answers = await Promise.all(gifts.map((gift) => generate([gift])))
  app.services.database.pool.off('remove', removed)
  expect(lost).toBe(0)
  const issued = answers.filter(({ status }) => status === 200)
  const late = answers.filter(({ status }) => status === 503)
  expect(issued.length + late.length).toBe(30)
  expect(late.length).toBeGreaterThan(0)
  for (const answer of late) {
    expect(answer.body.code).toBe('receipts_busy')
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  }
  expect(await numbersOf(app.db)).toMatchObject([{ count: issued.length, gaps: [] }])
}, 30_000)
