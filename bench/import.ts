import { spawn } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { cpuSecondsOf, peakMemoryOf } from './cpu-time.ts'
import { step } from './progress.ts'
import { createRandom, pick } from './random.ts'
import { reportTable } from './report.ts'
import { makeFolder, project } from './servers.ts'

const WATCH_INTERVAL_MS = 100

/** How long does the import of a team's history take, and does the memory grow with it? */
export async function benchImport(isSmoke: boolean): Promise<void> {
  const rows: string[][] = []
  for (const messages of isSmoke ? [1000] : [20_000, 200_000]) {
    const folder = makeFolder()
    const [source, dataDir] = [join(folder, 'slack'), join(folder, 'data')]
    for (const path of [source, dataDir]) mkdirSync(path)
    writeSlackExport(source, messages)
    step(`importing ${messages.toLocaleString('en')} messages`)
    rows.push([messages.toLocaleString('en'), ...(await runImport(source, dataDir))])
    rmSync(folder, { recursive: true, force: true })
  }
  reportTable({
    title: 'Moving in from Slack (SQLite)',
    head: ['messages', 'imported within', 'CPU time', 'peak memory'],
    rows,
  })
}

async function runImport(source: string, dataDir: string): Promise<string[]> {
  const began = performance.now()
  const child = spawn(process.execPath, [join(project, 'bin/switchboard.js'), 'import', source], {
    env: { PATH: process.env.PATH, DATA_DIR: dataDir },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  let [seconds, megabytes] = [0, 0]
  const watch = setInterval(() => {
    seconds = Math.max(seconds, cpuSecondsOf(child.pid!))
    megabytes = Math.max(megabytes, peakMemoryOf(child.pid!))
  }, WATCH_INTERVAL_MS)
  const code = await new Promise((done) => child.once('close', done))
  clearInterval(watch)
  if (code !== 0) throw new Error(`switchboard import failed with code ${code}`)
  const elapsed = (performance.now() - began) / 1000
  return [`${elapsed.toFixed(0)} s`, `${seconds.toFixed(0)} s`, `${Math.round(megabytes)} MB`]
}

const PEOPLE = 500
const CHANNELS = 50
const DAYS = 1000
const START = 1_500_000_000
const words =
  'the tide lamp harbour keeper boat storm signal radio chart morning evening ready check please deploy build server review'.split(
    ' ',
  )

/** An export of a company in Slack's format: a file for each channel and day. */
function writeSlackExport(folder: string, messages: number): void {
  const random = createRandom(7)
  const below = (limit: number) => Math.floor(random() * limit)
  const put = (path: string, value: unknown) => writeFileSync(join(folder, path), JSON.stringify(value))
  const person = () => `U${below(PEOPLE)}`
  const users = Array.from({ length: PEOPLE }, (_, id) => ({
    id: `U${id}`,
    profile: { real_name: `Person ${id}`, email: `p${id}@example.com` },
    is_admin: id === 0,
  }))
  const channels = Array.from({ length: CHANNELS }, (_, id) => ({
    id: `C${id}`,
    name: `channel-${id}`,
    created: START,
    is_general: id === 0,
    members: users.filter((_, index) => id === 0 || (index * 7 + id) % 5 === 0).map((user) => user.id),
  }))
  put('users.json', users)
  put('channels.json', channels)
  const perFile = Math.ceil(messages / DAYS / CHANNELS)
  let left = messages
  for (const { name } of channels) {
    mkdirSync(join(folder, name))
    let thread = ''
    for (let day = 0; day < DAYS && left > 0; day += 1) {
      const list = Array.from({ length: Math.min(perFile, left) }, (_, index) => {
        const ts = `${START + day * 86_400 + index * 1000 + below(999)}.${String(below(1_000_000)).padStart(6, '0')}`
        const isThread = index === 0 && day % 3 === 0
        if (isThread) thread = ts
        const isReply = thread !== '' && below(4) === 0
        return {
          type: 'message',
          user: person(),
          text: textOf(below, person),
          ts,
          ...((isThread || isReply) && { thread_ts: thread }),
          ...(isThread && { reply_count: 5 }),
          ...(below(10) === 0 && { reactions: [{ name: '+1', users: [person(), person()] }] }),
        }
      })
      left -= list.length
      put(`${name}/${new Date((START + day * 86_400) * 1000).toISOString().slice(0, 10)}.json`, list)
    }
  }
}

/** Most messages are a plain sentence. */
function textOf(below: (limit: number) => number, person: () => string): string {
  const sentence = Array.from({ length: 4 + below(20) }, () => pick(words, below(1000) / 1000)).join(' ')
  const kinds = [
    `${sentence} <@${person()}>`,
    `${sentence} <https://example.com/${below(1_000_000)}|a link>`,
    `${sentence} *bold* and \`code\``,
    `${sentence}\n\`\`\`\nconst x = 1\nreturn x\n\`\`\``,
    Array(5).fill(sentence).join('. '),
  ]
  return kinds[below(20)] ?? sentence
}
