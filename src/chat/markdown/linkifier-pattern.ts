import { RE2JS } from 're2js'
import { memoize } from '../../platform/memoize.ts'

export interface PatternMatch {
  start: number
  end: number
  /** by name; null where a group took no part */
  groups: Readonly<Record<string, string | null>>
}

/** Finds where it fits, from left to right. */
export interface LinkifierPattern {
  groupNames: readonly string[]
  /** in instructions: how long it takes to match is in proportion */
  size: number
  matchAll(text: string): readonly PatternMatch[]
}

export const PATTERN_LIMIT = 500
/** Matching takes as long as the program is: one that every message can afford. */
const MOST_INSTRUCTIONS = 1000
/** Each search may look through to the end of the text, so there must not be any number of them. */
const MOST_MATCHES = 100

/** Why a pattern cannot be used. */
export class BadPattern extends Error {}

/** Takes linear time whatever the pattern and the text are: both come from outside. Groups are `(?P<id>...)` or `(?<id>...)`. */
export function compilePattern(source: string): LinkifierPattern {
  const program = compile(source)
  const size = program.programSize()
  if (size > MOST_INSTRUCTIONS) throw new BadPattern('the pattern is too complex')
  return {
    groupNames: Object.keys(program.namedGroups()),
    size,
    matchAll(text) {
      const found: PatternMatch[] = []
      const matcher = program.matcher(text)
      while (found.length < MOST_MATCHES && matcher.find()) {
        found.push({ start: matcher.start(), end: matcher.end(), groups: matcher.getNamedGroups() })
      }
      return found
    },
  }
}

/** The same for patterns that were checked before, each compiled once. */
export const compiledPattern = memoize({ entries: 1000, longest: PATTERN_LIMIT }, compilePattern).read

function compile(source: string): RE2JS {
  try {
    return RE2JS.compile(source)
  } catch (error) {
    throw new BadPattern((error as Error).message.replace(/^error parsing regexp: /, ''))
  }
}
