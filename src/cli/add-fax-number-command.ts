import { addFaxNumber } from '../telephony/fax/numbers/add-fax-number.ts'
import { serverItself } from '../telephony/identity/actor.ts'
import { command } from './command.ts'
import { findCompanyNamed } from './find-company.ts'
import { withTelephony } from './with-telephony.ts'

export const addFaxNumberCommand = command({
  usage: 'COMPANY NUMBER',
  arguments: ['COMPANY', 'NUMBER'],
  options: {},
  run: ({ positionals: [named, given] }, config) =>
    withTelephony(config, async (telephony) => {
      const company = await findCompanyNamed(telephony, named!)
      const { number } = await addFaxNumber(telephony, serverItself(company), given!)
      console.log(`${company.name} faxes with ${number}.`)
    }),
})
