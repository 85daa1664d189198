import type { TelephonyDb } from '../../telephony-platform.ts'
import type { AnnouncementName } from '../pbx/flow/announcement-names.ts'
import type { RefusePlan } from '../pbx/flow/call-plan.ts'
import { findLanguage } from '../prompts/speech-store.ts'

/** The caller hears why the call is refused. */
export const withWords = async (
  db: TelephonyDb,
  plan: RefusePlan,
  { company_id: companyId, id }: { company_id: number; id?: string },
  say: AnnouncementName,
): Promise<RefusePlan> => ({ ...plan, says: { say, language: await findLanguage(db, companyId, id) } })
