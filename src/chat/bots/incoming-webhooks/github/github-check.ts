import { isBranchWanted } from '../../webhook-texts/git-texts.ts'
import { code, lines, link, quotePlain } from '../../webhook-texts/markdown-parts.ts'
import { outcomeMark } from '../../webhook-texts/outcome-mark.ts'
import { plain } from '../../webhook-texts/plain-text.ts'
import type { Translate } from '../integration.ts'
import { branchTopic, senderName } from './github-names.ts'

/** Completed check runs, check suites and workflow runs. */
export const translateRun =
  (key: 'check_run' | 'check_suite' | 'workflow_run'): Translate =>
  (payload, context) => {
    if (payload.text('action') !== 'completed') return undefined
    const run = payload.object(key)
    const branch = run.optionalText(key === 'check_run' ? 'check_suite.head_branch' : 'head_branch')
    if (!isBranchWanted(context, branch)) return undefined
    const outcome = run.optionalText('conclusion') ?? 'neutral'
    const name =
      key === 'check_suite'
        ? `Checks by ${run.optionalText('app.name') ?? 'an app'}`
        : `${key === 'check_run' ? 'Check' : 'Workflow'} ${run.text('name')}`
    const where = branch === undefined ? code(run.text('head_sha').slice(0, 7)) : code(branch)
    return {
      topic: branchTopic(payload, branch),
      content: `${outcomeMark(outcome)} ${link(name, run.optionalText('html_url'))} on ${where}: ${spoken(outcome)}`,
    }
  }

/** Commit statuses, as services without checks report them. */
export const translateStatus: Translate = (payload, context) => {
  const state = payload.text('state')
  const branches = payload.optionalList('branches').map((branch) => branch.text('name'))
  if (state === 'pending') return undefined
  if (branches.length > 0 && !branches.some((branch) => isBranchWanted(context, branch))) return undefined
  const context_ = link(payload.text('context'), payload.optionalText('target_url'))
  return {
    topic: branchTopic(payload, branches[0]),
    content: lines(
      `${outcomeMark(state)} ${context_} on commit ${link(payload.text('sha').slice(0, 7), payload.optionalText('commit.html_url'))}: ${spoken(state)}`,
      quotePlain(payload.optionalText('description')),
    ),
  }
}

export const translateDeployment: Translate = (payload) => ({
  topic: branchTopic(payload, payload.text('deployment.ref')),
  content: lines(
    `${senderName(payload)} started a deployment of ${code(payload.text('deployment.ref'))} to **${plain(payload.text('deployment.environment'))}**`,
    quotePlain(payload.optionalText('deployment.description')),
  ),
})

export const translateDeploymentStatus: Translate = (payload) => {
  const status = payload.object('deployment_status')
  const state = status.text('state')
  if (['pending', 'queued', 'in_progress'].includes(state)) return undefined
  const url = status.optionalText('environment_url') ?? status.optionalText('target_url')
  return {
    topic: branchTopic(payload, payload.text('deployment.ref')),
    content: lines(
      `${outcomeMark(state)} ${link('Deployment', url)} of ${code(payload.text('deployment.ref'))} to **${plain(payload.text('deployment.environment'))}**: ${spoken(state)}`,
      quotePlain(status.optionalText('description')),
    ),
  }
}

const spoken = (outcome: string) => plain(outcome.replaceAll('_', ' '))
