import { companiesTable } from '../../identity/company.ts'
import type { TelephonyPlatform } from '../../telephony-platform.ts'
import type { PromptReference } from '../pbx/flow/call-sound.ts'
import { spokenNamesTable } from '../prompts/name-tables.ts'
import { speak } from '../prompts/speak.ts'
import { keepPrompt } from '../prompts/store-prompt.ts'
import type { ListedPerson } from './list-people.ts'

/** The name in the language: as it was spoken before, or spoken now. Throws like `speak`. */
export async function speakName(
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
