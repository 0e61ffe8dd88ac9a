import { fundingType } from '#shared/funding-type.ts'
import { recordStatus, reviewOutcome } from '#shared/statuses.ts'
import type { Json } from './schemas.ts'

/** Plausible values by field name, where the kind alone is not enough. */
const values: Record<string, unknown> = {
  address: '10.0.0.7',
  amount_cents: 250_000,
  bic: 'COBADEFFXXX',
  city: 'Ulm',
  confirm_title: 'Schulgarten',
  country: 'DE',
  date_from: '2026-11-01',
  date_to: '2026-11-30',
  description: 'Beete, Werkzeug und ein Gewächshaus',
  email: 'katrin.vollmer@example.org',
  email_contact: 'verein@example.org',
  ends_on: '2027-06-30',
  first_name: 'Katrin',
  full_name: 'Katrin Vollmer',
  full_name_w_username: 'Katrin Vollmer (kvollmer)',
  funding_type: fundingType.donation,
  iban: 'DE89370400440532013000',
  last_name: 'Vollmer',
  needs: [{ title: 'Beete', amount_cents: 250_000 }],
  organization_slug: 'schulverein-ulm',
  outcome: reviewOutcome.passed,
  password: 'vier-lange-Woerter-hier',
  new_password: 'fuenf-lange-Woerter-sind-besser',
  current_password: 'ein-altes-langes-Wort',
  permission: 'view_projects',
  phone: '+49 731 12345',
  postcode: '89073',
  query: 'status=complete',
  repeat: 'none',
  scheduled_for: '2026-11-30',
  search: 'garten',
  project_slugs: ['schulgarten'],
  organization_slugs: ['schulverein-ulm'],
  slug: 'schulgarten',
  start: '2026-11-30',
  starts_on: '2026-12-01',
  status: recordStatus.inProgress,
  targetType: 'project',
  target_type: 'project',
  title: 'Schulgarten',
  user_type: 'staff',
  username: 'kvollmer',
  valid_from: '2027-01-01',
  valid_until: '2027-12-31',
  website: 'https://schulverein-ulm.example',
}

const alternatives = new Set(['selection', 'days'])

/** An example value for a schema. `named` holds the referenced schemas. */
export function exampleOf(schema: Json, named: Json, name = '', depth = 0): unknown {
  const {
    $ref,
    anyOf,
    oneOf,
    type,
    properties,
    required = [],
    items,
    format,
  } = schema as {
    required?: string[]
    $ref?: string
    anyOf?: Json[]
    oneOf?: Json[]
    type?: string
    properties?: Record<string, Json>
    items?: Json
    format?: string
  }
  const inside = (part: Json, key = name) => exampleOf(part, named, key, depth + 1)
  if ('example' in schema) return schema.example
  if ('const' in schema) return schema.const
  if (Array.isArray(schema.enum))
    return schema.enum.includes(values[name]) ? values[name] : (schema.enum[0] as unknown)
  if ($ref) return inside(named[$ref.replace('#/components/schemas/', '')] as Json)
  const choices = anyOf ?? oneOf
  if (choices) return inside(choices.find((choice) => choice.type !== 'null') ?? choices[0]!)
  if (name in values && fits(values[name], type)) return values[name]
  if (type === 'object' && depth < 8)
    return Object.fromEntries(
      Object.entries(properties ?? {})
        .filter(([key]) => !alternatives.has(key) || required.includes(key))
        .map(([key, part]) => [key, inside(part, key)]),
    )
  if (type === 'array') return items ? [inside(items, name.replace(/s$/, ''))] : []
  if ('default' in schema) return schema.default
  if (type === 'integer' || type === 'number') return Math.max(1, Number(schema.minimum ?? 1))
  if (type === 'boolean') return true
  if (format === 'date') return '2026-11-30'
  if (format === 'date-time') return '2026-11-21T09:00:00.000Z'
  return type === 'string' ? 'text' : null
}

function fits(value: unknown, type: string | undefined): boolean {
  if (type === 'integer' || type === 'number') return typeof value === 'number'
  if (type === 'array') return Array.isArray(value)
  return typeof value === (type ?? 'string')
}
