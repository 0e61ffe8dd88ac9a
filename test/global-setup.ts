import { randomBytes } from 'node:crypto'
import { startThrowAway, type ThrowAway } from './cluster.ts'
import { postgresqlTemplate, preparedCluster, withServer } from './template.ts'

/** Marks a run in which files pass their database on to the next one of their process. */
export const handedOn = 'ALMONER_TEST_HANDED_ON'

let ours: ThrowAway | undefined

/**
 * Starts the built-in PostgreSQL once for all test files, unless TEST_DATABASE_URL names a server, and creates the
 * migrated template before the first copy.
 */
export async function setup(): Promise<void> {
  if (!process.env.TEST_DATABASE_URL) {
    // Statistics and vacuum run only on request: plans are the same in each run.
    const settings = { autovacuum: 'off', shared_buffers: '128MB', max_wal_size: '4GB' }
    ours = await startThrowAway({ copyOf: await preparedCluster(), settings })
    process.env.TEST_DATABASE_URL = ours.url
  }
  process.env[handedOn] = randomBytes(4).toString('hex')
  await postgresqlTemplate(process.env.TEST_DATABASE_URL)
}

/** Cleans up the server. */
export async function teardown(): Promise<void> {
  const url = process.env.TEST_DATABASE_URL!
  if (ours) {
    await ours.stop()
    delete process.env.TEST_DATABASE_URL
    return
  }
  const template = await postgresqlTemplate(url)
  await withServer(url, async (server) => {
    const { rows } = await server.query<{ name: string }>(
      `select datname as name from pg_database where datname like $1 or datname = $2`,
      [`almoner_test_${process.env[handedOn]}_%`, template],
    )
    for (const { name } of rows) await server.query(`drop database if exists ${name} with (force)`)
  })
}
