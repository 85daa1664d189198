import { expect, it } from 'vitest'
import { translated } from '../../../../../test/harness/webhook-fixtures.ts'
import { Payload } from '../payload.ts'
import { json, printJson } from './translate-json.ts'

const translate = (value: unknown) => json.translate(new Payload(value), { headers: {}, options: {} })

it('a text becomes the message, as Markdown', () => {
  expect(translated(json, 'message')).toEqual({
    topic: 'nightly backup',
    content: 'Backup of **db-1** finished in 12 min: `4.2 GB`',
  })
})

it.each(['content', 'message', 'text', 'body'])('the text may be called %s', (key) => {
  expect(translate({ [key]: 'hello' })).toEqual({ topic: 'JSON', content: 'hello' })
})

it.each(['topic', 'title', 'subject'])('the topic may be called %s', (key) => {
  expect(translate({ [key]: 'news', text: 'hello' })).toEqual({ topic: 'news', content: 'hello' })
})

it('anything else is shown as code', () => {
  expect(translated(json, 'whole-payload')).toMatchObject({
    topic: 'JSON',
    content: expect.stringMatching(/^```json\n\{\n {2}"sensor": "cellar",[\s\S]*\n```$/),
  })
})

it.each([[[1, 2]], ['text'], [7], [null], [true], [{}], [{ text: '' }], [{ text: 5 }]])(
  'the payload %j is shown as code',
  (value) => {
    expect(translate(value)).toEqual({
      topic: 'JSON',
      content: `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``,
    })
  },
)

it('code cannot be left', () => {
  const { content } = translate({ evil: 'x\n```\n@**all**' }) as { content: string }
  expect(content.startsWith('````json\n')).toBe(true)
  expect(content.endsWith('\n````')).toBe(true)
})

it('deep, long and large payloads are cut', () => {
  let deep: unknown = 1
  for (let level = 0; level < 100_000; level++) deep = [deep]
  expect(printJson(deep)).toContain('"…"')
  expect(printJson(Array.from({ length: 60 }, (_, index) => index))).toMatch(/49,\n {2}"…"\n\]$/)
  const wide = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`k${index}`, index]))
  expect(Object.keys(JSON.parse(printJson(wide)))).toHaveLength(51)
  expect((translate({ x: 'y'.repeat(1e6) }) as { content: string }).content.length).toBeLessThan(8100)
})
