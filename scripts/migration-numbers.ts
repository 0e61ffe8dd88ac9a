/** Part of `npm run check`: two branches merged with the same number would keep the server from starting. */
import { migrationNames } from '../src/server/db/migrate.ts'

await migrationNames()
