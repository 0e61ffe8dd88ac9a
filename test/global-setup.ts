import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pgliteTemplates, postgresqlTemplate, withServer } from './template.ts'

/** Names the folder of the embedded databases' sockets, where files hand their database on to the next of their process. */
export const socketFolders = 'ALMONER_TEST_SOCKETS'

/** Makes the migrated template once, before the first test file asks for a copy. */
export async function setup(): Promise<void> {
  const url = process.env.TEST_DATABASE_URL
  if (url) await postgresqlTemplate(url)
  else await pgliteTemplates()
  process.env[socketFolders] = mkdtempSync(join(tmpdir(), 'almoner-tests-'))
}

/** Leaves nothing on the server; the dump of the embedded one stays for the next run. */
export async function teardown(): Promise<void> {
  rmSync(process.env[socketFolders]!, { recursive: true, force: true })
  const url = process.env.TEST_DATABASE_URL
  if (!url) return
  const template = await postgresqlTemplate(url)
  await withServer(url, (server) => server.query(`drop database if exists ${template}`))
}
