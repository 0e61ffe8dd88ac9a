export const emailStates = ['queued', 'sending', 'sent', 'failed', 'skipped'] as const
export type EmailState = (typeof emailStates)[number]

/** Why a mail failed or was skipped; each has a text `emails.reason.…`. */
export const emailReasons = [
  'refused',
  'gave_up',
  'template_error',
  'no_mail_server',
  'recipient_disabled',
  'undone',
  'attachment_gone',
  'stopped',
] as const
export type EmailReason = (typeof emailReasons)[number]

/** Consecutive attempts before a mail is given up, about a day after the first. */
export const longestRow = 14
const firstWaitMs = 30_000
const longestWaitMs = 6 * 3_600_000

/** Milliseconds until the next try after `tries` failures: exponential backoff, half of it random (`chance` from 0 to 1). */
export function waitAfter(tries: number, chance: number): number {
  const whole = Math.min(firstWaitMs * 2 ** (tries - 1), longestWaitMs)
  return Math.round(whole / 2 + (whole / 2) * chance)
}

const atAnEnd = ['sent', 'failed', 'skipped']

/** A finished mail can be queued again, and one that waits for a retry can be tried now; never one that is being sent. */
export function canRequeue(email: { state: string; secrets_gone: boolean; waits: boolean }): boolean {
  return (atAnEnd.includes(email.state) || (email.state === 'queued' && email.waits)) && !email.secrets_gone
}
