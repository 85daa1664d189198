import type { MarkdownContext } from './markdown-context.ts'

/** Input and results of one rendering, passed through markdown-it as `env.render`. */
export interface RenderEnv {
  readonly context: MarkdownContext
  readonly mentionedUserIds: Set<number>
  readonly mentionedGroupIds: Set<number>
  mentionsEveryone: boolean
  hasLink: boolean
  hasImage: boolean
  hasAttachment: boolean
}

export function renderEnvOf(env: { render?: RenderEnv }): RenderEnv {
  return env.render!
}
