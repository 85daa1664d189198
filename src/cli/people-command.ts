import { readFile, stat } from 'node:fs/promises'
import { badRequest, ChatError } from '../chat/chat-error.ts'
import { explainFaults } from '../chat/organization/people-import/explain-faults.ts'
import { importPerson } from '../chat/organization/people-import/import-person.ts'
import {
  type PlannedPerson,
  planPeopleImport,
} from '../chat/organization/people-import/plan-people-import.ts'
import { command } from './command.ts'
import { findOrganization } from './find-account.ts'
import { UsageMistake } from './usage-mistake.ts'
import { withProducts } from './with-products.ts'

const MAX_BYTES = 5 * 1024 * 1024

export const peopleCommand = command({
  usage: '--import FILE [--dry-run] [--organization HOST]',
  arguments: [],
  options: {
    import: { type: 'string' },
    'dry-run': { type: 'boolean' },
    organization: { type: 'string' },
  },
  async run({ values }, config) {
    if (values.import === undefined) throw new UsageMistake('--import is missing.')
    const file = await readTable(values.import)
    await withProducts(config, async ({ chat }) => {
      const realm = await findOrganization(chat, values.organization)
      const people = await planPeopleImport(chat, realm, file).catch(explainFaults)
      const wrong = people.filter(({ problems }) => problems.length > 0)
      if (wrong.length > 0) {
        for (const { line, problems } of wrong)
          for (const problem of problems) console.log(`Line ${line}: ${problem.replace(/([^.!])$/, '$1.')}`)
        throw badRequest(`${wrong.length} of ${people.length} rows are wrong. Nothing was changed.`)
      }
      if (values['dry-run']) {
        for (const { line, action, email } of people) console.log(`Line ${line}: ${words[action]} ${email}`)
        console.log('Nothing was changed.')
        return
      }
      const failed: string[] = []
      for (const person of people) {
        try {
          await importPerson(chat, realm, person, { isAddressProven: true })
        } catch (error) {
          if (!(error instanceof ChatError)) throw error
          failed.push(`Line ${person.line}: ${error.message}`)
        }
      }
      console.log(describe(people, failed.length))
      if (failed.length > 0) throw badRequest(`${failed.join('\n')}\nThe other rows were done.`)
    })
  },
})

const words: Record<PlannedPerson['action'], string> = {
  create: 'create',
  change: 'change',
  deactivate: 'deactivate',
  reactivate: 'reactivate',
  none: 'leave as it is:',
}

async function readTable(path: string): Promise<string> {
  const about = await stat(path).catch(() => undefined)
  if (!about?.isFile()) throw badRequest(`There is no file ${path}.`)
  if (about.size > MAX_BYTES) throw badRequest(`${path} is larger than 5 MB.`)
  return readFile(path, 'utf8')
}

function describe(people: readonly PlannedPerson[], failed: number): string {
  const count = (action: PlannedPerson['action']) => people.filter((one) => one.action === action).length
  return `Created ${count('create')}, changed ${count('change')}, deactivated ${count('deactivate')}, reactivated ${count('reactivate')}, left ${count('none')} as they were${failed > 0 ? `; ${failed} of these failed` : ''}.`
}
