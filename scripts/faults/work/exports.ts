import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { type Kind, one, type Place, unequal } from './kind.ts'

/** More rows than an immediate export may have. */
export const organizationsOfExport = 20_010

const nameOf = (query: string) => `${query} -> 'extra' -> 'exclude' ->> 0`
const nameById = (id: string) => `select ${nameOf('query')} from exports where id = ${id}`

/** Exports of a list too long for an immediate answer. Each omits a different row, which identifies it. */
export function exportKind({ db, dataDir, call }: Place): Kind {
  const update = (status: string) =>
    ({
      table: 'exports',
      event: 'update',
      when: `new.status = '${status}'`,
      piece: nameOf('new.query'),
    }) as const
  return {
    name: 'export',
    job: 'exports.build',
    pieceOfJob: nameById,
    marks: {
      'worker begins': update('running'),
      'final state': update('done'),
      'mail queued': {
        table: 'emails',
        event: 'insert',
        when: `new.template = 'export_ready'`,
        piece: nameById('new.object_id'),
      },
    },
    async prepare(nth) {
      const name = `known-${nth}`
      let id = 0
      type Row = { status: string; file_key: string | null; row_count: number }
      const read = () => one(db, sql<Row>`select status, file_key, row_count from exports where id = ${id}`)
      const hasFile = (key: string) => readdirSync(join(dataDir, 'files')).includes(key)
      return {
        name,
        async begin() {
          const path = `/api/v4/organizations/export/?format=csv&columns=title&search=Known&exclude=${name}`
          id = (await call<{ export: { id: number } }>('GET', path)).export.id
        },
        state: async () => (await read())?.status,
        async ended() {
          const row = await read()
          return row && ['done', 'failed'].includes(row.status) ? row.status : undefined
        },
        async wrong(state, { deaths }) {
          const row = (await read())!
          const { n: mails } = (await one(
            db,
            sql<{ n: number }>`
              select count(*)::int as n from emails where template = 'export_ready' and object_id = ${id}`,
          ))!
          if (deaths === 3)
            return [
              ...unequal('ended as', state, 'failed'),
              ...unequal('mails of a failed export', mails, 0),
              ...unequal('file of a failed export', row.file_key, null),
            ]
          return [
            ...unequal('ended as', state, 'done'),
            ...unequal('rows', row.row_count, organizationsOfExport - 1),
            ...(row.file_key && hasFile(row.file_key) ? [] : ['no file']),
            ...unequal('mails', mails, 1),
          ]
        },
        tell: read,
      }
    },
  }
}
