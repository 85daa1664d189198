import { expect, it } from 'vitest'
import { changed, translated } from '../../../../../test/harness/webhook-fixtures.ts'
import { translateFixture } from '../write-guide.ts'
import { forgejo } from './translate-forgejo.ts'

const page = 'https://codeberg.example.org/brass/engine'

it('the events of Gitea come with headers of its own', () => {
  expect(translated(forgejo, 'push')?.topic).toBe('engine / main')
  expect(translated(forgejo, 'pull-request-opened')).toEqual({
    topic: 'engine / PR #12 Loosen the belt',
    content: `Ada Lovelace opened PR [#12 Loosen the belt](${page}/pulls/12), from \`belt\` into \`main\`\n> It was **too tight**.`,
  })
  expect(translated(forgejo, 'issue-comment')?.content).toBe(
    `grace [commented](${page}/issues/7#issuecomment-3) on issue [#7 The valve sticks](${page}/issues/7)\n> Try **oil**.`,
  )
  expect(translated(forgejo, 'release')?.topic).toBe('engine / releases')
})

it('a request with the headers of another service is refused', () => {
  const fixture = { ...changed(forgejo, 'push', {}), headers: { 'X-Gitea-Event': 'push' } }
  expect(() => translateFixture(forgejo, fixture)).toThrow("Missing the HTTP event header 'X-Forgejo-Event'")
})
