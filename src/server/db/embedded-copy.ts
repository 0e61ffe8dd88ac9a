import { constants } from 'node:fs'
import { copyFile, mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { openEngine } from './engine.ts'
import type { Reading } from './wire.ts'

/**
 * Opens what is committed in `dataDir` once more, for reading. The files are copied as they are: an engine that opens them finds
 * what one finds after a crash, all that was committed. That holds while nothing is written there (wire.ts sees to it).
 */
export async function openForReading(dataDir: string): Promise<Reading> {
  const copy = copyOf(dataDir)
  try {
    await copyFolder(dataDir, copy)
    const engine = await openEngine(copy)
    await engine.exec(dropUnlogged)
    await engine.exec('SET default_transaction_read_only = on')
    return {
      engine,
      async close() {
        await engine.kill()
        await removeCopy(dataDir)
      },
    }
  } catch (error) {
    await removeCopy(dataDir)
    throw error
  }
}

/** Removes what an earlier process has left beside the database. */
export async function removeCopy(dataDir: string): Promise<void> {
  await rm(copyOf(dataDir), { recursive: true, force: true })
}

const copyOf = (dataDir: string) => `${dataDir}.reading`

// As after a crash they are empty: whoever asks for them is to find none, and wait (wire.ts).
const dropUnlogged = `do $$ declare name text; begin
  for name in select oid::regclass from pg_class where relpersistence = 'u' and relkind = 'r' loop
    execute 'drop table ' || name || ' cascade';
  end loop;
end $$`

async function copyFolder(from: string, to: string): Promise<void> {
  await mkdir(to, { mode: 0o700 })
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.name === 'pgsql_tmp') continue // what a statement sorts there, it removes again
    if (entry.isDirectory()) await copyFolder(source, target)
    // Where the file system can, the two share their blocks.
    else await copyFile(source, target, constants.COPYFILE_FICLONE)
  }
}
