import type { Proposal } from '#shared/approvals.ts'
import { createStore } from './store.ts'

/** The act was not done: it waits for a second person (202, docs/decisions/0035). The caller has nothing left to do. */
export class Proposed extends Error {
  override name = 'Proposed'
  readonly proposal: Proposal
  constructor(proposal: Proposal) {
    super(proposal.title)
    this.proposal = proposal
  }
}

/**
 * The latest proposal. The shell reports it, open dialogs close, forms return to their former state: no dialog needs to
 * know that its act may need a second person.
 */
export const lastProposal = createStore<Proposal | undefined>(undefined)

/** The proposal in an answer; undefined for any other 202. */
export function proposalIn(answer: unknown): Proposal | undefined {
  return typeof answer === 'object' && answer !== null && 'approval' in answer
    ? (answer.approval as Proposal)
    : undefined
}
