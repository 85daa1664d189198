import { lines, quotePlain, time } from '../../webhook-texts/markdown-parts.ts'
import { plain } from '../../webhook-texts/plain-text.ts'
import type { Translate } from '../integration.ts'

export const translateSprint =
  (verb: string): Translate =>
  (payload) => {
    const sprint = payload.object('sprint')
    const end = sprint.optionalText('endDate')
    return {
      topic: `Sprint ${sprint.text('name')}`,
      content: lines(
        `Sprint **${plain(sprint.text('name'))}** was ${verb}${end === undefined || verb !== 'started' ? '' : `; it ends ${time(end)}`}`,
        quotePlain(sprint.optionalText('goal')),
      ),
    }
  }

export const translateVersion =
  (verb: string): Translate =>
  (payload) => {
    const version = payload.object('version')
    return {
      topic: `Version ${version.text('name')}`,
      content: lines(
        `Version **${plain(version.text('name'))}** was ${verb}`,
        quotePlain(version.optionalText('description')),
      ),
    }
  }
