import { serverItself } from '../telephony/identity/actor.ts'
import { addTextingNumber } from '../telephony/texting/numbers/add-texting-number.ts'
import { command } from './command.ts'
import { findCompanyNamed, findCompanyUser } from './find-company.ts'
import { withTelephony } from './with-telephony.ts'

export const addTextingNumberCommand = command({
  usage: 'COMPANY NUMBER [--user EMAIL]...',
  arguments: ['COMPANY', 'NUMBER'],
  options: { user: { type: 'string', multiple: true } },
  run: ({ positionals: [named, number], values: { user: emails = [] } }, config) =>
    withTelephony(config, async (telephony) => {
      const company = await findCompanyNamed(telephony, named!)
      const ids: string[] = []
      for (const email of emails) ids.push((await findCompanyUser(telephony, company, email)).id)
      const added = await addTextingNumber(telephony, serverItself(company), number!, ids)
      const users = emails.length > 0 ? emails.join(', ') : 'nobody but the primary user'
      console.log(`${company.name} texts with ${added.number}; it is assigned to ${users}.`)
    }),
})
