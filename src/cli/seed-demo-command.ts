import { describeAccounts } from '../server/start/describe-demo.ts'
import { seedDemo } from '../server/start/seed-demo.ts'
import { seedDemoCompanies } from '../telephony/demo/create-demo-companies.ts'
import { linkDemo } from '../workspace/demo/link-demo.ts'
import { command } from './command.ts'
import { withProducts } from './with-products.ts'

export const seedDemoCommand = command({
  usage: '',
  arguments: [],
  options: {},
  run: (_args, config) =>
    withProducts(config, async ({ chat, telephony, workspace }) => {
      console.log(describeAccounts(await seedDemo(chat)).join('\n'))
      await seedDemoCompanies(telephony)
      await linkDemo(workspace)
    }),
})
