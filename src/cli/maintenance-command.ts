import {
  beginMaintenance,
  endMaintenance,
  findMaintenance,
} from '../chat/events/event-queues/change-maintenance.ts'
import { command } from './command.ts'
import { UsageMistake } from './usage-mistake.ts'
import { withProducts } from './with-products.ts'

export const maintenanceCommand = command({
  usage: '[on [--message TEXT] | off]',
  arguments: [],
  optional: ['on or off'],
  options: { message: { type: 'string' } },
  run: ({ positionals: [what], values: { message } }, config) => {
    if (what !== undefined && what !== 'on' && what !== 'off') {
      throw new UsageMistake(`maintenance is 'on' or 'off', not '${what}'`)
    }
    if (message !== undefined && what !== 'on') throw new UsageMistake('--message is for maintenance on')
    return withProducts(config, async ({ chat }) => {
      if (what === 'on') {
        const row = await beginMaintenance(chat, message)
        console.log(`Maintenance is on. Within two seconds all servers refuse requests: ${row.message}`)
      } else if (what === 'off') {
        const wasOn = await endMaintenance(chat)
        console.log(wasOn ? 'Maintenance has ended. The servers serve again.' : 'Maintenance was not on.')
      } else {
        const row = await findMaintenance(chat.database.read)
        console.log(row ? `Maintenance is on: ${row.message}` : 'Maintenance is off.')
      }
    })
  },
})
