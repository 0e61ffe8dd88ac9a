import type { Proposal } from '#shared/approvals.ts'
import { createStore } from './store.ts'

/** The act was not done: it waits for a second person (202, docs/decisions/0035). Nothing is left to do about it here. */
export class Proposed extends Error {
  override name = 'Proposed'
  readonly proposal: Proposal
  constructor(proposal: Proposal) {
    super(proposal.title)
    this.proposal = proposal
  }
}

/**
 * The proposal that was made last. The shell tells of it, dialogs that were open close, forms are as they were: no dialog
 * has to know that its act may need a second person.
 */
export const lastProposal = createStore<Proposal | undefined>(undefined)

/** The proposal in an answer; undefined when it is another kind of 202. */
export function proposalIn(answer: unknown): Proposal | undefined {
  return typeof answer === 'object' && answer !== null && 'approval' in answer
    ? (answer.approval as Proposal)
    : undefined
}
