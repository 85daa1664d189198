import { describe, expect, it } from 'vitest'
import { type FixtureChange, readFixtures, translated } from '../../../../../test/harness/webhook-fixtures.ts'
import { github } from './translate-github.ts'

const content = (name: string, change: FixtureChange = {}) => translated(github, name, change)?.content
const page = 'https://github.com/acme/engine'

describe('pushes', () => {
  it('list the commits, with authors other than the pusher', () => {
    expect(translated(github, 'push')).toEqual({
      topic: 'engine / main',
      content: [
        `ada-l [pushed 2 commits](${page}/compare/0d1a26e67d8f...a10867b14bb7) to \`main\`:`,
        `* [5f71a3c](${page}/commit/5f71a3c2d0a4bb0b8e8d7c6b5a49382716050403) Count the teeth of \\\`gear_wheel\\\` twice (ghopper)`,
        `* [a10867b](${page}/commit/a10867b14bb761a232cd80139fbd4c0d33264240) Print \\*Bernoulli\\* numbers (#7)`,
      ].join('\n'),
    })
  })

  it('of many commits list twenty', () => {
    const commit = (readFixtures(github).get('push')!.body as { commits: unknown[] }).commits[0]
    const text = content('push', { body: { commits: Array.from({ length: 150 }, () => commit) } })!
    expect(text).toContain('[pushed 150 commits]')
    expect(text.split('\n')).toHaveLength(22)
    expect(text).toMatch(/\n\* …and 130 more$/)
  })

  it('of a new, a forced, a deleted branch and a tag', () => {
    expect(content('push-new-branch')).toMatch(
      /^ada-l \[pushed\]\(.*\) new branch `steam-valve` with 1 commit:\n/,
    )
    expect(content('push-force')).toMatch(/^ada-l \[force-pushed\]\(.*\) `steam-valve`, 1 commit:\n/)
    expect(content('push-deleted-branch')).toBe('ada-l deleted branch `steam-valve`')
    expect(translated(github, 'push-tag')).toEqual({
      topic: 'engine',
      content: `ada-l [pushed](${page}/compare/v1.8.0) tag \`v1.8.0\``,
    })
    expect(content('push-tag', { body: { deleted: true } })).toBe('ada-l deleted tag `v1.8.0`')
  })

  it.each([
    ['main', true],
    ['main,release/*', true],
    [' other , ma* ', true],
    ['', true],
    ['release/*', false],
    ['mai', false],
  ])('branches=%s lets main through: %s', (branches, through) => {
    const change = { options: { branches } }
    expect(translated(github, 'push', change) !== undefined).toBe(through)
    for (const name of ['check-run', 'check-suite', 'workflow-run', 'status']) {
      expect(translated(github, name, change) !== undefined, name).toBe(through)
    }
    expect(translated(github, 'pull-request-opened', change)).toBeDefined()
    expect(translated(github, 'push-tag', change)).toBeDefined()
  })
})

describe('pull requests', () => {
  it('are opened with their text, without the comments of templates', () => {
    expect(translated(github, 'pull-request-opened')).toEqual({
      topic: 'engine / PR #12 [WIP] Loosen the belt',
      content: [
        `ada-l opened PR [#12 \\[WIP\\] Loosen the belt](${page}/pull/12), from \`belt\` into \`main\``,
        '> The belt was **too tight** at high speed.',
        '>',
        '> - [x] measured',
        '> - [ ] greased',
      ].join('\n'),
    })
    expect(content('pull-request-opened', { body: { 'pull_request.draft': true } })).toContain(
      'opened draft PR [#12',
    )
    expect(content('pull-request-opened', { body: { 'pull_request.body': null } })).not.toContain('\n')
  })

  it.each([
    ['reopened', 'reopened [#12'],
    ['converted_to_draft', 'turned [#12'],
    ['auto_merge_enabled', 'lets [#12'],
    ['auto_merge_disabled', 'no longer lets [#12'],
    ['enqueued', 'to the merge queue'],
    ['dequeued', 'from the merge queue'],
    ['locked', 'locked [#12'],
    ['edited', 'edited [#12'],
  ])('%s', (action, words) => {
    expect(content('pull-request-closed', { body: { action } })).toContain(words)
  })

  it('say whether they were merged or closed', () => {
    expect(content('pull-request-merged')).toMatch(/^ada-l merged \[#12 .* into `main`$/)
    expect(content('pull-request-closed')).toMatch(/^ada-l closed \[#12 .* without merging$/)
  })

  it('ask a person or a team for a review', () => {
    expect(content('pull-request-review-requested')).toContain('ada-l asked ghopper to review [#12')
    const body = { requested_reviewer: undefined, requested_team: { name: 'Stokers' } }
    expect(content('pull-request-review-requested', { body })).toContain('asked the team Stokers to review')
  })

  it('name the reviewer, the verdict and the words of a review', () => {
    expect(content('pull-request-review')).toMatch(
      /^ghopper \[approved\]\(.*\) \[#12 .*\n> Runs \*\*much\*\* quieter/,
    )
    expect(content('pull-request-changes-requested')).toContain('[requested changes to](')
    expect(content('pull-request-review', { body: { action: 'dismissed' } })).toMatch(
      /\[dismissed a review of\]\([^\n]*$/,
    )
  })

  it('an empty review around comments makes no message', () => {
    const body = { 'review.state': 'commented', 'review.body': null }
    expect(translated(github, 'pull-request-review', { body })).toBeUndefined()
  })
})

describe('issues and comments', () => {
  it('say who opened, closed or assigned them', () => {
    expect(content('issue-opened')).toBe(
      `ghopper opened issue [#7 Spelling error in the README](${page}/issues/7)\n> It says \`stean\` instead of \`steam\`.`,
    )
    expect(content('issue-closed')).toMatch(/closed .* as not planned$/)
    expect(content('issue-assigned')).toContain('assigned ada-l to [#7')
    expect(content('issue-assigned', { body: { action: 'unassigned' } })).toContain(
      'unassigned ada-l from [#7',
    )
    expect(content('issue-milestoned', { body: { action: 'demilestoned' } })).toContain(
      'from the milestone *v1.8*',
    )
  })

  it('are commented on, each in its topic', () => {
    expect(translated(github, 'issue-comment')?.topic).toBe('engine / issue #7 Spelling error in the README')
    expect(translated(github, 'pull-request-comment')?.topic).toBe('engine / PR #12 [WIP] Loosen the belt')
    expect(content('issue-comment', { body: { action: 'deleted' } })).toMatch(
      /^ada-l deleted a comment on [^\n]*$/,
    )
    expect(content('issue-comment', { body: { action: 'edited' } })).toContain('edited a [comment](')
  })
})

describe('what makes no message', () => {
  it.each([
    ['check-run', 'created'],
    ['check-suite', 'requested'],
    ['workflow-run', 'in_progress'],
    ['release', 'created'],
    ['release', 'released'],
    ['repository-renamed', 'constructor'],
  ])('%s %s', (name, action) => {
    expect(translated(github, name, { body: { action } })).toBeUndefined()
  })

  it('a status or a deployment that is not done', () => {
    expect(translated(github, 'status', { body: { state: 'pending' } })).toBeUndefined()
    expect(
      translated(github, 'deployment-status', { body: { 'deployment_status.state': 'in_progress' } }),
    ).toBeUndefined()
  })

  it('private repositories, if they are to be ignored', () => {
    const options = { ignore_private_repositories: true }
    expect(translated(github, 'push', { options })).toBeDefined()
    expect(translated(github, 'push', { options, body: { 'repository.private': true } })).toBeUndefined()
    expect(translated(github, 'push', { body: { 'repository.private': true } })).toBeDefined()
  })

  it.each([
    [{ only_events: ['push'] }, true],
    [{ only_events: ['pu*'] }, true],
    [{ only_events: ['issues', 'pull_request'] }, false],
    [{ only_events: [] }, false],
    [{ exclude_events: ['push'] }, false],
    [{ exclude_events: ['issue*'] }, true],
    [{ only_events: ['push'], exclude_events: ['*'] }, false],
  ])('%j lets a push through: %s', (options, through) => {
    expect(translated(github, 'push', { options }) !== undefined).toBe(through)
  })

  it('a filter can name an action of an event', () => {
    const options = { exclude_events: ['pull_request.labeled'] }
    expect(translated(github, 'pull-request-labeled', { options })).toBeUndefined()
    expect(translated(github, 'pull-request-opened', { options })).toBeDefined()
  })

  it('an unknown event that is excluded is no mistake', () => {
    const headers = { 'X-GitHub-Event': 'sponsorship' }
    expect(translated(github, 'push', { headers, options: { exclude_events: ['sponsor*'] } })).toBeUndefined()
    expect(() => translated(github, 'push', { headers })).toThrow(
      "The 'sponsorship' event isn't currently supported by the GitHub webhook",
    )
  })
})

it.each([
  ['pull-request-opened', 'pull_request.rotated'],
  ['issue-opened', 'issues.rotated'],
  ['pull-request-review', 'pull_request_review.rotated'],
  ['issue-comment', 'comment.rotated'],
])('%s with an unknown action', (name, event) => {
  expect(() => translated(github, name, { body: { action: 'rotated' } })).toThrow(
    `The '${event}' event isn't currently supported by the GitHub webhook`,
  )
})

it('the ping of an organization says what its webhook sends', () => {
  const body = { repository: undefined, organization: { login: 'acme' }, 'hook.events': ['*'] }
  expect(translated(github, 'ping', { body })).toEqual({
    topic: 'acme',
    content: 'The webhook of acme works. 🎉\nIt sends everything.',
  })
})
