/** Filter values for the outcomes of a review; `accepted` is 2 or 4, `public` is 2 alone. */
export const reviewValues = {
  needs_review: 'labels.needs_review',
  public: 'labels.public',
  accepted: 'labels.accepted',
  rejected: 'labels.rejected',
} as const

/** The numbers of the outcomes; what 2 is called depends on whose review it is. */
export const projectOutcomes = { 2: 'labels.public', 3: 'labels.rejected', 4: 'labels.accepted' } as const
export const organizationOutcomes = {
  2: 'labels.accepted',
  3: 'labels.rejected',
  4: 'labels.accepted',
} as const
