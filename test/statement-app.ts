import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { Permission } from '#shared/permissions.ts'
import { type Client, type TestApp, testApp } from './app.ts'
import { houseIban } from './statements.ts'

const clerkRights: readonly Permission[] = [
  'create_bank_statements',
  'change_bank_statements',
  'change_payouts',
]

/**
 * The setup of most files about bank statements: one app, emptied before each test, whose main account has the IBAN of
 * generated statements, and a clerk with `rights`. `begin` receives both before each test. The result repeats the
 * setup, for properties that need an empty database on each run.
 */
export function eachOnStatementApp(
  begin: (given: { app: TestApp; clerk: Client }) => void,
  rights: readonly Permission[] = clerkRights,
): () => Promise<void> {
  let app: TestApp
  const setUp = async () => {
    await app.reset()
    const clerk = await app.as([...rights])
    await app.db.updateTable('bank_accounts').set({ iban: houseIban }).where('slug', '=', 'main').execute()
    begin({ app, clerk })
  }
  beforeAll(async () => void (app = await testApp()))
  beforeEach(setUp)
  afterAll(() => app.close())
  return setUp
}
