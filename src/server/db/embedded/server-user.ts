import { chownSync, lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

export type ServerUser = { uid: number; gid: number }

const nobody: ServerUser = { uid: 65_534, gid: 65_534 }

/** PostgreSQL refuses to run as root; then it runs as *nobody*, otherwise (undefined) as this process's user. */
export function serverUser(): ServerUser | undefined {
  return process.getuid?.() === 0 ? nobody : undefined
}

export function changeOwner(user: ServerUser | undefined, folder: string): void {
  if (!user) return
  const { uid, gid } = lstatSync(folder)
  if (uid === user.uid && gid === user.gid) return
  // The folder itself comes last, so that an interrupted change of owner is repeated.
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) changeOwner(user, path)
    else if (entry.isFile()) chownSync(path, user.uid, user.gid)
  }
  chownSync(folder, user.uid, user.gid)
}
