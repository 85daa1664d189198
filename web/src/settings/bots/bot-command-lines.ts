import type { BotCommand } from '../../chat/state/chat-state.ts'

type CommandInput = Omit<BotCommand, 'bot_id'>

/** As lines of text: `/deploy environment [version] - Deploys a version`. */
export const writeCommands = (commands: readonly CommandInput[]): string =>
  commands
    .map(({ name, parameters, description }) => {
      const usage = parameters === '' ? `/${name}` : `/${name} ${parameters}`
      return description === '' ? usage : `${usage} - ${description}`
    })
    .join('\n')

/** What is wrong with a name is said by the server. */
export const readCommands = (text: string): CommandInput[] =>
  text.split('\n').flatMap((line) => {
    const [usage = '', ...description] = line.trim().split(' - ')
    const [name = '', ...parameters] = usage.trim().split(' ')
    if (name === '') return []
    return [{ name, parameters: parameters.join(' ').trim(), description: description.join(' - ').trim() }]
  })
