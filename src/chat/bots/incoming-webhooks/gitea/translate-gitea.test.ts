import { expect, it } from 'vitest'
import { type FixtureChange, translated } from '../../../../../test/harness/webhook-fixtures.ts'
import { gitea } from './translate-gitea.ts'

const content = (name: string, change: FixtureChange = {}) => translated(gitea, name, change)?.content
const page = 'https://gitea.example.com/brass/engine'
const issue = `issue [#7 The valve sticks](${page}/issues/7)`
const request = `PR [#12 Loosen the belt](${page}/pulls/12)`

it('a push lists its commits with authors and links', () => {
  const [newer, older] = [
    'da1560886d4f094c3e6c9ef40349f7d38b5d27d7',
    'b6568db1bc1dcd7f8b4d5a946b0b91f9dacd7327',
  ]
  expect(translated(gitea, 'push')).toEqual({
    topic: 'engine / main',
    content: [
      `Ada Lovelace [pushed 2 commits](${page}/compare/95790bf891e76fee5e1747ab589903a6a1f80f22...${newer}) to \`main\`:`,
      `* [da15608](${page}/commit/${newer}) Print the numbers`,
      `* [b6568db](${page}/commit/${older}) Oil the gears (grace)`,
    ].join('\n'),
  })
  expect(content('push', { body: { total_commits: 90 } })).toMatch(
    /\[pushed 90 commits\][\s\S]*…and 88 more$/,
  )
  expect(translated(gitea, 'push', { body: { ref: 'refs/tags/v1.8' } }), 'tags are created').toBeUndefined()
  expect(translated(gitea, 'push', { options: { branches: 'release/*' } })).toBeUndefined()
})

it('tags and branches come and go', () => {
  expect(translated(gitea, 'create-tag')).toEqual({
    topic: 'engine',
    content: 'Ada Lovelace created tag `v1.8`',
  })
  expect(
    content('create-tag', { headers: { 'X-Gitea-Event': 'delete' }, body: { ref_type: 'branch' } }),
  ).toBe('Ada Lovelace deleted branch `v1.8`')
})

it('an issue has a topic', () => {
  expect(translated(gitea, 'issue-opened')).toEqual({
    topic: 'engine / issue #7 The valve sticks',
    content: `Ada Lovelace opened ${issue}\n> Only when it is *cold*.`,
  })
  expect(content('issue-opened', { body: { action: 'closed' } })).toBe(`Ada Lovelace closed ${issue}`)
  expect(content('issue-opened', { body: { action: 'label_updated' } })).toBe(
    `Ada Lovelace label updated ${issue}`,
  )
  expect(translated(gitea, 'issue-comment')).toEqual({
    topic: 'engine / issue #7 The valve sticks',
    content: `grace [commented](${page}/issues/7#issuecomment-3) on ${issue}\n> Try **oil**.`,
  })
  expect(content('issue-comment', { body: { action: 'deleted' } })).toBe(
    `grace deleted a comment on ${issue}`,
  )
  expect(translated(gitea, 'issue-comment', { body: { is_pull: true } })?.topic).toBe(
    'engine / PR #7 The valve sticks',
  )
})

it('a pull request is opened, extended, reviewed and merged', () => {
  expect(translated(gitea, 'pull-request-opened')).toEqual({
    topic: 'engine / PR #12 Loosen the belt',
    content: `Ada Lovelace opened ${request}, from \`belt\` into \`main\`\n> It was **too tight**.`,
  })
  const synchronized = { action: 'synchronized' }
  expect(content('pull-request-opened', { body: synchronized })).toContain('pushed new commits to PR')
  expect(content('pull-request-merged')).toBe(`Ada Lovelace merged ${request}`)
  expect(content('pull-request-merged', { body: { 'pull_request.merged': false } })).toContain('closed PR')
  expect(content('pull-request-approved')).toBe(`grace approved ${request}\n> Well **done**.`)
})

it('releases are announced', () => {
  expect(translated(gitea, 'release')).toEqual({
    topic: 'engine / releases',
    content: `Ada Lovelace published release [Less noise](${page}/releases/tag/v1.8) (\`v1.8\`)\n> * quieter gears`,
  })
})

it('filters know actions, and unknown events are refused', () => {
  const options = { exclude_events: ['pull_request.synchronized'] }
  const body = { action: 'synchronized' }
  expect(translated(gitea, 'pull-request-opened', { options, body })).toBeUndefined()
  expect(() => content('push', { headers: { 'X-Gitea-Event': 'wiki' } })).toThrow("The 'wiki' event isn't")
})
