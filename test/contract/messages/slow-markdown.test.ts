import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { codeLanguages } from '../../../src/chat/markdown/highlight-code.ts'
import { textOfHtml } from '../../../src/chat/messages/search-index/visible-text.ts'
import { engines } from '../../harness/engines.ts'
import { startWorld, type World } from '../../harness/world.ts'
import { readMessage, sendToStream } from './message-requests.ts'

const code = (language: string, text: string) => `~~~${language}\n${text}\n~~~`
/** Longer than the deadline: the time to colour it grows with the square of its length. */
const slow = code('java', '$'.repeat(7900))
const plainSlow = `<code>${'$'.repeat(7900)}\n</code>`

/** How often others are answered, one after the other, before that. */
async function countAnswersUntil(world: World, settled: Promise<unknown>): Promise<number> {
  let isSettled = false
  void settled.finally(() => {
    isSettled = true
  })
  let answers = 0
  while (!isSettled) {
    await world.ada.get('/users/me')
    answers += 1
    // An injected request never leaves this turn of the event loop, in which no thread is heard.
    await nextTurn()
  }
  return answers
}

describe.each(engines)('Messages that take long to render, on %s', (engine) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(engine)
  })
  afterAll(() => world.stop())

  const metric = async (reason: string) => {
    const { payload } = await world.app.inject('/metrics')
    const line = payload.split('\n').find((one) => one.includes(`reason="${reason}"`))
    return Number(line?.split(' ').at(-1))
  }

  it('are sent without colours, and others are answered meanwhile', async () => {
    const before = await metric('deadline')
    const sent = sendToStream(world.ben, 'general', 'slow', `hi @**all**\n\n${slow}`)
    expect(await countAnswersUntil(world, sent)).toBeGreaterThan(5)
    const { content, flags } = await readMessage(world.ada, await sent)
    expect(content).toContain(plainSlow)
    expect(content).toContain('data-code-language="Java"')
    expect(flags).toContain('wildcard_mentioned')
    expect(await metric('deadline')).toBeGreaterThan(before)
  })

  it('are edited and previewed like that, too', async () => {
    const id = await sendToStream(world.ben, 'general', 'slow', 'quick')
    const edited = world.ben.patch(`/messages/${id}`, { content: slow })
    expect(await countAnswersUntil(world, edited)).toBeGreaterThan(5)
    expect((await edited).body.result).toBe('success')
    expect((await readMessage(world.ada, id)).content).toContain(plainSlow)
    const preview = await world.ben.post('/messages/render', { content: slow })
    expect(preview.body.rendered).toContain(plainSlow)
  })
})

/** What grammars look ahead for, again and again: marks, words, numbers, lines, and beginnings without an end. */
const tokens = [...'$("<{\\` 1a\n', '/*']

describe('Code of every language, made to be slow', () => {
  let world: World
  beforeAll(async () => {
    world = await startWorld('SQLite', { RATE_LIMIT_PER_MINUTE: '0' })
  })
  afterAll(() => world.stop())

  it.each(codeLanguages)(
    '$id',
    async ({ id, title }) => {
      for (const token of tokens) {
        const text = token.repeat(Math.floor(7900 / token.length))
        const sent = await sendToStream(world.ben, 'general', id, code(id, text))
        const { content } = await readMessage(world.ada, sent)
        expect(content).toContain(`data-code-language="${title}"`)
        // With colours or without, every character is there.
        expect(textOfHtml(content)).toContain(text.trim())
      }
    },
    120_000,
  )
})
