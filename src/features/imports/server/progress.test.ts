import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openDatabase } from '#server/db/db.ts'
import { longTransaction } from './progress.ts'

test('a statement in a long transaction may exceed the usual statement timeout', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'almoner-long-'))
  const database = await openDatabase({
    dataDir,
    databaseUrl: process.env.TEST_DATABASE_URL,
    queryTimeout: 100,
  })
  const slow = sql<{ n: number }>`select count(*)::int as n from generate_series(1, 3) a, pg_sleep(0.4)`
  try {
    const { rows } = await longTransaction(database.db, (tx) => slow.execute(tx))
    expect(rows).toEqual([{ n: 3 }])
    await expect(slow.execute(database.db)).rejects.toThrow('Query read timeout')
  } finally {
    await database.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
})
