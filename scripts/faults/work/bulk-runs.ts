import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { type Kind, type Mark, one, type Place, unequal } from './kind.ts'

/** Projects of each run; their slugs are `project-1` and so on. */
export const projectsOfRun = 12

const nameOf = (run: string) => `${run}.input ->> 'reason'`
const nameById = (id: string) => `select ${nameOf('bulk_runs')} from bulk_runs where id = ${id}`
const row = (when: string): Mark => ({
  table: 'bulk_rows',
  event: 'update',
  when,
  piece: nameById('new.run_id'),
})
const run = (state: string): Mark => ({
  table: 'bulk_runs',
  event: 'update',
  when: `new.state = '${state}'`,
  piece: nameOf('new'),
})

type StateCounts = { done: number; undone: number; other: number; decisions: number; taken: number }

/** Bulk runs that decide reviews, and their undo. Each run is known by its reason. */
export function bulkKinds(place: Place): Kind[] {
  let used = 0
  const projects = () => {
    const from = used + 1
    used += projectsOfRun
    return Array.from({ length: projectsOfRun }, (_, at) => `project-${from + at}`)
  }
  return [
    {
      name: 'bulk run',
      job: 'projects.bulk',
      pieceOfJob: nameById,
      marks: {
        'first row': row(`new.place <= 1 and new.state = 'done'`),
        'in the middle': row(`new.place = 6 and new.state = 'done'`),
        'final state': run('done'),
      },
      stopsAt: 'in the middle',
      prepare: (nth) => prepare(place, projects(), nth, false),
    },
    {
      name: 'bulk run, undone',
      job: 'projects.bulk',
      pieceOfJob: nameById,
      marks: {
        'in the middle': row(`new.place = 6 and new.state = 'undone'`),
        'final state': run('undone'),
      },
      prepare: (nth) => prepare(place, projects(), nth, true),
    },
  ]
}

async function prepare({ db, call }: Place, slugs: string[], nth: number, undoes: boolean) {
  const name = `Autumn round ${nth}`
  let id = 0
  let hasBegun = false
  const state = () => one(db, sql<{ state: string }>`select state from bulk_runs where id = ${id}`)
  const begin = async () => {
    const body = { selection: { slugs }, kind: 'review', outcome: 4, reason: name }
    id = (await call<{ bulk: { id: number } }>('POST', '/api/v4/projects/bulk/decide/', body)).bulk.id
  }
  const undo = () => call('POST', `/api/v4/projects/bulk/${id}/undo/`)
  if (undoes) {
    await begin()
    while ((await state())!.state !== 'done') await sleep(100)
  }
  const count = async () =>
    (await one(
      db,
      sql<StateCounts>`
        select (count(*) filter (where state = 'done'))::int as done,
          (count(*) filter (where state = 'undone'))::int as undone,
          (count(*) filter (where state not in ('done', 'undone', 'waiting')))::int as other,
          (select count(*)::int from review_decisions where subject = 'project' and undoes is null and subject_id in
            (select project_id from bulk_rows where run_id = ${id})) as decisions,
          (select count(*)::int from audit_events where object_type = 'project' and action = 'undo' and object_id in
            (select project_id from bulk_rows where run_id = ${id})) as taken
        from bulk_rows where run_id = ${id}`,
    ))!
  const n = projectsOfRun
  return {
    name,
    async begin() {
      await (undoes ? undo() : begin())
      hasBegun = true
    },
    ...(undoes ? { goOn: undo } : { stop: () => call('POST', `/api/v4/projects/bulk/${id}/cancel/`) }),
    state: async () => (hasBegun ? (await state())!.state : undefined),
    async ended() {
      const now = hasBegun ? (await state())!.state : 'running'
      return ['running', 'undoing'].includes(now) ? undefined : now
    },
    async wrong(ends: string, { deaths, isStopped }: { deaths: number; isStopped: boolean }) {
      const found = await count()
      const isGivenUp = deaths === 3
      if (undoes && isGivenUp)
        return [
          ...unequal('ended as', ends, 'done'),
          ...unequal('rows', [found.done + found.undone, found.other, found.decisions], [n, 0, n]),
          ...unequal('decisions taken back', found.taken, found.undone),
        ]
      if (undoes)
        return [
          ...unequal('ended as', ends, 'undone'),
          ...unequal('rows undone', found, { done: 0, undone: n, other: 0, decisions: n, taken: n }),
        ]
      if (isStopped || isGivenUp)
        return [
          ...unequal('ended as', ends, 'cancelled'),
          ...unequal('decisions', [found.decisions, found.taken, found.other], [found.done, 0, 0]),
        ]
      return [
        ...unequal('ended as', ends, 'done'),
        ...unequal('rows done', found, { done: n, undone: 0, other: 0, decisions: n, taken: 0 }),
      ]
    },
    tell: state,
  }
}
