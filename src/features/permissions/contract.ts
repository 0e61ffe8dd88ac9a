import { z } from 'zod'
import { permissionTypes } from '#shared/permissions.ts'
import { exportQuery, exportRoute } from '#features/exports/query.ts'
import { permissionList } from './table.ts'
import { listQuery } from '#shared/lists/list.ts'
import { route } from '#shared/route.ts'

const typeNames = Object.keys(permissionTypes) as [keyof typeof permissionTypes]
const PermissionTypeName = z.enum(typeNames, 'validation.unknown_value')

/** An area with its four types, or a single right with its one type. */
export const Grantable = z
  .object({
    name: z.string(),
    title: z.string(),
    kind: z.enum(['area', 'right']),
    permission_types: z.array(PermissionTypeName),
    /** Type → the permission's own name, as in a profile. */
    permissions: z.record(z.string(), z.string()),
  })
  .meta({ id: 'Grantable' })
export type Grantable = z.infer<typeof Grantable>

/** Holders of an area or a right (spec §3, permission data). */
export const Holders = z
  .object({
    name: z.string(),
    title: z.string(),
    permission_types: z.array(PermissionTypeName),
    /** User name → types held. */
    users: z.record(z.string(), z.array(PermissionTypeName)),
    people: z.array(
      z.object({
        id: z.int(),
        username: z.string(),
        full_name_w_username: z.string(),
        permission_types: z.array(PermissionTypeName),
      }),
    ),
    /** User names of superusers, who may do everything without a grant. */
    superusers: z.array(z.string()),
  })
  .meta({ id: 'Holders' })
export type Holders = z.infer<typeof Holders>

const byName = z.object({ name: z.string().min(1).max(100) })

export const permissionAdmin = {
  list: route({
    method: 'GET',
    path: '/api/v4/permissions/',
    shows: ['account'],
    access: 'view_permissions',
    summary: 'List all areas and single rights that can be granted',
    response: z.array(Grantable),
  }),
  export: exportRoute('permission', {
    path: '/api/v4/permissions/export/',
    alsoNeeds: 'view_permissions',
    summary: 'Export who holds which rights, as XLSX or CSV',
    query: listQuery(permissionList, exportQuery(permissionList)),
  }),
  holders: route({
    method: 'GET',
    path: '/api/v4/permissions/users/:name/',
    shows: ['account'],
    access: 'view_permissions',
    summary: 'List the holders of an area or a single right, each with the types held',
    params: byName,
    response: Holders,
  }),
  change: route({
    method: 'PATCH',
    path: '/api/v4/permissions/users/:name/',
    changes: ['account'],
    access: 'change_permissions',
    summary:
      'Set the types that a person holds; an empty list revokes all. Nobody can grant a right they lack',
    params: byName,
    body: z.strictObject({
      user_id: z.int('validation.integer').min(1).max(Number.MAX_SAFE_INTEGER),
      permission_types: z.array(PermissionTypeName).max(10),
    }),
    response: Holders,
  }),
}
