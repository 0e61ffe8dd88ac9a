import type { Day } from '#shared/dates.ts'
import type { AuditContext } from '#server/audit/audit.ts'
import type { Db } from '#server/db/db.ts'

export type Colleague = (day: Day) => AuditContext

/** Time of day at which demo people work. */
export const atWork = (day: Day) => new Date(`${day}T08:30:00Z`)

export async function colleagues(tx: Db): Promise<(username: string) => Colleague> {
  const people = await tx.selectFrom('users').select(['id', 'username', 'first_name', 'last_name']).execute()
  return (username) => {
    const person = people.find((one) => one.username === username)!
    const name = `${person.first_name} ${person.last_name} (${person.username})`
    return (day) => ({ actor: { id: person.id, name }, now: atWork(day) })
  }
}
