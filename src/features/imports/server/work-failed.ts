import type { FailureCode } from '../work-rules.ts'

/** Work on a file that failed for a reason shown to people. */
export class WorkFailed extends Error {
  readonly code: FailureCode
  constructor(code: FailureCode) {
    super(code)
    this.name = 'WorkFailed'
    this.code = code
  }
}
