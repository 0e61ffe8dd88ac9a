import { expect, test } from 'vitest'
import { useApp } from '#test/app.ts'
import { createGift, createProject } from '#test/factories.ts'

const app = useApp()

type Page = { count: number; total_pages: number; current_page: number; results: { amount_cents: number }[] }

test("paging through a project's gifts, newest first, returns each exactly once", async () => {
  const project = await createProject(app.db)
  const staff = await app.as('superuser')
  const address = `/api/v4/project/${project.slug}/fundings/`
  expect((await staff.get(address)).body).toMatchObject({ count: 0, total_pages: 1, results: [] })
  const days = Array.from({ length: 26 }, (_, n) => `2026-10-${String(n + 1).padStart(2, '0')}`)
  for (const [n, received_on] of days.entries()) {
    await createGift(app.db, project, n + 1, { received_on })
    if (n === 24) expect((await staff.get(`${address}?page_size=25`)).body.total_pages).toBe(1)
  }
  const page = async (number: number): Promise<Page> =>
    (await staff.get(`${address}?page=${number}&page_size=25`)).body
  const [first, second] = [await page(1), await page(2)]
  expect(first).toMatchObject({ count: 26, total_pages: 2, current_page: 1 })
  expect(second).toMatchObject({ count: 26, total_pages: 2, current_page: 2 })
  const cents = (of: Page) => of.results.map((row) => row.amount_cents)
  const newestFirst = days.map((_, n) => n + 1).toReversed()
  expect(cents(first)).toEqual(newestFirst.slice(0, 25))
  expect(cents(second)).toEqual(newestFirst.slice(25))
  expect((await staff.get(`${address}?page=3&page_size=25`)).status).toBe(404)
})
