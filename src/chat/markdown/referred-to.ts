import { findReferences } from './find-references.ts'
import type { MarkdownContext } from './markdown-context.ts'

/** The part of the context that the text refers to, as an organization may have hundreds of emoji and groups. */
export function referredTo(content: string, context: MarkdownContext): MarkdownContext {
  const { groupNames, emojiNames } = findReferences(content)
  return { ...context, groups: pick(context.groups, groupNames), emoji: pick(context.emoji, emojiNames) }
}

function pick<Value>(all: ReadonlyMap<string, Value>, names: readonly string[]): ReadonlyMap<string, Value> {
  const picked = new Map<string, Value>()
  if (all.size === 0) return picked
  for (const name of names) {
    const value = all.get(name)
    if (value !== undefined) picked.set(name, value)
  }
  return picked
}
