import { fork } from 'node:child_process'
import { once } from 'node:events'
import { openDatabase } from '#server/db/db.ts'
import { openSession, sessionCookie } from '#server/session.ts'
import { load } from './load.ts'
const url = process.env.TEST_DATABASE_URL!.replace(/postgres$/, 'bench_100000')
const database = await openDatabase({ databaseUrl: url, dataDir: '' })
const { rows } = await database.pool.query(`select id from users where username='bench'`)
const cookie = `${sessionCookie}=${await openSession(database.db, rows[0].id, new Date())}`
await database.close()
const child = fork(new URL(process.argv[2]!, import.meta.url), { env: { ...process.env, DATABASE_URL: url, NODE_ENV: 'production' }, execArgv: ['--import', 'data:text/javascript,process.on("SIGTERM",()=>process.exit())', '--cpu-prof', '--cpu-prof-dir=/tmp/prof', '--cpu-prof-interval=200'], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
const [{ port }] = (await once(child, 'message')) as [{ port: number }]
const path = process.argv[3]!
await load(port, path, cookie, 8, 1)
console.log(await load(port, path, cookie, 8, 4))
await new Promise((r) => { child.send({}); child.once("exit", r); child.kill("SIGTERM") })
