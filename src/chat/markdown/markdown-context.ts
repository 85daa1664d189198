export interface MentionTarget {
  id: number
  fullName: string
}

export interface StreamTarget {
  id: number
  name: string
}

export interface GroupTarget {
  id: number
  name: string
}

export interface CustomEmoji {
  id: string
  sourceUrl: string
}

/** `urlFormat` holds `%(name)s` where the named group of the pattern goes. */
export interface Linkifier {
  pattern: RegExp
  urlFormat: string
}

export interface MarkdownContext {
  /** By lower-cased full name, and by `lower-cased full name|id`. */
  users: ReadonlyMap<string, MentionTarget>
  /** By lower-cased name. */
  groups: ReadonlyMap<string, GroupTarget>
  /** By lower-cased name; only streams that the sender can access. */
  streams: ReadonlyMap<string, StreamTarget>
  linkifiers: readonly Linkifier[]
  /** Custom emoji of the organization by name. */
  emoji: ReadonlyMap<string, CustomEmoji>
}

export interface RenderedMarkdown {
  html: string
  /** Neither silent mentions nor those in code or quotations. */
  mentionedUserIds: number[]
  mentionedGroupIds: number[]
  mentionsEveryone: boolean
  hasLink: boolean
  hasImage: boolean
  hasAttachment: boolean
}

export const emptyContext: MarkdownContext = {
  users: new Map(),
  groups: new Map(),
  streams: new Map(),
  linkifiers: [],
  emoji: new Map(),
}
