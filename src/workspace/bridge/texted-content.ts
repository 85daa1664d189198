const LONGEST = 9000

/**
 * The text of somebody outside as a message. Without mentions and commands: a zero-width space keeps `@**all**` and
 * `/poll` from being understood.
 */
export function textedContent(text: string): string {
  const harmless = text.replaceAll('@', '@\u200b').replaceAll('```', '`\u200b`\u200b`')
  const start = harmless.startsWith('/') ? `\u200b${harmless}` : harmless
  return start.slice(0, LONGEST)
}
