export interface SlashCommand {
  /** without the slash, in lower case */
  name: string
  /** the rest of the message */
  arguments: string
}

const COMMAND_NAME = /^[a-z][a-z0-9_-]{0,29}$/

/** They mean something else at the beginning of a message. */
const reserved = new Set(['me', 'poll', 'todo'])

export const isCommandName = (name: string) => COMMAND_NAME.test(name) && !reserved.has(name)

/** `/deploy prod` at the beginning of a message; undefined for other messages, such as paths of files. */
export function readSlashCommand(content: string): SlashCommand | undefined {
  if (!content.startsWith('/')) return undefined
  const [word = ''] = content.slice(1, 40).split(/\s/, 1)
  const name = word.toLowerCase()
  return isCommandName(name) ? { name, arguments: content.slice(1 + word.length).trim() } : undefined
}
