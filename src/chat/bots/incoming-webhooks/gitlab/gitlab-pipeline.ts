import { encodeUrlComponent } from '../../../markdown/encode-url-component.ts'
import { isBranchWanted } from '../../webhook-texts/git-texts.ts'
import { bullets, code, lines, link } from '../../webhook-texts/markdown-parts.ts'
import { outcomeMark } from '../../webhook-texts/outcome-mark.ts'
import { plain } from '../../webhook-texts/plain-text.ts'
import type { Translate } from '../integration.ts'
import type { Payload } from '../payload.ts'
import { branchTopic } from './gitlab-names.ts'

const ended = new Set(['success', 'failed', 'canceled', 'skipped'])

export const translatePipeline: Translate = (payload, context) => {
  const pipeline = payload.object('object_attributes')
  const [branch, status] = [pipeline.text('ref'), pipeline.text('status')]
  if (!ended.has(status) || !isBranchWanted(context, branch)) return undefined
  const id = pipeline.label('id')
  const url =
    pipeline.optionalText('url') ?? `${payload.text('project.web_url')}/-/pipelines/${encodeUrlComponent(id)}`
  const duration = pipeline.optionalNumber('duration')
  const failed = payload.optionalList('builds').filter((build) => build.text('status') === 'failed')
  return {
    topic: branchTopic(payload, branch),
    content: lines(
      `${outcomeMark(status)} ${link(`Pipeline ${id}`, url)} on ${code(branch)}: ${status}${duration === undefined ? '' : ` after ${Math.round(duration)} s`}`,
      bullets(failed, (build) => `${plain(build.text('stage'))}: ${jobLink(payload, build)} failed`),
    ),
  }
}

function jobLink(payload: Payload, build: Payload): string {
  const id = encodeUrlComponent(build.label('id'))
  return link(build.text('name'), `${payload.text('project.web_url')}/-/jobs/${id}`)
}

/** One job; older servers call it a build. */
export const translateJob: Translate = (payload, context) => {
  const [branch, status] = [payload.text('ref'), payload.text('build_status')]
  if (!ended.has(status) || !isBranchWanted(context, branch)) return undefined
  const home = payload.text('repository.homepage')
  const url = `${home}/-/jobs/${encodeUrlComponent(payload.label('build_id'))}`
  const project = payload.optionalText('project.name') ?? payload.text('repository.name')
  return {
    topic: `${project} / ${branch}`,
    content: `${outcomeMark(status)} ${link(`Job ${payload.text('build_name')}`, url)} of stage ${plain(payload.text('build_stage'))} on ${code(branch)}: ${status}`,
  }
}
