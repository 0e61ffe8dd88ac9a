import { isBlank, shortestPassword } from '../password-rules.ts'
import { ApiError } from '#web/api.ts'
import type { Translate } from '#web/texts.ts'

/** True for a link that does not work: used, expired (410), unknown or malformed. */
export function isLinkInvalid(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false
  return (
    error.status === 410 || error.status === 404 || (error.fields !== undefined && 'token' in error.fields)
  )
}

/** The error in a new password, as far as the page can check it; '' for none. */
export function passwordProblem(password: string, t: Translate): string {
  if (password === '') return t('users.password_required')
  if (password.length < shortestPassword) return t('users.password_too_short')
  return isBlank(password) ? t('users.password_blank') : ''
}
