import { isoDate } from '../platform/clock.ts'
import { companiesTable } from '../telephony/identity/company.ts'
import { command } from './command.ts'
import { withTelephony } from './with-telephony.ts'

export const listCompaniesCommand = command({
  usage: '',
  arguments: [],
  options: {},
  run: (_args, config) =>
    withTelephony(config, async ({ database }) => {
      const companies = await companiesTable.list(database.read, {})
      for (const { public_id: id, created_at: created, status, name } of companies) {
        console.log(`${id}  ${isoDate(created).slice(0, 10)}  ${status.padEnd(8)}  ${name}`)
      }
      if (companies.length === 0) console.log('There are no companies; create one with create-company.')
    }),
})
