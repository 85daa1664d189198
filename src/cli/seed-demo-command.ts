import { describeAccounts } from '../server/describe-demo.ts'
import { seedDemo } from '../server/seed-demo.ts'
import { seedDemoCompanies } from '../telephony/demo/seed-demo-companies.ts'
import { command } from './command.ts'
import { withProducts } from './with-products.ts'

export const seedDemoCommand = command({
  summary: 'Make the demo organization, unless the root domain has one, and print its people and keys.',
  usage: '',
  arguments: [],
  options: {},
  run: (_args, config) =>
    withProducts(config, async ({ chat, telephony }) => {
      console.log(describeAccounts(await seedDemo(chat)).join('\n'))
      await seedDemoCompanies(telephony)
    }),
})
