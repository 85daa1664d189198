import type { TelephonyDb } from '../../telephony-platform.ts'
import type { Extension } from '../extensions/extension.ts'

/** A stranger who calls again and again must not fill the disk: 500 messages of three minutes are 1.4 GB. */
const MAX_MESSAGES = 500

/** Whether callers can leave another message for the present user of an extension. */
export async function hasRoom(
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
