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
 * The beginning of most files about bank statements: one app, emptied before each test, whose main account has the IBAN of
 * made statements, and a clerk with `rights`. `begin` is handed both before each test. The result sets up once more, for
 * properties that need an empty database at each try.
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
