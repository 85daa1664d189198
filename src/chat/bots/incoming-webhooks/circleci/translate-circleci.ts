import type { Integration, Translate } from '../integration.ts'
import type { Payload } from '../payload.ts'
import { hmacSignature } from '../signatures/signature.ts'
import { isBranchWanted } from '../texts/git-texts.ts'
import { code, lines, link, quotePlain } from '../texts/markdown-parts.ts'
import { outcomeMark } from '../texts/outcome-mark.ts'
import { plain } from '../texts/plain-text.ts'
import { translateByEvent } from '../translate-by-event.ts'

interface Source {
  branch?: string | undefined
  title?: string | undefined
}

/** Projects on GitHub and Bitbucket have `vcs`, all others `trigger_parameters`. */
function sourceOf(payload: Payload): Source {
  const vcs = payload.optionalObject('pipeline.vcs')
  if (vcs) {
    const title = vcs.optionalObject('commit')?.optionalText('subject')
    return { branch: vcs.optionalText('branch') ?? vcs.optionalText('tag'), title }
  }
  const parameters = payload.optionalObject('pipeline.trigger_parameters')
  const git = parameters?.optionalObject('git') ?? parameters?.optionalObject('gitlab')
  return { branch: git?.optionalText('branch'), title: git?.optionalText('commit_title') }
}

const translateEnd =
  (key: 'workflow' | 'job'): Translate =>
  (payload, context) => {
    const { branch, title } = sourceOf(payload)
    if (!isBranchWanted(context, branch)) return undefined
    const item = payload.object(key)
    const status = item.text('status')
    const url = payload.optionalText('workflow.url')
    const project = payload.text('project.name')
    const name = link(`${key === 'job' ? 'Job' : 'Workflow'} ${item.text('name')}`, url)
    return {
      topic: branch === undefined ? project : `${project} / ${branch}`,
      content: lines(
        `${outcomeMark(status)} ${name}${branch === undefined ? '' : ` on ${code(branch)}`}: ${plain(status)}${after(item)}`,
        key === 'workflow' ? quotePlain(title) : '',
      ),
    }
  }

function after(item: Payload): string {
  const start = Date.parse(item.optionalText('started_at') ?? item.optionalText('created_at') ?? '')
  const seconds = Math.round((Date.parse(item.optionalText('stopped_at') ?? '') - start) / 1000)
  return seconds >= 0 && seconds < 1e7 ? ` after ${seconds} s` : ''
}

export const circleci: Integration = {
  name: 'circleci',
  displayName: 'CircleCI',
  summary: 'Workflows and jobs when they end.',
  setup: [
    'In CircleCI, open **Project Settings**, then **Webhooks**, and choose **Add Webhook**.',
    'As **Receiver URL**, enter this address:\n\n```\nADDRESS\n```',
    'Choose **Workflow Completed**, and **Job Completed** if you want a message for each job, and save. To check that it works, choose **Test Ping Event**.',
  ],
  options: ['only_events', 'exclude_events', 'branches'],
  excludeExample: ['job-completed'],
  signature: hmacSignature({
    header: 'circleci-signature',
    prefix: 'v1=',
    secret: 'what you enter as **Secret Token** of the webhook',
  }),
  ...translateByEvent({
    displayName: 'CircleCI',
    eventOf: (payload) => payload.text('type'),
    translations: {
      'workflow-completed': translateEnd('workflow'),
      'job-completed': translateEnd('job'),
      ping: () => ({ topic: 'CircleCI', content: 'The webhook of CircleCI works. 🎉' }),
    },
  }),
  fixtures: async () => (await import('./circleci-fixtures.ts')).circleciFixtures,
}
