/** The text before the cursor that can be completed. */
export interface CompletionQuery {
  kind: 'mention' | 'stream' | 'topic' | 'emoji' | 'command'
  /** Where the completion begins in the text. */
  start: number
  /** The part of the name that was typed. */
  text: string
  /** A silent mention: nobody is notified. */
  silent: boolean
  /** Of a topic: the stream before it. */
  stream: string
}

const beginning = '(?:^|[\\s([{"\'>/-])'
/** Names contain spaces, so a query continues over some words; it ends when nothing fits any more. */
const patterns: readonly [CompletionQuery['kind'], RegExp][] = [
  ['topic', new RegExp(`${beginning}#\\*{0,2}(?<stream>[^#*>\\n]+)\\*{0,2}>(?<text>[^*\\n]{0,60})$`)],
  ['mention', new RegExp(`${beginning}@(?<silent>_?)\\*{0,2}(?<text>[^\\s@*][^@*\\n]{0,40}|)$`)],
  ['stream', new RegExp(`${beginning}#\\*{0,2}(?<text>[^\\s#*>][^#*>\\n]{0,40}|)$`)],
  ['emoji', new RegExp(`${beginning}:(?<text>[\\w+-]{2,40})$`)],
  ['command', /^\/(?<text>[\w-]*)$/],
]

const openings: Record<CompletionQuery['kind'], RegExp> = {
  topic: /#[^#>]*>[^>]*$/,
  mention: /@[^@]*$/,
  stream: /#[^#]*$/,
  emoji: /:[^:]*$/,
  command: /^\//,
}

export function findQuery(value: string, cursor: number): CompletionQuery | undefined {
  const before = value.slice(0, cursor)
  for (const [kind, pattern] of patterns) {
    const groups = pattern.exec(before)?.groups
    if (!groups) continue
    const { text = '', silent = '', stream = '' } = groups
    return { kind, start: openings[kind].exec(before)!.index, text, silent: silent === '_', stream }
  }
  return undefined
}
