import { RE2JS } from 're2js'
import { memoize } from '../../platform/caches/memoize.ts'

export interface PatternMatch {
  start: number
  end: number
  /** by name; null if a group did not participate */
  groups: Readonly<Record<string, string | null>>
}

/** Finds matches from left to right. */
export interface LinkifierPattern {
  groupNames: readonly string[]
  /** number of instructions; matching time is proportional to it */
  size: number
  matchAll(text: string): readonly PatternMatch[]
}

export const PATTERN_LIMIT = 500
/** Matching time is proportional to the program's size. Every message can afford this. */
const MAX_INSTRUCTIONS = 1000
/** Each search may scan to the end of the text, so limit their number. */
const MAX_MATCHES = 100

/** Its message says why a pattern is refused. */
export class BadPattern extends Error {}

/** Matches in linear time for any pattern and text, as both are untrusted. Groups are `(?P<id>...)` or `(?<id>...)`. */
export function compilePattern(source: string): LinkifierPattern {
  const program = compile(source)
  const size = program.programSize()
  if (size > MAX_INSTRUCTIONS) throw new BadPattern('the pattern is too complex')
  return {
    groupNames: Object.keys(program.namedGroups()),
    size,
    matchAll(text) {
      const found: PatternMatch[] = []
      const matcher = program.matcher(text)
      while (found.length < MAX_MATCHES && matcher.find()) {
        found.push({ start: matcher.start(), end: matcher.end(), groups: matcher.getNamedGroups() })
      }
      return found
    },
  }
}

/** For patterns that were validated before. Compiles each once. */
export const compiledPattern = memoize({ entries: 1000, longest: PATTERN_LIMIT }, compilePattern).read

function compile(source: string): RE2JS {
  try {
    return RE2JS.compile(source)
  } catch (error) {
    throw new BadPattern((error as Error).message.replace(/^error parsing regexp: /, ''))
  }
}
