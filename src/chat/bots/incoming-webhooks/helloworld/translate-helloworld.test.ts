import { expect, it } from 'vitest'
import { translated } from '../../../../../test/harness/webhook-fixtures.ts'
import { helloworld } from './translate-helloworld.ts'

it('links the article in bold', () => {
  expect(translated(helloworld, 'featured-article')).toEqual({
    topic: 'Hello World',
    content:
      'Hello! I am happy to be here! :smile:\nThe Wikipedia featured article for today is **[Marilyn Monroe](https://en.wikipedia.org/wiki/Marilyn_Monroe)**',
  })
})

it('takes the title as it is', () => {
  const message = translated(helloworld, 'featured-article', { body: { featured_title: '[*x*]' } })
  expect(message?.content).toContain('**[\\[\\*x\\*\\]](https://')
})
