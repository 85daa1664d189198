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

/** `urlTemplate` contains `{name}` for each named group of the pattern. */
export interface Linkifier {
  pattern: string
  urlTemplate: string
}

/** Identifies links to files of the text's own organization. */
export interface OwnFiles {
  realmId: number
  /** URL of the organization, without a trailing slash */
  url: string
}

/** Everything that rendering needs besides the text, as plain data that can be sent to a worker thread. */
export interface MarkdownContext {
  /** By lower-case full name, and by `lower-case full name|id`. */
  users: ReadonlyMap<string, MentionTarget>
  /** By lower-case name. */
  groups: ReadonlyMap<string, GroupTarget>
  /** By lower-case name; only streams that the sender can access. */
  streams: ReadonlyMap<string, StreamTarget>
  linkifiers: readonly Linkifier[]
  /** Custom emoji of the organization by name. */
  emoji: ReadonlyMap<string, CustomEmoji>
  /** Absent: links to files are treated like any other link. */
  ownFiles?: OwnFiles
  /** No syntax highlighting, which is slower than everything else. */
  plainCode?: boolean
}

export interface RenderedMarkdown {
  html: string
  /** Without silent mentions and mentions in code or quotes. */
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
