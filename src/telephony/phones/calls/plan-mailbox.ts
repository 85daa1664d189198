import type { InstancesTable } from '../../company/instances/instances-table.ts'
import type { TelephonyDb } from '../../telephony-platform.ts'
import { completeData } from '../extension-data/extension-data.ts'
import type { Extension } from '../extensions/extension.ts'
import type { GreetingKeys, RingPlan } from '../pbx/flow/call-plan.ts'
import { findGreeting } from '../prompts/greeting-store.ts'
import { readFallback } from './read-fallback.ts'

/** A stranger who calls again and again must not fill the disk: 500 messages of three minutes are 1.4 GB. */
const MAX_MESSAGES = 500

/** Whether callers can leave another message for the present user of an extension. */
async function hasRoom(
  db: TelephonyDb,
  { company_id, id, user_id }: Pick<Extension, 'company_id' | 'id' | 'user_id'>,
): Promise<boolean> {
  const oneTooMany = await db
    .selectFrom('voicemail_messages')
    .select('id')
    .where('company_id', '=', company_id)
    .where('extension_id', '=', id)
    .where('user_id', user_id === null ? 'is' : '=', user_id)
    .offset(MAX_MESSAGES - 1)
    .limit(1)
    .executeTakeFirst()
  return oneTooMany === undefined
}

/** The mailbox of an extension for callers who reach nobody: none if it is full. */
export async function planMailbox(
  db: TelephonyDb,
  { domain }: InstancesTable,
  extension: Extension | undefined,
): Promise<Pick<RingPlan, 'mailbox' | 'greeting' | 'keys'>> {
  if (!extension || !(await hasRoom(db, extension))) return { mailbox: undefined }
  const { number, name, data } = extension
  const greeting = await findGreeting(db, extension)
  return {
    mailbox: { domain, number },
    greeting: greeting && { companyId: greeting.company_id, promptId: greeting.prompt_id },
    keys: readKeys(completeData(number, name, data)),
  }
}

function readKeys(data: Readonly<Record<string, unknown>>): GreetingKeys {
  const numbers = Object.fromEntries(
    ['0', '1', '2']
      .map((key) => [key, readFallback(data[`vmx_option_${key}_number`]).number] as const)
      .filter(([, number]) => number !== ''),
  )
  const [busy, unavailable] = [data.vmx_busy_enabled, data.vmx_unavail_enabled].map((menu) =>
    menu === 'enabled' ? numbers : {},
  ) as [typeof numbers, typeof numbers]
  return {
    numbers: { busy, noAnswer: unavailable, unavailable },
    hasPrompt: data.vmx_play_instructions === true,
    opensMailbox: data.disable_star_voicemail === 'no',
  }
}
