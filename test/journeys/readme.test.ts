import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makePlace, type Place } from '../harness/engines.ts'
import { type RunningSwitchboard, startSwitchboard } from '../harness/run-switchboard.ts'

/** All commands of a chapter. */
const MAX_SECONDS = 90

const root = resolve(import.meta.dirname, '../..')
const readme = readFileSync(resolve(root, 'README.md'), 'utf8')
const guide = readFileSync(resolve(root, 'docs/chat.md'), 'utf8')

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

  /** The commands of a chapter, one after another in one shell; each prints lines of JSON. */
  function followChapter(heading: string) {
    const start = readme.indexOf(`## ${heading}\n`)
    return follow(readme.slice(start, readme.indexOf('\n## ', start + 1)))
  }

  function follow(text: string) {
    const blocks = [...text.matchAll(/```sh\n([\s\S]*?)```/g)].map((match) => match[1]!)
    const script = blocks.join('\necho\n').replaceAll('http://127.0.0.1:9991', server.url)
    // Ends what a block has started as well: one that waits for an event which it missed would wait forever.
    const command = [String(MAX_SECONDS), 'bash', '-c', script]
    const { stdout, stderr, status } = spawnSync('timeout', command, { encoding: 'utf8', cwd: root })
    expect(stderr).toBe('')
    expect(status).toBe(0)
    // Answers without a newline at their end may stand on one line.
    const lines = stdout
      .replaceAll(/(?<=[}\]])(?=[{[])/g, '\n')
      .split('\n')
      // Of an event stream only the events are JSON.
      .map((line) => line.replace(/^(retry|id): .*|^data: /, ''))
      .filter(Boolean)
    return { blocks, answers: lines.map((line) => JSON.parse(line)) }
  }

  it('its five minutes work as printed, one after another', () => {
    const { blocks, answers } = followChapter('The chat in five minutes')
    expect(blocks.length).toBe(6)
    const streamed = answers.filter((answer) => answer.type)
    expect(streamed).toMatchObject([{ type: 'message', message: { content: 'Psst.' } }])
    const others = answers.filter((answer) => !streamed.includes(answer))
    expect(others.map((answer) => answer.result)).toEqual(Array(8).fill('success'))
    expect(answers.find((answer) => answer.messages).messages.at(-1).flags).toEqual(['mentioned'])
    expect(answers.some((answer) => answer.events?.[0]?.message?.content === 'Psst.')).toBe(true)
  })

  it('its five minutes of telephony work as printed, one after another', () => {
    const { blocks, answers } = followChapter('Telephony in five minutes')
    expect(blocks.length).toBe(4)
    const [people, created, found, published, messages, ...status] = answers
    expect(people.map((one: { first_name: string }) => one.first_name)).toEqual(['Ada', 'Ben'])
    expect(created.data.secret).toHaveLength(32)
    expect(found[0]._id).toBe(created._id)
    expect(published[0]).toMatchObject({ frm: '+12025550101', to: '+12025550199', direction: 'outbound' })
    expect(messages[0].text).toBe('Is the volcano lair still free?')
    const event = status.find((one) => one.user_email)
    expect(event).toMatchObject({ user_email: 'ada@example.com', status: { status: 'away' } })
  })

  it('the guide to the chat works as printed', () => {
    const { blocks, answers } = follow(guide)
    expect(blocks.length).toBe(9)
    expect(answers.map((answer) => answer.result)).toEqual(Array(answers.length).fill('success'))
    const found = answers.filter((answer) => answer.messages?.[0]?.match_content)
    expect(found.map((answer) => answer.messages[0].match_content.match(/highlight">(.*?)</)[1])).toEqual([
      'margherita',
      '季',
      'café',
    ])
  })

  it('its table of settings names every setting, and no other', () => {
    const source = (name: string) => readFileSync(resolve(import.meta.dirname, '../../src', name), 'utf8')
    const config = source('config/config.ts') + source('config/read-pbx-settings.ts')
    const read = [...config.matchAll(/read\('([A-Z_]+)'\)/g)].map((match) => match[1]!)
    const table = [...readme.matchAll(/^\| `([A-Z_]+)` \|/gm)].map((match) => match[1]!)
    expect([...new Set(table)].sort()).toEqual([...new Set(read)].sort())
  })
})
