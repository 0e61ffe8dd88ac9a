import { generate, IdentifierNode, ModuleReferenceNode, PostgresDialect } from 'kysely-codegen'
import type { Db } from '#server/db/db.ts'

/** The source of schema.ts for a migrated database, with the types as parsers.ts delivers them. */
export async function schemaTypes(db: Db): Promise<string> {
  const dialect = new PostgresDialect({ dateParser: 'string', numericParser: 'string' })
  // The generator's own `typeMapping` finds its imports with a TypeScript API that TypeScript 7 lacks.
  Object.assign(dialect.adapter.scalars, {
    int8: new IdentifierNode('number'),
    jsonb: new IdentifierNode('JsonColumn'),
  })
  Object.assign(dialect.adapter.imports, { JsonColumn: new ModuleReferenceNode('./json.ts') })
  return await generate({ db, dialect, excludePattern: 'test_seeds.*', outFile: null })
}
