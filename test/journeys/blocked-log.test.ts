import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildSwitchboard, root } from '../harness/build-switchboard.ts'
import { makePlace, type Place } from '../harness/engines.ts'
import { makeFullPipe } from '../harness/full-pipe.ts'

describe('a server whose log nobody reads', () => {
  let place: Place
  beforeAll(async () => {
    await buildSwitchboard()
    place = await makePlace('SQLite')
  })
  afterAll(() => place.remove())

  it('starts, answers, writes again when somebody reads, and stops', async () => {
    const pipe = makeFullPipe(place.dataDir)
    const args = [join(root, 'bin/switchboard.js'), 'serve', '--port', '0']
    const server = spawn(process.execPath, args, {
      env: { PATH: process.env.PATH, DATA_DIR: place.dataDir, LOG_LEVEL: 'debug' },
      stdio: ['ignore', 'pipe', pipe.fd],
    })
    const exited = once(server, 'exit')
    try {
      const [banner] = (await once(server.stdout!.setEncoding('utf8'), 'data')) as [string]
      const url = /listens on (http:\S+)/.exec(banner)![1]!
      const answers: Response[] = []
      // Each has a line in the log.
      for (let sent = 0; sent < 50; sent += 1) answers.push(await fetch(`${url}/health`))
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
      expect(await (await fetch(`${url}/metrics`)).text()).toContain('switchboard_log_lines_dropped_total 0')

      const wanted = answers.map(({ headers }) => headers.get('x-request-id')!)
      let log = ''
      while (!wanted.every((id) => log.includes(id))) {
        log += pipe.read()
        await new Promise((next) => setTimeout(next, 20))
      }
      const lines = log.trim().split('\n')
      expect(lines.map((line) => JSON.parse(line).level).every(Number.isInteger)).toBe(true)

      // Again nobody reads.
      server.kill('SIGTERM')
      expect(await exited).toEqual([0, null])
    } finally {
      server.kill('SIGKILL')
      await exited
      pipe.close()
    }
  })
})
