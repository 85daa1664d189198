import type { Integration, Translate } from '../integration.ts'
import type { Payload } from '../payload.ts'
import { isBranchWanted } from '../texts/git-texts.ts'
import { bullets, code, lines, link } from '../texts/markdown-parts.ts'
import { outcomeMark } from '../texts/outcome-mark.ts'
import { plain } from '../texts/plain-text.ts'
import { translateByEvent } from '../translate-by-event.ts'

const jobName = (payload: Payload) => payload.optionalText('display_name') ?? payload.text('name')

/** Jenkins names branches of the remote repository: `origin/main`. */
const branchOf = (build: Payload) =>
  build
    .optionalObject('scm')
    ?.optionalText('branch')
    ?.replace(/^origin\//, '')

const translateBuild =
  (say: (build: Payload) => string, mark: (build: Payload) => string): Translate =>
  (payload, context) => {
    const build = payload.object('build')
    const branch = branchOf(build)
    if (!isBranchWanted(context, branch)) return undefined
    const name = link(`${jobName(payload)} #${build.label('number')}`, build.optionalText('full_url'))
    return {
      topic: jobName(payload),
      content: lines(
        `${mark(build)} ${name}${branch === undefined ? '' : ` on ${code(branch)}`}: ${say(build)}`,
        failedTests(build),
      ),
    }
  }

const statusOf = (build: Payload) => build.text('status').toLowerCase()

const translateEnd = translateBuild(
  (build) => `${plain(statusOf(build))}${after(build)}${tests(build)}`,
  (build) => outcomeMark(statusOf(build)),
)

const translateStart = (word: string): Translate =>
  translateBuild(
    () => word,
    () => '🔹',
  )

function after(build: Payload): string {
  const milliseconds = build.optionalNumber('duration') ?? 0
  return milliseconds > 0 && milliseconds < 1e10 ? ` after ${Math.round(milliseconds / 1000)} s` : ''
}

function tests(build: Payload): string {
  const summary = build.optionalObject('test_summary')
  return summary ? `, ${summary.number('failed')} of ${summary.number('total')} tests failed` : ''
}

const failedTests = (build: Payload) =>
  bullets(
    build.optionalObject('test_summary')?.optionalList('failed_tests') ?? [],
    (test) => code(`${test.text('class_name')}.${test.text('name')}`),
    { limit: 10, size: build.optionalObject('test_summary')?.number('failed') ?? 0 },
  )

export const jenkins: Integration = {
  name: 'jenkins',
  displayName: 'Jenkins',
  summary: 'Builds that end, with the tests that failed, and if you like builds that start.',
  setup: [
    'In Jenkins, install the plugin **Notification**.',
    'Open **Configure** of the job. Under **Job Notifications** add an endpoint with format **JSON**, protocol **HTTP** and event **Job Finalized**. (**All Events** sends three requests for each build, and makes a message of each.)',
    'As **URL**, enter this address, and save:\n\n```\nADDRESS\n```',
  ],
  options: ['only_events', 'exclude_events', 'branches'],
  ...translateByEvent({
    displayName: 'Jenkins',
    eventOf: (payload) => payload.text('build.phase'),
    translations: {
      QUEUED: translateStart('is waiting'),
      STARTED: translateStart('started'),
      COMPLETED: translateEnd,
      FINALIZED: translateEnd,
    },
  }),
  fixtures: async () => (await import('./jenkins-fixtures.ts')).jenkinsFixtures,
}
