import { expect, it } from 'vitest'
import { changed, type FixtureChange, translated } from '../../../../../test/harness/webhook-fixtures.ts'
import { translateFixture } from '../write-guide.ts'
import { bitbucket } from './translate-bitbucket.ts'

const content = (name: string, change: FixtureChange = {}) => translated(bitbucket, name, change)?.content
const page = 'https://bitbucket.org/brass/engine'
const request = `[#12 Loosen the belt](${page}/pull-requests/12)`

it('a push lists its commits with authors and links', () => {
  const [newer, older] = [
    'da1560886d4f094c3e6c9ef40349f7d38b5d27d7',
    'b6568db1bc1dcd7f8b4d5a946b0b91f9dacd7327',
  ]
  expect(translated(bitbucket, 'push')).toEqual({
    topic: 'engine / main',
    content: [
      `Ada Lovelace [pushed 2 commits](${page}/branches/compare/${newer}..95790bf891e76fee5e1747ab589903a6a1f80f22) to \`main\`:`,
      `* [da15608](${page}/commits/${newer}) Print the numbers`,
      `* [b6568db](${page}/commits/${older}) Oil the gears (Grace Hopper)`,
    ].join('\n'),
  })
  expect(content('push', { body: { 'push.changes.0.forced': true } })).toContain('[force-pushed 2 commits]')
  expect(content('push', { body: { 'push.changes.0.truncated': true } })).toContain('2 commits or more]')
})

it('branches and tags are created and deleted', () => {
  expect(content('push-new-branch')).toBe(
    `Ada Lovelace [pushed](${page}/branch/feature/valve) new branch \`feature/valve\``,
  )
  expect(translated(bitbucket, 'push-deleted-tag')).toEqual({
    topic: 'engine',
    content: 'Ada Lovelace deleted tag `v1.7`',
  })
})

it('a pull request has a topic, from the first message to the merge', () => {
  expect(translated(bitbucket, 'pull-request-created')).toEqual({
    topic: 'engine / PR #12 Loosen the belt',
    content: `Ada Lovelace opened PR ${request}, from \`belt\` into \`main\`\n> It was **too tight** at high speed.`,
  })
  expect(content('pull-request-approved')).toBe(`Grace Hopper approved PR ${request}`)
  expect(content('pull-request-merged')).toBe(`Ada Lovelace merged PR ${request}`)
  expect(content('pull-request-comment')).toBe(
    `Grace Hopper [commented](${page}/pull-requests/12#comment-170) on PR ${request}\n> Try **oil**.`,
  )
})

it('issues and builds', () => {
  expect(translated(bitbucket, 'issue-created')).toEqual({
    topic: 'engine / issue #7 The valve sticks',
    content: `Ada Lovelace opened issue [#7 The valve sticks](${page}/issues/7)\n> Only when it is *cold*.`,
  })
  expect(content('issue-comment')).toContain(`[commented](${page}/issues/7#comment-170) on issue [#7`)
  expect(translated(bitbucket, 'build-failed')).toEqual({
    topic: 'engine / main',
    content: `❌ [Pipeline #31](${page}/addon/pipelines/home#!/results/31): failed\n> 2 of 300 tests failed`,
  })
  const running = { 'commit_status.state': 'INPROGRESS' }
  expect(translated(bitbucket, 'build-failed', { body: running })).toBeUndefined()
})

it('a Bitbucket of your own has other events', () => {
  expect(translateFixture(bitbucket, changed(bitbucket, 'server-push', {}))).toEqual([
    { topic: 'Engine / main', content: 'Ada Lovelace pushed to branch `main`' },
    { topic: 'Engine', content: 'Ada Lovelace pushed new tag `v1.8`' },
  ])
  const own = '[#11 Loosen the belt](https://git.example.com/projects/BRASS/repos/engine/pull-requests/11)'
  expect(translated(bitbucket, 'server-pull-request-opened')).toEqual({
    topic: 'Engine / PR #11 Loosen the belt',
    content: `Ada Lovelace opened PR ${own}, from \`belt\` into \`main\`\n> It was too tight.`,
  })
  expect(content('server-comment')).toBe(`Grace Hopper commented on PR ${own}\n> I am \\*for\\* it.`)
  expect(content('server-pull-request-needs-work')).toBe(
    'Grace Hopper asks for more work on PR #11 Loosen the belt',
  )
})

it('filters know branches and events, and unknown events are refused', () => {
  const options = { branches: 'release/*' }
  for (const name of ['push', 'build-failed']) {
    expect(translated(bitbucket, name, { options }), name).toBeUndefined()
  }
  expect(translated(bitbucket, 'push-deleted-tag', { options })).toBeDefined()
  expect(translated(bitbucket, 'issue-created', { options: { only_events: ['repo:*'] } })).toBeUndefined()
  expect(() => content('push', { headers: { 'X-Event-Key': 'repo:transfer' } })).toThrow(
    "The 'repo:transfer' event isn't currently supported by the Bitbucket webhook",
  )
})
