import type { Label } from '#shared/labels.ts'

export type FinancingName = 'fully_funded' | 'expired' | 'in_financing' | 'banned'

export const financingLabels: Record<FinancingName, Label> = {
  fully_funded: { text: 'labels.fully_funded', tone: 'success' },
  expired: { text: 'labels.expired', tone: 'default' },
  in_financing: { text: 'labels.in_financing', tone: 'info' },
  banned: { text: 'labels.banned', tone: 'danger' },
}

/**
 * A project's financing labels, by precedence (spec §4): fully funded, else expired, else in financing; plus banned.
 */
export function financingNames(project: {
  fully_funded: boolean
  expired: boolean
  can_receive_fundings: boolean
  is_banned: boolean
}): FinancingName[] {
  const names: FinancingName[] = []
  if (project.fully_funded) names.push('fully_funded')
  else if (project.expired) names.push('expired')
  else if (project.can_receive_fundings) names.push('in_financing')
  if (project.is_banned) names.push('banned')
  return names
}
