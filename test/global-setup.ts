import { pgliteTemplates, postgresqlTemplate, withServer } from './template.ts'

/** Makes the migrated template once, before the first test file asks for a copy. */
export async function setup(): Promise<void> {
  const url = process.env.TEST_DATABASE_URL
  if (url) await postgresqlTemplate(url)
  else await pgliteTemplates()
}

/** Leaves nothing on the server; the dump of the embedded one stays for the next run. */
export async function teardown(): Promise<void> {
  const url = process.env.TEST_DATABASE_URL
  if (!url) return
  const template = await postgresqlTemplate(url)
  await withServer(url, (server) => server.query(`drop database if exists ${template}`))
}
