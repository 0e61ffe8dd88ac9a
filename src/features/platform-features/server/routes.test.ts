import { expect, test } from 'vitest'
import { useApp } from '#test/app.ts'

const app = useApp()
const path = '/api/v4/platform-features/1/'

test('any signed-in user reads the platform features; a change is saved and audited', async () => {
  const staff = await app.as(['change_settings'])
  const all = {
    enableDonations: true,
    enableSponsoring: true,
    enableFoundation: true,
    enableGewinnsparen: true,
    all_or_nothing: false,
    fallback_funding_type: 2,
    max_gift_cents: 10_000_000,
    import_confirm_cents: 10_000_000,
    grants360_prefix: '360G-almoner',
  }
  expect((await (await app.as([])).get(path)).body).toEqual({ ...all, version: 1 })
  const changed = await staff.patch(path, { enableSponsoring: false, enableDonations: true })
  expect(changed.body).toEqual({ ...all, enableSponsoring: false, version: 2 })
  expect((await staff.get(path)).body).toEqual(changed.body)
  const events = await app.db.selectFrom('audit_events').select(['before', 'after']).orderBy('id').execute()
  expect(events).toEqual([{ before: { enableSponsoring: true }, after: { enableSponsoring: false } }])
})

test('all-or-nothing, fallback funding type and gift limit can be set too; wrong values are refused', async () => {
  const staff = await app.as(['change_settings'])
  const { body } = await staff.patch(path, { all_or_nothing: true, fallback_funding_type: 3 })
  expect(body).toMatchObject({ all_or_nothing: true, fallback_funding_type: 3, enableDonations: true })
  const event = await app.db.selectFrom('audit_events').select(['before', 'after']).executeTakeFirstOrThrow()
  expect(event).toEqual({
    before: { all_or_nothing: false, fallback_funding_type: 2 },
    after: { all_or_nothing: true, fallback_funding_type: 3 },
  })
  expect((await staff.patch(path, { fallback_funding_type: 5 })).status).toBe(400)
  expect((await staff.patch(path, { max_gift_cents: 500_000 })).body.max_gift_cents).toBe(500_000)
  for (const wrong of [0, -1, 10.5, null])
    expect(Object.keys((await staff.patch(path, { max_gift_cents: wrong })).body)).toEqual(['max_gift_cents'])
})

test('a stale version is 409 with the features as they are, wrong values 400', async () => {
  const staff = await app.as(['change_settings'])
  await staff.patch(path, { enableFoundation: false, version: 1 })
  const stale = await staff.patch(path, { enableFoundation: true, version: 1 })
  expect([stale.status, stale.body.code, stale.body.current.enableFoundation]).toEqual([
    409,
    'edit_conflict',
    false,
  ])
  expect((await staff.patch(path, { enableFoundation: 'yes' })).status).toBe(400)
  expect((await staff.patch(path, { enableEverything: true })).status).toBe(400)
})
