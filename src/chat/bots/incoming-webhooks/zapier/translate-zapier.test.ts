import { expect, it } from 'vitest'
import { translated } from '../../../../../test/harness/webhook-fixtures.ts'
import { zapier } from './translate-zapier.ts'

it('the message is what people wrote, as Markdown', () => {
  expect(translated(zapier, 'message')).toEqual({
    topic: 'Orders',
    content: 'New order of **3 gears** from Grace',
  })
  expect(translated(zapier, 'without-topic')).toEqual({
    topic: 'Zapier',
    content: 'It is raining in London.',
  })
})

it('a message without text is refused, and none notifies everyone', () => {
  expect(() => translated(zapier, 'message', { body: { content: undefined } })).toThrow(
    "Missing 'content' in the payload",
  )
  expect(translated(zapier, 'message', { body: { content: '@**all** hi' } })?.content).toBe('@_**all** hi')
})
