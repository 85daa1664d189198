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

/** `urlTemplate` holds `{name}` where the named group of the pattern goes. */
export interface Linkifier {
  pattern: string
  urlTemplate: string
}

/** Files of the organization that the text belongs to, which its links are told by. */
export interface OwnFiles {
  realmId: number
  /** of the organization, without a slash at the end */
  url: string
}

/** Everything that rendering needs besides the text, as data: it may be rendered in another thread. */
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
  /** Absent: links to files are links like any other. */
  ownFiles?: OwnFiles
  /** Code is shown without colours: finding them takes longer than everything else. */
  plainCode?: boolean
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
