import type { Emoji } from '../emoji/emoji-data.ts'

/** Something to choose while typing. */
export interface Suggestion {
  key: string
  label: string
  /** Shown in muted text after the label. */
  detail?: string | undefined
  picture: SuggestionPicture
}

type SuggestionPicture =
  | { kind: 'person'; url: string | null }
  | { kind: 'emoji'; emoji: Pick<Emoji, 'character' | 'url'> }
  | { kind: 'group' | 'everybody' | 'stream' | 'private-stream' | 'topic' | 'command' }

/** For the text: what takes the place of the query. */
export interface Completion extends Suggestion {
  insert: string
  /** A form asks for the rest of it. */
  isPoll?: boolean
}
