import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makePlace, type Place } from '../harness/engines.ts'
import { type RunningSwitchboard, startSwitchboard } from '../harness/run-switchboard.ts'

const readme = readFileSync(resolve(import.meta.dirname, '../../README.md'), 'utf8')

describe('the README', () => {
  let place: Place
  let server: RunningSwitchboard
  beforeAll(async () => {
    place = await makePlace('SQLite')
    server = await startSwitchboard(['--development'], { place })
  })
  afterAll(async () => {
    await server.stop()
    await place.remove()
  })

  it('its five minutes work as printed, one after another', () => {
    const chapter = readme.slice(readme.indexOf('## Five minutes'), readme.indexOf('## In production'))
    const blocks = [...chapter.matchAll(/```sh\n([\s\S]*?)```/g)].map((match) => match[1]!)
    expect(blocks.length).toBe(5)
    const script = blocks.join('\necho\n').replaceAll('http://127.0.0.1:9991', server.url)
    const { stdout, stderr, status } = spawnSync('bash', ['-c', script], { encoding: 'utf8' })
    expect(stderr).toBe('')
    expect(status).toBe(0)
    const answers = stdout
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line))
    expect(answers.map((answer) => answer.result)).toEqual(Array(8).fill('success'))
    expect(answers.find((answer) => answer.messages).messages.at(-1).flags).toEqual(['mentioned'])
    expect(answers.some((answer) => answer.events?.[0]?.message?.content === 'Psst.')).toBe(true)
  })

  it('its table of settings names every setting, and no other', () => {
    const config = readFileSync(resolve(import.meta.dirname, '../../src/config.ts'), 'utf8')
    const read = [...config.matchAll(/read\('([A-Z_]+)'\)/g)].map((match) => match[1]!)
    const table = [...readme.matchAll(/^\| `([A-Z_]+)` \|/gm)].map((match) => match[1]!)
    expect([...new Set(table)].sort()).toEqual([...new Set(read)].sort())
  })
})
