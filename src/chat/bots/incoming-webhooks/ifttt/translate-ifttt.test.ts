import { expect, it } from 'vitest'
import { translated } from '../../../../../test/harness/webhook-fixtures.ts'
import { ifttt } from './translate-ifttt.ts'

it('the message is what people wrote, as Markdown', () => {
  expect(translated(ifttt, 'message')).toEqual({
    topic: 'Weather',
    content: 'It starts to **rain** in London.',
  })
  expect(translated(ifttt, 'without-topic')).toEqual({
    topic: 'IFTTT',
    content: 'Grace has arrived at the office.',
  })
})

it('a message without text is refused, and none notifies everyone', () => {
  expect(() => translated(ifttt, 'message', { body: { content: undefined } })).toThrow(
    "Missing 'content' in the payload",
  )
  expect(translated(ifttt, 'message', { body: { content: '@**all** hi' } })?.content).toBe('@_**all** hi')
})
