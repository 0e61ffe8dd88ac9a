import { sql } from 'kysely'
import { type Kind, one, type Place, unequal } from './kind.ts'

/** Gifts of each run, all for one issuer that no other run has: a held run keeps its issuer's numbers locked. */
export const giftsOfRun = 5

const nameById = (id: string) => `
  select organizations.slug from generation_rows join organizations on organizations.id = organization_id
  where run_id = ${id} limit 1`
const update = (table: 'generation_runs' | 'generation_rows', when: string) =>
  ({
    table,
    event: 'update',
    when,
    piece: nameById(table === 'generation_runs' ? 'new.id' : 'new.run_id'),
  }) as const

/** Runs that issue receipts, each for its own gifts, supplied by `take`. */
export function receiptsKind({ db, call }: Place, take: () => { issuer: string; gifts: string[] }): Kind {
  return {
    name: 'run of receipts',
    job: 'documents.generate',
    pieceOfJob: nameById,
    marks: {
      'worker begins': update('generation_runs', `old.state = 'queued' and new.state = 'running'`),
      'number drawn': {
        table: 'receipts',
        event: 'insert',
        when: 'true',
        piece: 'select slug from organizations where id = new.organization_id',
      },
      'in the middle': update('generation_rows', `new.place = 3 and new.state = 'issued'`),
      'final state': update('generation_runs', `new.state = 'done'`),
    },
    stopsAt: 'in the middle',
    async prepare() {
      const { issuer, gifts } = take()
      let id = 0
      const state = () => one(db, sql<{ state: string }>`select state from generation_runs where id = ${id}`)
      return {
        name: issuer,
        async begin() {
          const body = { template_slug: 'standard-donation-receipt', mode: 'final', targets: gifts }
          id = (await call<{ run: { id: number } }>('POST', '/api/v4/documents/generate/', body)).run.id
        },
        stop: () => call('POST', `/api/v4/document-runs/${id}/cancel/`),
        goOn: () => call('POST', `/api/v4/document-runs/${id}/continue/`),
        state: async () => (await state())?.state,
        async ended() {
          const row = await state()
          return row && !['queued', 'running'].includes(row.state) ? row.state : undefined
        },
        async wrong(ends, { deaths, isStopped }) {
          const found = (await one(
            db,
            sql<{ issued: number; receipts: number }>`
              select (select count(*)::int from generation_rows where run_id = ${id} and state = 'issued') as issued,
                (select count(*)::int from receipt_gifts where is_valid and funding_id in
                  (select unnest(funding_ids) from generation_rows where run_id = ${id})) as receipts`,
          ))!
          if (deaths === 3 || isStopped)
            return [
              ...unequal('ended as', ends, isStopped ? 'cancelled' : 'failed'),
              ...unequal('receipts of a run that was stopped', found.receipts, found.issued),
            ]
          return [
            ...unequal('ended as', ends, 'done'),
            ...unequal('receipts', found, { issued: gifts.length, receipts: gifts.length }),
          ]
        },
        tell: state,
      }
    },
  }
}
