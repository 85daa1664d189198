import { ProgramMissing } from '../../../platform/documents/run-program.ts'
import type { TelephonyPlatform } from '../../telephony-platform.ts'
import type { FoundName, NameSearch } from '../pbx/pbx.ts'
import { listPeople } from './list-people.ts'
import { speakName } from './speak-name.ts'

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
