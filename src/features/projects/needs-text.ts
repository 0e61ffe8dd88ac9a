import { z } from 'zod'

/** A project's need, in whole cents. */
export type WrittenNeed = { title: string; amount_cents: number }

const longestTitle = 200
const mostNeeds = 200
const Cents = z.int().positive()

/** Writes needs into one cell, one per line: `1200.50 Rent`. */
export function writeNeeds(needs: readonly WrittenNeed[]): string | null {
  const line = ({ title, amount_cents }: WrittenNeed) => {
    const cents = String(amount_cents % 100).padStart(2, '0')
    return `${Math.floor(amount_cents / 100)}.${cents} ${title}`
  }
  return needs.map(line).join('\n') || null
}

/** Parses such a cell; undefined if a line is invalid or there are more than `mostNeeds`. */
export function readNeeds(text: string): WrittenNeed[] | undefined {
  const lines = text.split('\n')
  if (lines.length > mostNeeds) return undefined
  const needs: WrittenNeed[] = []
  for (const line of lines) {
    const [, whole, cents, title = ''] = /^(\d{1,13})\.(\d\d) (\S.*)$/u.exec(line.trim()) ?? []
    const amount_cents = Number(whole) * 100 + Number(cents)
    if (title.length > longestTitle || !Cents.safeParse(amount_cents).success) return undefined
    needs.push({ title, amount_cents })
  }
  return needs
}
