import { expect, test } from 'vitest'
import { useApp } from '#test/app.ts'
import { queueMails } from '#server/mail/outbox.ts'
import { claimMails } from './outbox.ts'

const app = useApp({ resets: false })

test('several senders take each mail once', async () => {
  const mail = (id: number) => ({
    template: 'task_created',
    to: { email: 'a@example.org', language: 'en_US' as const },
    object: { type: 'reminder', id },
    data: { title: 'T' },
    now: app.clock.now,
  })
  await queueMails(
    app.db,
    Array.from({ length: 200 }, (_, n) => mail(n + 1)),
  )
  const taken: number[] = []
  const take = async () => {
    for (;;) {
      const mails = await claimMails(app.db, app.clock.now, 8)
      if (mails.length === 0) return
      taken.push(...mails.map((one) => one.id))
    }
  }
  await Promise.all([take(), take(), take(), take()])
  expect(taken).toHaveLength(200)
  expect(new Set(taken).size).toBe(200)
})

test('a mail requested twice at once is queued once', async () => {
  const asked = Array.from({ length: 10 }, () =>
    app.db.transaction().execute((tx) =>
      queueMails(tx, [
        {
          template: 'task_due',
          to: { user_id: null, email: 'a@example.org', language: 'en_US' },
          object: { type: 'reminder', id: 1 },
          day: '2026-11-21',
          data: { title: 'T' },
          now: app.clock.now,
        },
      ]),
    ),
  )
  const queued = await Promise.all(asked)
  expect(queued.reduce((sum, n) => sum + n, 0)).toBe(1)
})
