import type { Answer } from '../app.ts'
import { approvalChanges } from './approvals.ts'
import { bankStatementChanges } from './bank-statements.ts'
import { documentChanges } from './documents.ts'
import { fundingChanges } from './funding.ts'
import { importsChanges } from './imports.ts'
import { mailChanges } from './mail.ts'
import { organizationsChanges } from './organizations.ts'
import { payoutsChanges } from './payouts.ts'
import { intakeChanges } from './intake.ts'
import { privateDonationsChanges } from './private-donations.ts'
import { photoChanges } from './photos.ts'
import { peopleChanges } from './people.ts'
import { projectsChanges } from './projects.ts'
import { reviewsChanges } from './reviews.ts'
import { exportChanges } from './exports.ts'
import { settingsChanges } from './settings.ts'
import { tasksChanges } from './tasks.ts'
import { type Change, type Changes, staff } from './world.ts'

/** One successful call of each changing route that leaves an audit event. */
export const changes: Changes = {
  ...reviewsChanges,
  ...exportChanges,
  ...settingsChanges,
  ...approvalChanges,
  ...organizationsChanges,
  ...projectsChanges,
  ...fundingChanges,
  ...tasksChanges,
  ...mailChanges,
  ...payoutsChanges,
  ...bankStatementChanges,
  ...intakeChanges,
  ...privateDonationsChanges,
  ...peopleChanges,
  ...importsChanges,
  ...documentChanges,
  ...photoChanges,
}

/** Makes one of the calls. */
export async function call(route: string, { path = {}, options = {}, as }: Change): Promise<Answer> {
  const [method, pattern] = route.split(' ') as [string, string]
  const address = pattern.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(String(path[key])))
  return (as?.client ?? staff).call(
    method,
    address,
    method === 'DELETE' || options.raw ? options : { body: {}, ...options },
  )
}
