import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { foldName } from '#shared/normalize.ts'
import { createOrganization } from '#test/factories.ts'
import { importApp } from '#test/import-app.ts'
import { costlyRuns } from '#test/runs.ts'

const imports = importApp()
const header = 'Verein;Vereinsregisternummer;PLZ;Jahr;Betrag;Projekt'

/** Expected counts when everything is already imported. */
const nothingNew = {
  organizations: expect.objectContaining({ new: 0 }),
  projects: expect.objectContaining({ new: 0 }),
  gifts: expect.objectContaining({ new: 0 }),
}

/** The sorted titles of each organization's projects, independent of import order. */
async function whoGotWhat(): Promise<string[]> {
  const rows = await imports.app.db
    .selectFrom('projects')
    .select(['organization_id', 'title', 'funded_cents'])
    .execute()
  return [...Map.groupBy(rows, (row) => row.organization_id).values()]
    .map((projects) =>
      projects
        .map(({ title, funded_cents }) => `${title} ${funded_cents}`)
        .toSorted()
        .join(', '),
    )
    .toSorted()
}

test('namesakes with overlapping register numbers and postcodes match the same when imported again', async () => {
  const rows = [
    'Verein X e. V.;100121;10245;2013;10;A',
    'Verein X e. V.;000259;10245;2013;20;B',
    'Verein X e. V.;000259;10207;2013;30;C',
  ]
  const first = await imports.run([header, ...rows])
  expect(first.counts).toMatchObject({ organizations: { new: 1 }, projects: { new: 3 }, gifts: { new: 3 } })
  const before = await imports.everything()
  expect((await imports.run([header, ...rows])).counts).toMatchObject(nothingNew)
  expect((await imports.run([header, ...rows.toReversed()])).counts).toMatchObject(nothingNew)
  expect(await imports.everything()).toEqual(before)
})

test('a known name with invisible characters, or in capitals of another script, is recognized', async () => {
  await createOrganization(imports.app.db, { title: 'Donau\u00ADdampf\u200B Verein', register_number: '' })
  await createOrganization(imports.app.db, { title: 'ΣΎΛΛΟΓΟΣ', register_number: '' })
  const { counts } = await imports.run([
    'Verein;Jahr;Betrag;Projekt',
    'Donaudampf  Verein;2013;10;A',
    'Σύλλογος;2013;20;B',
  ])
  expect(counts.organizations).toEqual({ new: 0, known: 2 })
})

test('an organization or project with an invisible name is refused', async () => {
  const { counts } = await imports.run(
    [
      'Verein;Jahr;Betrag;Projekt',
      '\u200B\u00AD\u2800;2013;10;A',
      'Verein;2013;20;\u2060\uFEFF',
      'Verein;2013;30;B',
    ],
    { partial: true },
  )
  expect([counts.refused, counts.projects.new]).toEqual([2, 1])
  expect(counts.refused_by).toMatchObject([
    { field: 'organization_title', code: 'missing' },
    { field: 'project_title', code: 'missing' },
  ])
})

test('a matched spelling stays matched, even when a better match appears', async () => {
  await imports.run([header, 'Verein X;100121;10245;2013;10;A', 'Verein X;000259;10245;2013;20;B'])
  await imports.run([header, 'Verein X;000777;10207;2013;30;C'])
  // Staff correct the second one's number to the one in B, but B was already matched to the first.
  await imports.app.db
    .updateTable('organizations')
    .set({ register_number: '000259' })
    .where('postcode', '=', '10207')
    .execute()
  expect((await imports.run([header, 'Verein X;000259;10245;2013;20;B'])).counts).toMatchObject(nothingNew)
})

describe('random namesakes', () => {
  const row = fc
    .record({
      name: fc.constantFrom('Verein X', 'VEREIN  X', 'Verein Y'),
      number: fc.constantFrom('', '100121', '000259', '000258', '77'),
      postcode: fc.constantFrom('', '10245', '10207'),
      cents: fc.integer({ min: 1, max: 9 }),
      project: fc.constantFrom('A', 'B'),
    })
    .map(
      ({ name, number, postcode, cents, project }) =>
        `${name};${number};${postcode};2013;${cents};${project}`,
    )
  const file = fc.array(row, { minLength: 1, maxLength: 10 })

  /**
   * Number of equal rows on both sides of a cut; they count as one gift until the whole file shows that they are
   * several.
   */
  function heldBackByCut(rows: readonly string[], cut: number): number {
    const meanings = rows.map(foldName)
    const count = (some: readonly string[], meaning: string) => some.filter((one) => one === meaning).length
    return [...new Set(meanings)].reduce((sum, meaning) => {
      const [before, after] = [count(meanings.slice(0, cut), meaning), count(meanings.slice(cut), meaning)]
      return sum + Math.min(before, after)
    }, 0)
  }

  test('rows that differ only in the spelling of the name are one gift across two files, and two in one file', async () => {
    const rows = ['Verein X;000258;10245;2013;6;A', 'VEREIN  X;000258;10245;2013;6;A']
    await imports.run([header, rows[0]!])
    expect((await imports.run([header, rows[1]!])).counts.gifts).toEqual({ new: 0, known: 1 })
    expect((await imports.run([header, ...rows])).counts.gifts).toEqual({ new: 1, known: 1 })
    expect((await imports.run([header, ...rows.toReversed()])).counts).toMatchObject(nothingNew)
  })

  test('each row is imported once when a file comes in two parts, then whole, then reversed', async () => {
    await fc.assert(
      fc.asyncProperty(file, fc.nat(), async (rows, place) => {
        await imports.reset()
        const cut = place % (rows.length + 1)
        for (const part of [rows.slice(0, cut), rows.slice(cut)])
          if (part.length > 0) await imports.run([header, ...part])
        const whole = await imports.run([header, ...rows])
        const { organizations, projects, gifts } = whole.counts
        expect([organizations.new, projects.new]).toEqual([0, 0])
        expect(gifts.new).toBe(heldBackByCut(rows, cut))
        const before = await imports.everything()
        expect(before.gifts).toHaveLength(rows.length)
        const turned = await imports.run([header, ...rows.toReversed()])
        expect(turned.counts).toMatchObject(nothingNew)
        expect(await imports.everything()).toEqual(before)
      }),
      { numRuns: costlyRuns(4) },
    )
  })

  test('row order does not affect which organization gets which projects and amounts', async () => {
    await fc.assert(
      fc.asyncProperty(
        file.chain((rows) =>
          fc.tuple(fc.constant(rows), fc.shuffledSubarray(rows, { minLength: rows.length })),
        ),
        async ([rows, shuffled]) => {
          await imports.reset()
          await imports.run([header, ...rows])
          const expected = await whoGotWhat()
          await imports.reset()
          await imports.run([header, ...shuffled])
          expect(await whoGotWhat()).toEqual(expected)
        },
      ),
      { numRuns: costlyRuns(4) },
    )
  })
})
