import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, expect, test, vi } from 'vitest'
import { textOfPdf } from '#test/pdf.ts'
import { generatePath, receiptDesk, receiptTemplate, recordGifts } from '#test/receipts.ts'
import { liftCallLimit, productCallLimit } from '#test/limits.ts'
import { callLimit } from '#server/db/limits.ts'
import { renderer } from '#features/document-templates/render/in-sandbox.ts'
import { numbersOf } from './number-gaps.ts'
import { workOnRun } from './runs.ts'

const desk = receiptDesk(['change_private_donations', 'create_documents', 'change_documents'])
afterEach(() => {
  vi.restoreAllMocks()
  liftCallLimit()
})

const generate = (gifts: readonly { slug: string }[], key?: string) =>
  desk.clerk.post(
    generatePath,
    { template_slug: receiptTemplate, mode: 'final', targets: gifts.map(({ slug }) => slug) },
    key === undefined ? {} : { headers: { 'idempotency-key': key } },
  )

/** Runs a callback while a document is drawn; returns the number of drawings. */
function whileDrawing(happens: (nth: number) => Promise<unknown>) {
  const draw = renderer.draw
  let drawn = 0
  vi.spyOn(renderer, 'draw').mockImplementation(async (drawing) => {
    await happens(++drawn)
    return draw(drawing)
  })
  return () => drawn
}

test('drawing a receipt holds no lock, not even on its number', async () => {
  const gifts = await recordGifts(desk.clerk, desk.project, [{}, {}, {}])
  await generate([gifts[0]!])
  const free: number[] = []
  whileDrawing(async () => {
    const { rows } = await sql<{ id: number }>`
      select organizations.id from organizations, fundings, projects, number_series
      where organizations.id = ${desk.issuer.id} and fundings.project_id = projects.id and projects.id = ${desk.project.id}
        and number_series.name = ${`receipt:${desk.issuer.id}`}
      for update nowait`.execute(desk.app.db)
    free.push(rows.length)
  })
  expect((await generate([gifts[1]!])).body.document.number).toBe('2026-0002')
  const { body } = await generate(gifts)
  await desk.app.runJobs()
  expect((await desk.clerk.get(`/api/v4/document-runs/${body.run.id}/`)).body).toMatchObject({ issued: 1 })
  expect(free).toEqual([3, 3])
})

test('a document whose data changes while it is drawn is drawn again with the same number', async () => {
  const [gift] = await recordGifts(desk.clerk, desk.project, [{}])
  const drawn = whileDrawing(async (nth) => {
    if (nth === 1) await desk.app.db.updateTable('donors').set({ street: 'Neue Gasse 7' }).execute()
  })
  const { document } = (await generate([gift!])).body
  expect(drawn()).toBe(2)
  expect(document.number).toBe('2026-0001')
  const words = await textOfPdf((await desk.clerk.get(document.download_url)).bytes)
  expect(words).toContain('Neue Gasse 7')
  expect(words).not.toContain('Große Straße')
  expect(await numbersOf(desk.app.db)).toMatchObject([{ count: 1, gaps: [] }])
})

test('a gift that stops being certifiable while its receipt is drawn gets no receipt and uses no number', async () => {
  const [gift, other] = await recordGifts(desk.clerk, desk.project, [{}, {}])
  whileDrawing(async (nth) => {
    if (nth === 1) await desk.app.db.updateTable('organizations').set({ tax_number: '' }).execute()
  })
  const refused = await generate([gift!])
  expect([refused.status, refused.body.code]).toEqual([409, 'receipt_refused'])
  await desk.app.db.updateTable('organizations').set({ tax_number: '18165/04712' }).execute()
  expect((await generate([other!])).body.document.number).toBe('2026-0001')
})

test('a repeated call with its key gets the first receipt', async () => {
  const [gift] = await recordGifts(desk.clerk, desk.project, [{}])
  const key = randomUUID()
  const first = await generate([gift!], key)
  const again = await generate([gift!], key)
  expect(first.body.document.number).toBe('2026-0001')
  expect([again.status, again.body]).toEqual([200, first.body])
})

test('three workers on one run make each receipt once', async () => {
  const gifts = await recordGifts(
    desk.clerk,
    desk.project,
    Array.from({ length: 12 }, () => ({})),
  )
  const { body } = await generate(gifts)
  await sql`update generation_runs set state = 'running', started_at = now()`.execute(desk.app.db)
  const { signal } = new AbortController()
  const place = { services: desk.app.services, db: desk.app.db, today: '2026-11-21', signal }
  await Promise.all(Array.from({ length: 3 }, () => workOnRun(place, body.run.id)))
  expect((await desk.clerk.get(`/api/v4/document-runs/${body.run.id}/`)).body).toMatchObject({
    state: 'done',
    issued: 12,
    numbers: [{ last: '2026-0012', count: 12, gaps: [] }],
  })
})

test('thirty calls for one issuer wait without holding a connection; one that times out is told to retry', async () => {
  const { pool } = desk.app.services.database
  // The others are three times as many as there are connections.
  const [first, ...others] = await recordGifts(
    desk.clerk,
    desk.project,
    Array.from({ length: 31 }, () => ({})),
  )
  let lost = 0
  const released = (error: unknown) => {
    if (error) lost++
  }
  pool.on('release', released)
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
  const drawn = whileDrawing(() => held)
  // The first may draw until all others have timed out.
  const drawing = generate([first!])
  await expect.poll(drawn).toBe(1)
  Object.assign(callLimit, productCallLimit)
  const late = await Promise.all(others.map((gift) => generate([gift])))
  const drawnMeanwhile = drawn()
  // The next call does not wait for those that gave up.
  liftCallLimit()
  const next = generate([others[0]!])
  letGo()
  const issued = await Promise.all([drawing, next])
  pool.off('release', released)
  for (const answer of late) {
    expect([answer.status, answer.body.code]).toEqual([503, 'receipts_busy'])
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  }
  expect(drawnMeanwhile).toBe(1)
  expect(issued.map(({ body }) => String(body.document.number)).toSorted()).toEqual([
    '2026-0001',
    '2026-0002',
  ])
  expect(lost).toBe(0)
  expect(await numbersOf(desk.app.db)).toMatchObject([{ count: 2, gaps: [] }])
})
