import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../../harness/engines.ts'
import { startWorld, type World } from '../../harness/world.ts'
import { indexEverything } from './index-everything.ts'
import { expectRefusal, readMessages, sendToStream } from './message-requests.ts'

const mark = (text: string) => `<span class="highlight">${text}</span>`
const places = engines.flatMap((engine) => [
  { engine, isIndexed: false, state: 'before the index has it' },
  { engine, isIndexed: true, state: 'from the index' },
])

describe.each(places)('Narrow search, what matched, $state, on $engine', ({ engine, isIndexed }) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(engine)
  })
  afterAll(() => world.stop())

  const search = async (operand: string, negated = false) => {
    if (isIndexed) await indexEverything(world)
    return (await readMessages(world.ada, [{ operator: 'search', operand, negated }])).at(-1)
  }

  it('match_content, match_subject | HTML with the words marked, the message itself unchanged', async () => {
    const id = await sendToStream(world.ada, 'test', 'Whale watching', 'a **whale** came, a Whale went')
    expect(await search('whale came')).toMatchObject({
      id,
      subject: 'Whale watching',
      content: '<p>a <strong>whale</strong> came, a Whale went</p>',
      match_subject: `${mark('Whale')} watching`,
      match_content: `<p>a <strong>${mark('whale')}</strong> ${mark('came')}, a ${mark('Whale')} went</p>`,
    })
  })

  it('match_content | tags and addresses in them are left alone', async () => {
    await sendToStream(world.ada, 'test', 'x', '[strong](https://example.org/strong)')
    const { match_content } = await search('strong')
    expect(match_content).toContain('href="https://example.org/strong"')
    expect(match_content).toContain(`>${mark('strong')}<`)
  })

  it('match_content | character references stay whole', async () => {
    await sendToStream(world.ada, 'test', 'a & amp', 'an amp & a quote: <lt> "lt"')
    const message = await search('amp lt')
    expect(message.match_content).toBe(
      `<p>an ${mark('amp')} &amp; a quote: &lt;${mark('lt')}&gt; &quot;${mark('lt')}&quot;</p>`,
    )
    expect(message.match_subject).toBe(`a &amp; ${mark('amp')}`)
  })

  it('match_content | a word with characters that HTML escapes is marked', async () => {
    await sendToStream(world.ada, 'test', 'x', 'so a<b it is')
    expect((await search('a<b')).match_content).toBe(`<p>so ${mark('a&lt;b')} it is</p>`)
  })

  it('match_subject | the topic is escaped', async () => {
    await sendToStream(world.ada, 'test', '<b>bold</b>', 'xylophone')
    expect((await search('xylophone')).match_subject).toBe('&lt;b&gt;bold&lt;/b&gt;')
  })

  it('match_content, match_subject | absent without a search, and for a negated one', async () => {
    await sendToStream(world.ada, 'test', 'x', 'zebra')
    const plain = (await readMessages(world.ada)).at(-1)
    for (const message of [plain, await search('unicorn', true)]) {
      expect(message.content).toBe('<p>zebra</p>')
      expect(message).not.toHaveProperty('match_content')
      expect(message).not.toHaveProperty('match_subject')
    }
  })

  it('letters beyond ASCII are found, and marked, in any case', async () => {
    const id = await sendToStream(world.ada, 'test', 'Größe', 'ÜBER den Wölfen')
    for (const operand of ['ÜBER', 'über', 'Über', 'wölfen', 'GRÖSSE'.replace('SS', 'ß')]) {
      expect(await search(operand)).toMatchObject({ id })
    }
    expect((await search('über')).match_content).toBe(`<p>${mark('ÜBER')} den Wölfen</p>`)
  })

  it('an edited message is found by its new text only', async () => {
    const id = await sendToStream(world.ada, 'test', 'x', 'caterpillar')
    expect(await search('caterpillar')).toMatchObject({ id })
    await world.ada.patch(`/messages/${id}`, { content: 'butterfly' })
    expect(await search('caterpillar')).toBeUndefined()
    expect(await search('butterfly')).toMatchObject({ id })
  })

  it('a search has 50 words at most', async () => {
    const words = (count: number) => Array.from({ length: count }, (_, index) => `w${index}`).join(' ')
    const id = await sendToStream(world.ada, 'test', 'x', words(50))
    expect(await search(words(50))).toMatchObject({ id })
    const narrow = [{ operator: 'search', operand: words(51) }]
    const answer = await world.ada.get('/messages', { anchor: 0, num_before: 0, num_after: 1, narrow })
    const desc = 'too many words (limit: 50)'
    expectRefusal(answer, `Invalid narrow operator: ${desc}`, { code: 'BAD_NARROW', desc })
  })
})
