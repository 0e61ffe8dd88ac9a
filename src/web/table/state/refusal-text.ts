import type { Translate } from '../../texts.ts'
import type { RefusalReason } from './types.ts'

/** Why an action is impossible, as text. */
export const refusalText = (refused: RefusalReason, t: Translate): string =>
  typeof refused === 'string' ? t.of(refused) : t.of(refused.key, refused.values)
