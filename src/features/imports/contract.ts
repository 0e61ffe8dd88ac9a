import { z } from 'zod'
import { pageOf, pagingQuery } from '#shared/lists/list.ts'
import { mediaTypes, route } from '#shared/route.ts'
import { byId, bySlug, line, Version } from '#shared/shapes.ts'
import { maxFileBytes } from './choices.ts'
import {
  EarlierImport,
  ImportDetail,
  ImportRecipe,
  ImportRow,
  ProblemRow,
  SumOfGifts,
  UndoPreview,
} from './contract-answers.ts'
import { field, ImportChange } from './contract-input.ts'
import { refusalCodes } from './rules.ts'

const access = 'create_projects'

/** Importing creates projects and organizations, so every call also requires `create_organizations`. */
export const imports = {
  list: route({
    method: 'GET',
    path: '/api/v4/imports/',
    shows: ['import'],
    access,
    summary: 'List imports, newest first',
    query: pagingQuery,
    response: pageOf(ImportRow),
  }),
  upload: route({
    method: 'POST',
    path: '/api/v4/imports/',
    changes: ['import'],
    access,
    summary: 'Upload a CSV, XLSX or 360Giving file; returns the guesses made about it',
    upload: { maxBytes: maxFileBytes },
    response: ImportDetail,
    status: 201,
    location: '/api/v4/imports/{id}/',
    ownTransaction: true,
    idempotent: true,
  }),
  read: route({
    method: 'GET',
    path: '/api/v4/imports/:id/',
    shows: ['import'],
    access,
    summary: 'Get an import with its guesses, choices, first rows and progress',
    params: byId,
    response: ImportDetail,
    recorded: { action: 'read', object_type: 'import' },
  }),
  change: route({
    method: 'PATCH',
    path: '/api/v4/imports/:id/',
    changes: ['import'],
    access,
    summary: 'Correct the guesses of an import and assign its columns to fields',
    params: byId,
    body: ImportChange,
    response: ImportDetail,
    ownTransaction: true,
  }),
  rows: route({
    method: 'GET',
    path: '/api/v4/imports/:id/rows/',
    shows: ['import_row'],
    access,
    summary:
      'List the rows of a checked file: the refused ones, all or by problem; the repaired ones; or all',
    params: byId,
    query: pagingQuery.extend({
      field: z.union([field, z.literal('row')], 'validation.unknown_value').optional(),
      code: z.enum(refusalCodes, 'validation.unknown_value').optional(),
      /** `repaired`: rows changed by repairs; `all`: including good rows. Both ignore `problem`. */
      of: z.enum(['refused', 'repaired', 'all'], 'validation.unknown_value').default('refused'),
    }),
    response: pageOf(ProblemRow),
  }),
  matches: route({
    method: 'GET',
    path: '/api/v4/imports/:id/matches/',
    shows: ['import_row'],
    access,
    summary: 'Count the cells of the file that contain a text, before replacing it',
    params: byId,
    query: z.strictObject({
      find: z.string().min(1, 'validation.required').max(200),
      column: z.coerce.number().int().min(0).max(999).optional(),
    }),
    response: z.object({ cells: z.int(), rows: z.int() }),
  }),
  names: route({
    method: 'POST',
    path: '/api/v4/imports/:id/names/',
    changes: ['import'],
    access,
    summary: 'Decide whether similar names mean the same organization; the file must then be checked again',
    params: byId,
    body: z.strictObject({
      names: z
        .array(
          z.strictObject({
            one: line(255).min(1, 'validation.required'),
            other: line(255).min(1, 'validation.required'),
            is_same: z.boolean(),
          }),
        )
        .min(1, 'validation.required')
        .max(200),
    }),
    response: ImportDetail,
  }),
  sums: route({
    method: 'GET',
    path: '/api/v4/imports/:id/sums/',
    shows: ['import_row'],
    access,
    summary: 'Get the amounts of a file in a currency by year and day, converted at the given rates',
    params: byId,
    query: z.strictObject({
      currency: z.string().regex(/^[A-Z]{3}$/, 'imports.currency_code'),
      /** Euros per unit, for all, a year or a day: `:0.9;2016:0.91;2016-05-31:0.9052`. */
      rates: z.string().max(10_000).optional(),
    }),
    response: SumOfGifts.extend({
      /** Based on the first rows only, because the file is not checked. */
      is_sample: z.boolean(),
      years: z.array(SumOfGifts.extend({ year: z.int() })),
      days: z.array(SumOfGifts.extend({ day: z.string() })),
      more_days: z.int(),
    }),
  }),
  check: route({
    method: 'POST',
    path: '/api/v4/imports/:id/check/',
    changes: ['import'],
    access,
    summary: 'Check the file in a dry run that counts what an import would create; changes nothing',
    params: byId,
    response: ImportRow,
    status: 202,
  }),
  run: route({
    method: 'POST',
    path: '/api/v4/imports/:id/run/',
    changes: ['import', 'import_recipe'],
    access,
    summary: 'Import the file, all or nothing unless its option `partial` is set',
    params: byId,
    body: z.strictObject({
      /**
       * New gifts and their sum as found by the check. Required above the limit; nothing is booked when they differ.
       */
      expected: z
        .strictObject({
          gifts: z.int().min(0),
          cents: z.int().min(0),
          /** The amount taken off gifts of earlier imports; 0 by default. */
          taken_cents: z.int().min(0).optional(),
        })
        .optional(),
      /** Fingerprint of the plan that a proposal was made for; a different plan is refused. Set by the server. */
      plan: z.string().max(64).optional(),
    }),
    approval: 'import_gifts',
    response: ImportRow,
    status: 202,
  }),
  cancel: route({
    method: 'POST',
    path: '/api/v4/imports/:id/cancel/',
    changes: ['import', 'import_row'],
    access,
    summary: 'Stop the work in progress on a file; nothing is changed',
    params: byId,
    response: ImportRow,
  }),
  earlier: route({
    method: 'GET',
    path: '/api/v4/imports/:id/earlier/',
    shows: ['import'],
    access,
    summary: 'List the last imports with the same columns: what each brought, and whether it was undone',
    params: byId,
    response: z.object({ results: z.array(EarlierImport) }),
  }),
  previewUndo: route({
    method: 'GET',
    path: '/api/v4/imports/:id/undo/',
    shows: ['import'],
    access,
    summary: 'Preview what undoing the import would reverse, and what depends on it',
    params: byId,
    response: UndoPreview,
  }),
  undo: route({
    method: 'POST',
    path: '/api/v4/imports/:id/undo/',
    changes: ['import'],
    access: 'delete_projects',
    summary: 'Undo an import on which nothing depends: reverse its gifts and remove the records it created',
    params: byId,
    body: z.strictObject({
      reason: line(500).min(1, 'validation.required'),
      /** The file name, typed as a confirmation. */
      confirm_filename: line(300),
    }),
    idempotent: true,
    response: ImportRow,
    status: 202,
  }),
  remove: route({
    method: 'DELETE',
    path: '/api/v4/imports/:id/',
    changes: ['import', 'import_row'],
    access,
    summary: 'Delete an import that is not in progress; the records it created remain',
    params: byId,
    response: 'empty',
    ownTransaction: true,
  }),
  refused: route({
    method: 'GET',
    path: '/api/v4/imports/:id/refused/',
    recorded: { action: 'download', object_type: 'import' },
    access,
    summary: 'Download the refused rows as they were in the file, with the reasons',
    params: byId,
    query: z.strictObject({ format: z.enum(['csv', 'xlsx']).default('csv') }),
    response: 'file',
    media: [mediaTypes.csv, mediaTypes.xlsx],
  }),
}

/** Recipes are saved by booked imports; anyone who may import may rename and remove them. */
export const importRecipes = {
  list: route({
    method: 'GET',
    path: '/api/v4/import-recipes/',
    shows: ['import_recipe'],
    access,
    summary: 'List recipes, the saved mappings for files of a source, by name',
    query: pagingQuery,
    response: pageOf(ImportRecipe),
  }),
  change: route({
    method: 'PATCH',
    path: '/api/v4/import-recipes/:slug/',
    changes: ['import_recipe'],
    access,
    summary: 'Rename a recipe; requires the version last read',
    params: bySlug,
    body: z.strictObject({ title: line(200).min(1, 'validation.required'), version: Version.optional() }),
    response: ImportRecipe,
  }),
  delete: route({
    method: 'DELETE',
    path: '/api/v4/import-recipes/:slug/',
    changes: ['import_recipe'],
    access,
    summary: 'Delete a recipe; records imported with it remain',
    params: bySlug,
    response: 'empty',
  }),
}
