import { sql } from 'kysely'
import type { TestDatabase } from './database.ts'

export type PlanNode = {
  'Node Type': string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Join Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: PlanNode[]
}
/** An executed statement, including those of triggers and functions. */
export type RunPlan = { 'Query Text': string; Plan: PlanNode }

/** The largest number of rows that one node of a plan processed, over all its loops. */
export const touched = (node: PlanNode): number =>
  Math.max(
    (node['Actual Rows'] +
      (node['Rows Removed by Filter'] ?? 0) +
      (node['Rows Removed by Join Filter'] ?? 0) +
      (node['Rows Removed by Index Recheck'] ?? 0)) *
      node['Actual Loops'],
    ...(node.Plans ?? []).map(touched),
  )

/**
 * The plans of executed statements with actual row counts. auto_explain reports those of triggers; needs a database
 * opened with one session.
 */
export async function plansOf({ db, pool }: TestDatabase, work: () => Promise<unknown>): Promise<RunPlan[]> {
  const plans: RunPlan[] = []
  const client = await pool.connect()
  const hear = ({ message = '' }) => {
    const at = message.indexOf('{')
    if (message.startsWith('duration:') && at > 0) plans.push(JSON.parse(message.slice(at)) as RunPlan)
  }
  client.on('notice', hear)
  client.release()
  await sql`load 'auto_explain'`.execute(db)
  for (const [name, value] of [
    ['log_min_duration', '0'],
    ['log_analyze', 'on'],
    ['log_timing', 'off'],
    ['log_nested_statements', 'on'],
    ['log_format', 'json'],
    ['log_level', 'notice'],
  ])
    await sql`select set_config(${`auto_explain.${name}`}, ${value}, false)`.execute(db)
  await work()
  await sql`set auto_explain.log_min_duration = -1`.execute(db)
  client.off('notice', hear)
  return plans
}
