import { defineList, type HideableKey } from '#shared/lists/list-record.ts'
import { statusFilter } from '#shared/statuses.ts'
import { prefix } from '#features/additional-fields/names.ts'
import { projectOutcomes, reviewValues } from '#features/reviews/filters.ts'
import { relationFilters } from './relation-filters.ts'

const { needs_review, public: published, accepted, rejected } = reviewValues

/** The project list (spec §2, §4; interface.md calls 5), declared once. */
export const projectList = defineList({
  table: 'projects',
  archivable: true,
  /** Additional fields are columns and filters as well; their number depends on the data. */
  dynamic: prefix,
  defaultOrdering: '-created_at',
  columns: {
    title: { heading: 'columns.project', kind: 'text', ordering: 'title_sort', names: 'title' },
    organization: {
      heading: 'columns.organization',
      kind: 'text',
      ordering: 'organization_sort',
      names: 'beneath',
    },
    status: { heading: 'columns.status', kind: 'text', ordering: 'status', filter: statusFilter },
    review_status: {
      heading: 'columns.review_status',
      kind: 'text',
      ordering: 'review_status',
      filter: { values: { needs_review, public: published, accepted, rejected }, also: projectOutcomes },
      width: 128,
    },
    content_review_status: {
      heading: 'columns.content_review_status',
      kind: 'text',
      ordering: 'content_review_status',
      filter: {
        values: { accepted, rejected },
        also: { needs_review, public: published, ...projectOutcomes },
      },
      card: false,
    },
    voting_review_status: {
      heading: 'columns.voting_review_status',
      kind: 'text',
      ordering: 'voting_review_status',
      filter: {
        values: { needs_review, public: published, rejected },
        also: { accepted, ...projectOutcomes },
      },
      width: 128,
      card: false,
    },
    financing_status: {
      heading: 'columns.financing_status',
      kind: 'text',
      ordering: 'financing',
      filter: {
        values: {
          fully_funded: 'labels.fully_funded',
          expired: 'labels.expired',
          in_financing: 'labels.in_financing',
          banned: 'labels.banned',
        },
      },
    },
    money: {
      heading: 'money.title',
      kind: 'EUR',
      ordering: 'funded_cents',
      filter: {
        values: {
          nothing: 'money.values.nothing',
          partly: 'money.values.partly',
          goal_reached: 'money.values.goal_reached',
          over_goal: 'money.values.over_goal',
          unpaid: 'money.values.unpaid',
        },
      },
      width: 196,
      look: 'start',
      yields: true,
      sheet: {
        heading: 'money.stages.allocated',
        beside: {
          allocated_on: { heading: 'money.days.allocated', kind: 'day' },
          settled_cents: { heading: 'money.stages.settled', kind: 'EUR' },
          settled_on: { heading: 'money.days.settled', kind: 'day' },
          paid_cents: { heading: 'money.stages.paid', kind: 'EUR' },
          paid_on: { heading: 'money.days.paid', kind: 'day' },
          arrived_cents: { heading: 'money.stages.arrived', kind: 'EUR' },
          arrived_on: { heading: 'money.days.arrived', kind: 'day' },
          target_cents: { heading: 'money.goal', kind: 'EUR' },
        },
      },
    },
    funding_type: {
      heading: 'columns.funding_type',
      kind: 'text',
      ordering: 'funding_key',
      filter: {
        values: {
          donation: 'labels.donation',
          sponsoring: 'labels.sponsoring',
          foundation: 'labels.foundation',
          profit_savings: 'labels.profit_savings',
          individual_bank_account: 'labels.individual_bank_account',
        },
        also: {
          1: 'labels.donation',
          2: 'labels.sponsoring',
          3: 'labels.foundation',
          4: 'labels.profit_savings',
        },
      },
    },
    internal_status: {
      heading: 'columns.internal_status',
      kind: 'text',
      ordering: 'internal_status_sort',
      filter: { values: 'any' },
      card: false,
    },
    proof: { heading: 'projects.columns.proof', kind: 'text', optional: true, width: 96 },
    missing_cents: {
      heading: 'projects.filters.missing',
      kind: 'EUR',
      ordering: 'missing_cents',
      optional: true,
    },
    ends_on: { heading: 'projects.filters.ends', kind: 'day', ordering: 'ends_on', optional: true },
    waiting_since: {
      heading: 'projects.columns.waiting',
      kind: 'instant',
      ordering: 'waiting_since',
      optional: true,
      width: 84,
    },
    reviewer: { heading: 'columns.reviewer', kind: 'text', optional: true, width: 132 },
    percent: { heading: 'projects.columns.percent', kind: 'number', optional: true, card: false },
    blocking: {
      heading: 'projects.filters.blocking',
      kind: 'text',
      optional: true,
      width: 150,
      card: false,
    },
    town: { heading: 'projects.filters.town', kind: 'text', optional: true, card: false },
    last_decision: {
      heading: 'projects.columns.last_decision',
      kind: 'text',
      optional: true,
      width: 140,
      card: false,
    },
  },
  presets: [
    {
      key: 'decision',
      heading: 'projects.presets.decision',
      columns: ['proof', 'money', 'missing_cents', 'ends_on', 'waiting_since', 'reviewer'],
    },
  ],
  otherFilters: {
    /** The review that a project waits for; both values together cover all that need one. */
    needs_review: {
      heading: 'columns.needs_review',
      values: { review: 'labels.review', voting_review: 'labels.voting_review' },
    },
    ...relationFilters,
  },
  otherOrderings: { created_at: { heading: 'columns.created_at', ordering: 'created_at' } },
  filterMenu: [
    {
      heading: 'columns.organization',
      filters: ['proof_status', 'organization_review', 'town', 'postcode'],
    },
    {
      heading: 'columns.project',
      filters: [
        'status',
        'review_status',
        'needs_review',
        'blocking',
        'internal_status',
        'financing_status',
        'goal',
        'received',
        'missing',
        'percent',
        'money',
        'funding_type',
        'created',
        'ends',
        'waiting',
        'content_review_status',
        'voting_review_status',
      ],
    },
    { heading: 'projects.menu.people', filters: ['reviewer', 'open_tasks', 'funder'] },
  ],
})

/** Columns that Table Settings can hide and an export can leave out. */
export type ProjectColumn = HideableKey<typeof projectList>
