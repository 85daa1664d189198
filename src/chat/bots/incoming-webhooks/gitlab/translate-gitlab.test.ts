import { describe, expect, it } from 'vitest'
import { type FixtureChange, translated } from '../../../../../test/harness/webhook-fixtures.ts'
import { gitlab } from './translate-gitlab.ts'

const content = (name: string, change: FixtureChange = {}) => translated(gitlab, name, change)?.content
const page = 'https://gitlab.example.com/brass/engine'

describe('pushes', () => {
  it('list the commits with their authors and links', () => {
    expect(translated(gitlab, 'push')).toEqual({
      topic: 'engine / main',
      content: [
        `Ada Lovelace [pushed 2 commits](${page}/-/compare/95790bf891e76fee5e1747ab589903a6a1f80f22...da1560886d4f094c3e6c9ef40349f7d38b5d27d7) to \`main\`:`,
        `* [b6568db](${page}/-/commit/b6568db1bc1dcd7f8b4d5a946b0b91f9dacd7327) Oil the gears (Grace Hopper)`,
        `* [da15608](${page}/-/commit/da1560886d4f094c3e6c9ef40349f7d38b5d27d7) Print the numbers`,
      ].join('\n'),
    })
  })

  it('say how many commits there are beyond those sent', () => {
    const text = content('push', { body: { total_commits_count: 90 } })
    expect(text).toContain('[pushed 90 commits]')
    expect(text).toMatch(/\* …and 88 more$/)
  })

  it('of a new branch, a deleted one, and tags', () => {
    expect(content('push-new-branch')).toMatch(/\[pushed\]\(.*\) new branch `feature\/valve`$/)
    expect(content('push-deleted-branch')).toBe('Ada Lovelace deleted branch `feature/valve`')
    expect(content('tag-push')).toBe(`Ada Lovelace [pushed](${page}/-/tags/v1.8.0) tag \`v1.8.0\``)
    expect(content('tag-push', { body: { after: '0'.repeat(40) } })).toBe('Ada Lovelace deleted tag `v1.8.0`')
  })

  it('branches | others make no message, nor do their pipelines and jobs', () => {
    const options = { branches: 'release/*' }
    for (const name of ['push', 'pipeline-failed', 'job']) {
      expect(translated(gitlab, name, { options }), name).toBeUndefined()
    }
    expect(translated(gitlab, 'push-new-branch', { options: { branches: 'feature/*' } })).toBeDefined()
    expect(translated(gitlab, 'issue-opened', { options })).toBeDefined()
  })
})

describe('merge requests', () => {
  it('are opened, merged and approved', () => {
    expect(translated(gitlab, 'merge-request-opened')).toEqual({
      topic: 'engine / MR !12 Loosen the belt',
      content: `Ada Lovelace opened MR [!12 Loosen the belt](${page}/-/merge_requests/12), from \`belt\` into \`main\`\n> It was **too tight** at high speed.`,
    })
    expect(content('merge-request-merged')).toMatch(/merged \[!12 .* into `main`$/)
    expect(content('merge-request-approved')).toMatch(/approved \[!12 /)
  })

  it.each([
    ['close', 'closed [!12'],
    ['reopen', 'reopened [!12'],
    ['unapproved', 'took back the approval of [!12'],
    ['update', 'updated [!12'],
    [undefined, 'updated [!12'],
  ])('action %s', (action, words) => {
    expect(content('merge-request-approved', { body: { 'object_attributes.action': action } })).toContain(
      words,
    )
  })

  it('say what was changed about them', () => {
    expect(content('merge-request-commits')).toContain('pushed new commits to [!12')
    expect(content('merge-request-assigned')).toContain('assigned Grace Hopper to [!12')
    const changes = { title: { previous: 'Tighten', current: 'Loosen the belt' } }
    expect(content('merge-request-assigned', { body: { changes } })).toContain('which was “Tighten”')
  })

  it('an unknown action is refused', () => {
    const body = { 'object_attributes.action': 'rotate' }
    expect(() => content('merge-request-opened', { body })).toThrow(
      "The 'Merge Request Hook.rotate' event isn't currently supported by the GitLab webhook",
    )
  })
})

it('an issue has a topic of its own, which says what happens to it', () => {
  expect(translated(gitlab, 'issue-opened')?.topic).toBe('engine / issue #23 Spelling error in the README')
  expect(content('issue-opened')).toMatch(/opened issue \[#23 .* for Grace Hopper\n> It says/)
  expect(content('issue-labels')).toMatch(/set the labels of \[#23 .* to `docs`, `good first issue`$/)
  expect(content('issue-closed', { headers: { 'X-Gitlab-Event': 'Confidential Issue Hook' } })).toContain(
    'closed [#23',
  )
})

it('comments are in the topic of what they are about', () => {
  expect(translated(gitlab, 'note-issue')?.topic).toBe('engine / issue #23 Spelling error in the README')
  expect(translated(gitlab, 'note-merge-request')?.topic).toBe('engine / MR !12 Loosen the belt')
  expect(translated(gitlab, 'note-commit')?.topic).toBe('engine')
  const snippet = { 'object_attributes.noteable_type': 'Snippet', snippet: { id: 1, title: 'Valve' } }
  expect(content('note-commit', { body: snippet })).toContain('on snippet Valve')
  expect(() => content('note-commit', { body: { 'object_attributes.noteable_type': 'Epic' } })).toThrow(
    'Note Hook.Epic',
  )
})

it('pipelines and jobs make a message when they are done', () => {
  expect(content('pipeline-failed')).toBe(
    `❌ [Pipeline 31](${page}/-/pipelines/31) on \`main\`: failed after 63 s\n* test: [spec 1/2](${page}/-/jobs/381) failed`,
  )
  expect(content('job')).toBe(`✅ [Job compile](${page}/-/jobs/1977) of stage build on \`main\`: success`)
  for (const status of ['created', 'pending', 'running']) {
    expect(
      translated(gitlab, 'pipeline-failed', { body: { 'object_attributes.status': status } }),
    ).toBeUndefined()
    expect(translated(gitlab, 'job', { body: { build_status: status } })).toBeUndefined()
  }
})

it('wiki pages and releases are announced with their links', () => {
  expect(content('wiki-page')).toBe(
    `Ada Lovelace created wiki page [How to oil](${page}/-/wikis/how-to-oil)\n> first words`,
  )
  expect(content('wiki-page', { body: { 'object_attributes.action': 'delete' } })).toContain(
    'deleted wiki page How to oil',
  )
  expect(translated(gitlab, 'release')?.topic).toBe('engine / releases')
})

it('filters know events and their actions', () => {
  const options = { exclude_events: ['Merge Request Hook.update', 'Job*'] }
  expect(translated(gitlab, 'merge-request-commits', { options })).toBeUndefined()
  expect(translated(gitlab, 'job', { options })).toBeUndefined()
  expect(translated(gitlab, 'merge-request-merged', { options })).toBeDefined()
})
