import type { Translate } from '../../texts.ts'
import type { Refused } from './types.ts'

/** Why an action is impossible, as text. */
export const whyRefused = (refused: Refused, t: Translate): string =>
  typeof refused === 'string' ? t.of(refused) : t.of(refused.key, refused.values)
