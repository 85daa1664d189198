import { describeAccounts } from '../server/describe-demo.ts'
import { seedDemo } from '../server/seed-demo.ts'
import { command } from './command.ts'
import { withChat } from './with-chat.ts'

export const seedDemoCommand = command({
  summary: 'Make the demo organization, unless the root domain has one, and print its people and keys.',
  usage: '',
  arguments: [],
  options: {},
  run: (_args, config) =>
    withChat(config, async (chat) => {
      console.log(describeAccounts(await seedDemo(chat)).join('\n'))
    }),
})
