import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { isAlive } from '../base/processes.ts'

/** A mail that a mail server has taken: its row, its Message-ID, the number of the attempt, when, and the server's words. */
export type HandedOver = { id: number; message_id: string; attempt: number; at: string; answer: string }

/** What mail servers have taken, in a file, until the database knows: a file is written in no time, the database may be busy. */
export type Notes = {
  /** Keeps a note. It survives `kill -9` from the moment this returns. */
  keep: (note: HandedOver) => void
  /** Notes that were not forgotten, also those of processes that have ended. */
  left: () => HandedOver[]
  /** Forgets the notes of this process and of those that have ended. */
  forget: () => void
  close: () => void
}

/** The notes in a folder of the data directory, made with the first one; each process writes a file of its own. */
export function openHandoverJournal(dataDir: string, pid = process.pid): Notes {
  const folder = join(dataDir, 'handed-over')
  const pathOf = (owner: number) => join(folder, `${owner}.jsonl`)
  const owners = () =>
    existsSync(folder)
      ? readdirSync(folder).flatMap((name) => (/^\d+\.jsonl$/.test(name) ? [Number.parseInt(name)] : []))
      : []
  let own: number | undefined
  // What earlier processes left is looked for once; after that there is something only after `keep`.
  let mayHaveLeft = true
  let ended: number[] = []
  return {
    keep(note) {
      if (own === undefined) {
        mkdirSync(folder, { recursive: true, mode: 0o700 })
        own = openSync(pathOf(pid), 'a', 0o600)
      }
      mayHaveLeft = true
      writeSync(own, `${JSON.stringify(note)}\n`)
    },
    left() {
      if (!mayHaveLeft) return []
      const found = owners()
      // Asked before reading: who ends while we read may have written more than we saw.
      ended = found.filter((owner) => owner !== pid && !isAlive(owner))
      return found.flatMap((owner) => notesIn(readFileSync(pathOf(owner), 'utf8')))
    },
    forget() {
      if (!mayHaveLeft) return
      mayHaveLeft = false
      for (const owner of ended) rmSync(pathOf(owner), { force: true })
      if (existsSync(pathOf(pid))) truncateSync(pathOf(pid))
    },
    close() {
      if (own !== undefined) closeSync(own)
      own = undefined
    },
  }
}

// A disk that ran full leaves half a line: that mail is sent again, under the same Message-ID.
function notesIn(text: string): HandedOver[] {
  return text.split('\n').flatMap((line) => {
    try {
      return [JSON.parse(line) as HandedOver]
    } catch {
      return []
    }
  })
}
