import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createGift, createProject } from '#test/factories.ts'
import { importApp, importHeader } from '#test/import-app.ts'
import { everyList } from '#test/import-undo.ts'
import { costlyRuns } from '#test/runs.ts'

const imports = importApp()

const row = fc
  .record({
    organization: fc.constantFrom('A', 'B', 'Ä e. V.', 'Known'),
    postcode: fc.constantFrom('', '10115', '10967'),
    project: fc.constantFrom('P', 'p', 'Q', 'Well'),
    cents: fc.integer({ min: 1, max: 500_000 }),
    year: fc.constantFrom(2015, 2025, 2026),
  })
  .map(
    ({ organization, postcode, project, cents, year }) =>
      `${organization};${postcode};${project};${(cents / 100).toFixed(2).replace('.', ',')};${year};`,
  )
// A and Ä are different organizations here.
const run = (rows: string[]) => imports.run([importHeader, ...rows], { confirmed: ['alike_names'] })
const file = fc.array(row, { minLength: 1, maxLength: 8 })

test('undoing any two imports in reverse leaves nothing; the first is refused while the second depends on it', async () => {
  await fc.assert(
    fc.asyncProperty(file, file, async (first, second) => {
      await imports.app.reset()
      const superuser = await imports.app.as('superuser')
      imports.staff = superuser
      const known = await createProject(imports.app.db, { title: 'Well' })
      await imports.app.db
        .updateTable('organizations')
        .set({ title: 'Known' })
        .where('id', '=', known.organization_id)
        .execute()
      await createGift(imports.app.db, known, 700)
      const lists = () => everyList(imports.app, superuser)
      const undo = (id: number) =>
        superuser.post(`/api/v4/imports/${id}/undo/`, { reason: 'No', confirm_filename: 'file.csv' })

      const before = await lists()
      const a = await run(first)
      const afterA = await lists()
      const b = await run(second)
      const afterB = await lists()
      const { body } = await superuser.get(`/api/v4/imports/${a.id}/undo/`)
      const { gifts, projects, organizations } = b.counts
      const broughtNothing = gifts.new + projects.new + organizations.new === 0
      // A record of A that B reused belongs to A, unless it existed before both.
      if (!body.can_undo) {
        expect(body.depends.length).toBeGreaterThan(0)
        expect(broughtNothing).toBe(false)
        const refused = await undo(a.id)
        expect([refused.status, refused.body.code]).toEqual([409, 'import_depends'])
        expect(await lists()).toEqual(afterB)
      } else if (broughtNothing) expect(afterB).toEqual(afterA)

      expect((await undo(b.id)).status).toBe(202)
      await imports.work()
      expect(await lists()).toEqual(afterA)
      expect((await undo(a.id)).status).toBe(202)
      await imports.work()
      expect(await lists()).toEqual(before)
      // Importing the same file again creates everything again, once.
      expect((await run(first)).counts).toEqual(a.counts)
      expect((await run(first)).counts.gifts.new).toBe(0)
    }),
    { numRuns: costlyRuns(2) },
  )
})
