import type { Import } from './data.ts'

/** Confirms a finding beside those confirmed before. */
export const confirming =
  (what: Import['to_confirm'][number]) =>
  ({ options: { confirmed } }: Import) => ({ confirmed: [...new Set([...confirmed, what])] })
