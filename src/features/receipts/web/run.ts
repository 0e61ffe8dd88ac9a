import type { Permission } from '#shared/permissions.ts'
import { useProfile } from '#web/profile.tsx'
import type { Answer } from '#web/api.ts'
import { missingRightFor } from '../run-rules.ts'
import type { TemplateKind } from '#features/document-templates/tokens.ts'

export type Run = Answer<'GET /api/v4/document-runs/:id/'>

/** The right that the person lacks to make documents of a kind, or to open those that are made. */
export function useLacked(kind: TemplateKind | undefined, mode: 'test' | 'final'): Permission | undefined {
  const profile = useProfile()
  return kind && profile && missingRightFor(profile, kind, mode)
}
