import { expect, test } from 'vitest'
import { isPermission, type Permission } from '#shared/permissions.ts'
import { useApp } from '#test/app.ts'
import { rolePresets } from '../presets.ts'

const app = useApp()

type Offered = { permissions: string[]; withheld: string[] }
const path = '/api/v4/users/presets/'

test('an invitation starts with the rights of a role or colleague that the inviting person holds', async () => {
  const colleague = await app.as(['change_projects', 'fund_projects'])
  const inviter = await app.as(['invite_users', 'view_users', 'change_projects', 'view_documents'])
  const { body } = await inviter.get(path)
  const person = body.people.find(({ id }: { id: number }) => id === colleague.userId)
  expect(person).toMatchObject({ permissions: ['change_projects'], withheld: ['fund_projects'] })
  const reviewer = body.presets.find(({ key }: { key: string }) => key === 'reviewer') as Offered
  expect(reviewer.permissions).toEqual(['change_projects', 'view_documents'])
  expect(reviewer.withheld).toContain('change_organizations')
})

test('an inviter gives no more rights than they hold: offered rights are accepted, withheld ones refused', async () => {
  await app.as(['change_projects', 'fund_projects', 'delete_users'])
  const inviter = await app.as(['invite_users', 'view_users', 'change_projects', 'view_logs'])
  const { presets, people } = (await inviter.get(path)).body as Record<'presets' | 'people', Offered[]>
  let invited = 0
  for (const { permissions, withheld } of [...presets, ...people]) {
    const invite = (rights: string[]) =>
      inviter.post('/api/v4/users/invite/', {
        email: `person-${++invited}@example.org`,
        user_type: 'staff',
        permissions: rights,
      })
    // oxlint-disable-next-line no-await-in-loop -- one invitation after the other
    const answer = await invite(permissions)
    expect(answer.status).toBe(201)
    expect(answer.body.permissions.toSorted()).toEqual(permissions.toSorted())
    // oxlint-disable-next-line no-await-in-loop -- one invitation after the other
    for (const right of withheld) expect((await invite([right])).status).toBe(403)
  }
  expect(people.flatMap(({ withheld }) => withheld)).toEqual(
    expect.arrayContaining(['fund_projects', 'delete_users']),
  )
})

test('people who may see accounts see colleagues’ rights, never those of superusers', async () => {
  const superuser = await app.as('superuser')
  await app.as(['view_projects'])
  expect((await (await app.as(['invite_users'])).get(path)).body.people).toEqual([])
  const { people } = (await (await app.as(['invite_users', 'view_users'])).get(path)).body
  expect(people.map(({ id }: { id: number }) => id)).not.toContain(superuser.userId)
  expect((await (await app.as(['view_users'])).get(path)).status).toBe(403)
})

test('every right of a role exists, and none is there twice', () => {
  for (const { key, permissions } of rolePresets) {
    const names: readonly Permission[] = permissions
    expect([key, names.filter((name) => !isPermission(name))]).toEqual([key, []])
    expect(new Set(names).size).toBe(names.length)
  }
})
