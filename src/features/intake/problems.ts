/** Reasons why a delivery waits or needs a person; texts under `intake.problems.`. */
export const deliveryProblems = [
  'new',
  'before_pledge',
  'before_confirmation',
  'before_refund',
  'unreadable',
  'unknown_project',
  'not_fundable',
  'over_maximum',
  'differs',
  'refund_exceeded',
  'chargeback_exceeded',
  'gift_paid_out',
  'gift_not_confirmed',
  'refused',
  'failed',
] as const
export type DeliveryProblem = (typeof deliveryProblems)[number]
