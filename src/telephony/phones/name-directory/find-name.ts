import { ProgramMissing } from '../../../platform/documents/run-program.ts'
import { companiesTable } from '../../identity/company.ts'
import type { TelephonyPlatform } from '../../telephony-platform.ts'
import type { PromptReference } from '../pbx/flow/call-sound.ts'
import type { FoundName, NameSearch } from '../pbx/pbx.ts'
import { spokenNamesTable } from '../prompts/name-tables.ts'
import { speak } from '../prompts/speak.ts'
import { keepPrompt } from '../prompts/store-prompt.ts'
import { type ListedPerson, listPeople } from './list-people.ts'

/** Finds the next person whose name begins with the letters that a caller has dialled. */
export async function findName(platform: TelephonyPlatform, search: NameSearch): Promise<void> {
  search.done(
    await findPerson(platform, search).catch((error) => {
      platform.log.error({ err: error }, 'nobody could be looked for by name')
      return undefined
    }),
  )
}

async function findPerson(
  platform: TelephonyPlatform,
  { companyId, digits, skipped, language }: NameSearch,
): Promise<FoundName | undefined> {
  const person = (await listPeople(platform.database.read, companyId, digits))[skipped]
  if (!person) return undefined
  const name = await speakName(platform, companyId, person, language).catch((error) => {
    if (!(error instanceof ProgramMissing)) platform.log.warn({ err: error }, 'a name could not be spoken')
    return undefined
  })
  return { address: person.address, name }
}

/** The name in the language: as it was spoken before, or spoken now. Throws like `speak`. */
async function speakName(
  platform: TelephonyPlatform,
  companyId: number,
  { extensionId, name: text }: ListedPerson,
  language: string,
): Promise<PromptReference | undefined> {
  const { database } = platform
  const key = { company_id: companyId, extension_id: extensionId, language }
  const known = await spokenNamesTable.find(database.read, key)
  if (known?.text === text) return { companyId, promptId: known.prompt_id }
  const company = await companiesTable.find(database.read, { id: companyId })
  if (!company) return undefined
  const { bytes, seconds } = await speak(platform, { tenant: company.public_id, text, language })
  const prompt = await keepPrompt(platform, company, bytes, seconds, { text, language })
  // The former prompt is deleted later, by prompt-jobs.ts: somebody may be listening to it.
  await database.write(companyId, {
    work: ({ db }) => spokenNamesTable.put(db, { ...key, text, prompt_id: prompt.id }),
  })
  return { companyId, promptId: prompt.id }
}
