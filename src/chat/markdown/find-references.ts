import { referenceSyntax } from './reference-syntax.ts'

export interface References {
  /** Lower case; `name|12` stays as written, to look it up by name and id. */
  userNames: string[]
  groupNames: string[]
  streamNames: string[]
  /** As written; a superset of the emoji. */
  emojiNames: string[]
}

export function findReferences(content: string): References {
  const mentions = content.includes('@*') || content.includes('@_*')
  return {
    userNames: mentions
      ? collect(content, user, 2).filter((name) => !referenceSyntax.wildcards.has(name))
      : [],
    groupNames: mentions ? collect(content, group, 2) : [],
    streamNames: content.includes('#**') ? collect(content, stream, 1) : [],
    // Any text between two colons.
    emojiNames: [...new Set(content.split(':').slice(1, -1))],
  }
}

const user = new RegExp(referenceSyntax.user, 'g')
const group = new RegExp(referenceSyntax.group, 'g')
const stream = new RegExp(referenceSyntax.stream, 'g')

function collect(content: string, pattern: RegExp, part: number): string[] {
  const names = new Set<string>()
  for (const match of content.matchAll(pattern)) names.add((match[part] ?? '').toLowerCase())
  return [...names]
}
