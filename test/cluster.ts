import { spawnSync } from 'node:child_process'
import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { type Binaries, embeddedBinaries, embeddedVersion } from '#server/db/embedded/binaries.ts'
import { createCluster, startServer } from '#server/db/embedded/cluster.ts'
import { changeOwner, serverUser } from '#server/db/embedded/server-user.ts'

export type ThrowAway = {
  /** Address of its database `postgres`, over a unix socket. */
  url: string
  pid: number
  data: string
  ended: Promise<unknown>
  stop: () => Promise<void>
}

type Options = {
  /** Uses the PostgreSQL installed on this machine instead of the built-in one. */
  installed?: boolean
  settings?: Record<string, string>
  /** Where to keep its data for a later run; otherwise the data is removed with the server. */
  keepIn?: string | undefined
  /** A data folder to copy at the start. */
  copyOf?: string
}

/** A throw-away cluster needs no durability. */
const fast = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200' }

/**
 * A PostgreSQL server for tests and measurements. It ends with this process in any case, and leaves nothing except
 * `keepIn`.
 */
export async function startThrowAway({
  installed = false,
  settings,
  keepIn,
  copyOf,
}: Options = {}): Promise<ThrowAway> {
  const user = serverUser()
  const { binaries, version } = installed
    ? installedBinaries()
    : {
        binaries: embeddedBinaries(join(tmpdir(), 'almoner-test-postgresql'), user),
        version: embeddedVersion,
      }
  const root = mkdtempSync(join(tmpdir(), 'almoner-postgres-'))
  chmodSync(root, 0o700)
  if (user) chownSync(root, user.uid, user.gid)
  const remove = () => rmSync(root, { recursive: true, force: true, maxRetries: 5 })
  try {
    if (keepIn) mkdirSync(keepIn, { recursive: true })
    const data = join(keepIn ? resolve(keepIn) : root, 'data')
    const cluster = { binaries, user, data }
    if (copyOf) {
      cpSync(copyOf, data, { recursive: true, mode: constants.COPYFILE_FICLONE })
      chmodSync(data, 0o700)
      changeOwner(user, data)
    } else if (!existsSync(data)) await createCluster(cluster, { version, sync: false })
    const server = await startServer(cluster, {
      socketFolder: root,
      settings: { ...fast, ...settings },
      removeAfter: root,
    })
    return {
      url: `postgresql://postgres@localhost/postgres?host=${encodeURIComponent(root)}`,
      pid: server.pid,
      data,
      ended: server.ended,
      async stop() {
        // Data to keep is written to disk first.
        await server.stop(keepIn ? 600_000 : 10_000)
        remove()
      },
    }
  } catch (error) {
    remove()
    throw error
  }
}

/** The newest PostgreSQL of this machine. */
function installedBinaries(): { binaries: Binaries; version: number } {
  const versions = '/usr/lib/postgresql'
  const packaged = (existsSync(versions) ? readdirSync(versions) : [])
    .toSorted((a, b) => Number(b) - Number(a))
    .map((version) => join(versions, version, 'bin'))
  const folder = [...(process.env.PATH ?? '').split(delimiter), ...packaged].find((one) =>
    ['initdb', 'postgres'].every((name) => isExecutable(join(one, name))),
  )
  if (!folder)
    throw new Error(
      'No PostgreSQL is installed: initdb and postgres are neither in PATH nor in /usr/lib/postgresql',
    )
  const binaries = { initdb: join(folder, 'initdb'), postgres: join(folder, 'postgres') }
  const said = spawnSync(binaries.postgres, ['--version'], { encoding: 'utf8' }).stdout
  return { binaries, version: Number(/\d+/.exec(said)?.[0]) }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
