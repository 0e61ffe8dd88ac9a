/**
 * Makes an empty embedded database in the folder it is given, and ends: the engine gives back no memory, and one that has
 * made a database holds several hundred megabytes more than one that opened it. Started by embedded-child.ts.
 */
import { openPglite } from './pglite.ts'

process.on('disconnect', () => process.exit(1))
await (await openPglite({ dataDir: process.argv[2]! })).close()
process.exit(0)
