import type { PageAddress } from '#shared/pages.ts'
import { columnsOf, titleOf } from '#web/table/list/columns.ts'
import { organizationCells } from '../cells.ts'
import type { OrganizationRow } from '../contract.ts'
import { organizationList } from '../table.ts'

export const organizationAddress = (slug: string): PageAddress =>
  `/site-admin/organization/${encodeURIComponent(slug)}/update/`

/** The organization's page in edit mode. */
export const organizationEditAddress = (slug: string): PageAddress =>
  `/site-admin/organization/${encodeURIComponent(slug)}/update/?edit=true`

/** Address of the public preview (spec §2). */
export const previewAddress = ({ slug, preview_token }: { slug: string; preview_token: string }) =>
  `/organization/${encodeURIComponent(slug)}/?preview_token=${encodeURIComponent(preview_token)}`

export const titleColumn = titleOf<OrganizationRow>(organizationList, (row) => ({
  title: row.title,
  subtitle: row.email_contact,
  href: organizationAddress(row.slug),
}))

export const columns = columnsOf(organizationList, organizationCells)
