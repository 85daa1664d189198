import { badRequest } from '../../chat-error.ts'
import { BadPattern, compilePattern, type LinkifierPattern, PATTERN_LIMIT } from '../linkifier-pattern.ts'
import { groupsIn, readUrlTemplate } from './url-template.ts'

export const URL_LIMIT = 1000

export interface GivenLinkifier {
  pattern: string
  url: string
}

/** Every group of the pattern must occur in the URL template, and vice versa. Returns what to store. */
export function checkLinkifier({ pattern, url }: GivenLinkifier): { pattern: string; url_template: string } {
  if (pattern.length > PATTERN_LIMIT) throw tooLong('pattern', PATTERN_LIMIT)
  if (url.length > URL_LIMIT) throw tooLong('url_template', URL_LIMIT)
  const { groupNames } = readPattern(pattern)
  const template = readUrlTemplate(url.trim())
  if (template === undefined) throw badRequest('Invalid URL template.')
  const used = groupsIn(template)
  for (const name of groupNames) {
    if (!used.includes(name))
      throw badRequest(`Group '${name}' in linkifier pattern is not present in URL template.`)
  }
  for (const name of used) {
    if (!groupNames.includes(name))
      throw badRequest(`Group '${name}' in URL template is not present in linkifier pattern.`)
  }
  return { pattern, url_template: template }
}

function readPattern(pattern: string): LinkifierPattern {
  if (pattern.trim() === '') throw badRequest('Bad regular expression: the pattern is empty')
  try {
    return compilePattern(pattern)
  } catch (error) {
    if (error instanceof BadPattern) throw badRequest(`Bad regular expression: ${error.message}`)
    throw error
  }
}

const tooLong = (name: string, limit: number) =>
  badRequest(`${name} is too long (limit: ${limit} characters)`)
