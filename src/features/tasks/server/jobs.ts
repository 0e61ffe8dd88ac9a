import { defineDailyJob } from '#server/work/jobs.ts'
import { dueMailHour } from '../rules.ts'
import { queueDueMails } from './due.ts'

/** Mails assignees of tasks due today, at 07:00 in the installation's time zone (product.md §5). */
export const dueToday = defineDailyJob({
  name: 'tasks.due_today',
  at: `${String(dueMailHour).padStart(2, '0')}:00`,
  run: async ({ db, services, now }, { day, after }) => {
    await queueDueMails(db, { day, after, timeZone: services.config.timeZone, now })
  },
})
